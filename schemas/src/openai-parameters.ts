/**
 * What becomes of the parameters of OpenAI's published API that a host cannot serve. Those that are served stand in the
 * request's schema. Nothing is passed over in silence that would have changed an answer.
 */
export interface Unserved {
  /** The values that ask for nothing, as clients send them as a matter of course; null is always one of them. */
  accepts: readonly unknown[]
  /** Why any other value is refused. */
  because: string
}

const SAMPLING = 'hosts sample by temperature, top_p and seed only'
const LIKELIHOODS = 'hosts do not say how likely their tokens are'
const TEXT_ONLY = 'hosts generate text only'
const NO_TOOLS = 'hosts generate text only, and call no tools'
const ONE = 'one answer a request'

const SHARED: Record<string, Unserved> = {
  n: { accepts: [1], because: ONE },
  frequency_penalty: { accepts: [0], because: SAMPLING },
  presence_penalty: { accepts: [0], because: SAMPLING },
  logit_bias: { accepts: [{}], because: SAMPLING },
  logprobs: { accepts: [false], because: LIKELIHOODS },
  // Not OpenAI's, but sent by many clients of other engines.
  top_k: { accepts: [-1, 0], because: SAMPLING },
  min_p: { accepts: [0], because: SAMPLING },
  repetition_penalty: { accepts: [1], because: SAMPLING },
  // OpenRouter's, by which a client says who may answer.
  provider: { accepts: [{}], because: 'hosts has "only" and "not", lists of host ids, for which hosts may run it' },
}

/** Of POST /v1/chat/completions. */
export const UNSERVED_IN_CHATS: Record<string, Unserved> = {
  ...SHARED,
  top_logprobs: { accepts: [0], because: LIKELIHOODS },
  tools: { accepts: [[]], because: NO_TOOLS },
  tool_choice: { accepts: ['none', 'auto'], because: NO_TOOLS },
  functions: { accepts: [[]], because: NO_TOOLS },
  function_call: { accepts: ['none', 'auto'], because: NO_TOOLS },
  response_format: { accepts: [{ type: 'text' }], because: 'hosts generate plain text' },
  modalities: { accepts: [['text']], because: TEXT_ONLY },
  audio: { accepts: [], because: TEXT_ONLY },
  prediction: { accepts: [], because: 'hosts take no predicted text' },
  reasoning_effort: { accepts: ['none'], because: 'each host decides how its model reasons' },
  verbosity: { accepts: ['medium'], because: 'the messages say how long an answer shall be' },
  web_search_options: { accepts: [], because: 'hosts do not search the web' },
  service_tier: { accepts: ['auto', 'default'], because: 'there is one tier; max_price_per_token bounds the price' },
  store: { accepts: [false], because: 'answers are not kept for later use' },
}

/** Of POST /v1/completions. */
export const UNSERVED_IN_COMPLETIONS: Record<string, Unserved> = {
  ...SHARED,
  best_of: { accepts: [1], because: ONE },
  echo: { accepts: [false], because: 'the answer is the new text only' },
  suffix: { accepts: [''], because: 'hosts continue a text, and fill no gaps' },
}

/** Of each message; what answers of other servers carry comes back with the next request. */
export const UNSERVED_IN_MESSAGES: Record<string, Unserved> = {
  name: { accepts: [''], because: 'hosts know speakers by their role only; say who speaks in the content' },
  tool_calls: { accepts: [[]], because: NO_TOOLS },
  function_call: { accepts: [], because: NO_TOOLS },
  tool_call_id: { accepts: [''], because: NO_TOOLS },
  refusal: { accepts: [''], because: 'hosts take an answer as its content only' },
  annotations: { accepts: [[]], because: 'hosts take an answer as its content only' },
  audio: { accepts: [], because: TEXT_ONLY },
}

/** Of stream_options. */
export const UNSERVED_IN_STREAMS: Record<string, Unserved> = {
  include_obfuscation: { accepts: [false], because: 'chunks are sent without padding' },
}

/** Said about the request or its sender; an answer is the same without them. */
export const METADATA: readonly string[] = [
  'user',
  'metadata',
  'safety_identifier',
  'prompt_cache_key',
  'prompt_cache_retention',
  'parallel_tool_calls',
]
