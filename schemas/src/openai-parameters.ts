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

const TEXT_ONLY = 'hosts generate text only'
const OLD_FORM = 'it is the form before "tools", which is served'

const SHARED: Record<string, Unserved> = {
  // Not OpenAI's, but sent by many clients of other engines.
  repetition_penalty: { accepts: [1], because: 'frequency_penalty and presence_penalty are served' },
  // OpenRouter's, by which a client says who may answer.
  provider: { accepts: [{}], because: 'hosts has "only" and "not", lists of host ids, for which hosts may run it' },
}

/** Of POST /v1/chat/completions. */
export const UNSERVED_IN_CHATS: Record<string, Unserved> = {
  ...SHARED,
  functions: { accepts: [[]], because: OLD_FORM },
  function_call: { accepts: ['none', 'auto'], because: OLD_FORM },
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
  best_of: { accepts: [1], because: 'n answers are all given' },
  echo: { accepts: [false], because: 'the answer is the new text only' },
  suffix: { accepts: [''], because: 'hosts continue a text, and fill no gaps' },
}

/** Of each message; what answers of other servers carry comes back with the next request. */
export const UNSERVED_IN_MESSAGES: Record<string, Unserved> = {
  function_call: { accepts: [], because: OLD_FORM },
  refusal: { accepts: [''], because: 'hosts take an answer as its content only' },
  annotations: { accepts: [[]], because: 'hosts take an answer as its content only' },
  audio: { accepts: [], because: TEXT_ONLY },
}

/** What the client's own parsing put beside the text of an answer, which comes back with the next request. */
export const PARSED = 'What a client parsed of the text beside it; it is passed over.'

/** Of stream_options. */
export const UNSERVED_IN_STREAMS: Record<string, Unserved> = {
  include_obfuscation: { accepts: [false], because: 'chunks are sent without padding' },
}

/** Said about the request or its sender; an answer is the same without them. */
export const METADATA: readonly string[] = ['user', 'metadata', 'safety_identifier', 'prompt_cache_retention']
