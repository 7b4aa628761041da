import type { ChatMessage, EngineOptions, Submission } from '@mkt/schemas'
import type { JobOptions } from '../jobs/options.ts'
import { readOptions } from '../jobs/options.ts'
import { renderChat } from '../jobs/render-chat.ts'
import { type Chance, one } from './chance.ts'
import { CHOSEN_SEEDS } from './common-values.ts'
import { drawConversation, type Exchange } from './draw-conversation.ts'
import { GREEDY, LEAST_ASKED, USUAL } from './fair-mix.ts'
import type { CustomersJob } from './mix-store.ts'
import { ASKS, SENTENCES, TASKS, TOPICS } from './prompt-parts.ts'

/** A job as a customer might send it. */
export interface DrawnJob {
  submission: Pick<Submission, 'input_text' | 'max_tokens' | 'temperature'> & EngineOptions & { max_tokens: number }
  options: Pick<JobOptions, 'messages' | 'raw'>
}

/** Where a check's words come from. */
interface Words {
  /** The operator's own. */
  prompts: readonly string[]
  earlier: readonly Exchange[]
  /** What the host has been asked of late. */
  asked?: ReadonlySet<string> | undefined
}

/** As much as hosts may be asked for in a check: whoever is asked for more knows a customer. */
const MOST_TOKENS = 4096
/** Of so many prompts the one is taken whose length is nearest to the customer's. */
const TRIES = 12

/**
 * A job drawn from what customers ask for (`fairMix`): one of theirs says how long it is, how long its answer may be,
 * how it is sampled and which form it has; its words are the platform's own or the operator's, and where customers go
 * on with a conversation, an earlier check's. So whoever looks at lengths, options and forms sees customers. Pure but
 * for the chance.
 */
export function drawJob(mix: readonly CustomersJob[], { prompts, earlier, asked }: Words, chance: Chance): DrawnJob {
  const usable = mix.filter(({ options_json, max_tokens }) => {
    const options = readOptions(options_json)
    if (max_tokens < LEAST_ASKED) return false
    return isPlain(options) && (earlier.length > 0 || !isConversation(options.messages))
  })
  const like = usable.length > 0 ? likeOne(usable, chance) : chance() < 0.5 ? GREEDY : USUAL
  const { messages: chat, raw, seed, response: _, cache_key: __, ...sampling } = readOptions(like.options_json)
  const prompt = (bytes: number) => promptOfAbout(bytes, { prompts, asked }, chance)
  const messages = chat && chatLike(chat, like.prompt_bytes, { prompt, earlier }, chance)
  // Chats go with the same as one text, for engines that know none.
  const input_text = messages ? renderChat(messages) : prompt(like.prompt_bytes)
  const max_tokens = Math.min(MOST_TOKENS, like.max_tokens)
  const seeded = seed === undefined ? {} : { seed: seedLike(seed, chance) }
  const likely = like.temperature === 0 ? unpenalised(sampling) : sampling
  const submission = { ...likely, ...seeded, input_text, max_tokens, temperature: like.temperature }
  return { submission, options: { ...(messages ? { messages } : {}), ...(raw ? { raw } : {}) } }
}

/** With a system message and earlier turns where the customer's has them, and about as long. */
function chatLike(
  chat: readonly ChatMessage[],
  prompt_bytes: number,
  { prompt, earlier }: { prompt: (bytes: number) => string; earlier: readonly Exchange[] },
  chance: Chance,
): ChatMessage[] {
  const begin = chat.some(({ role }) => role === 'system') ? [SYSTEM] : []
  const around = Buffer.byteLength(renderChat([...begin, { role: 'user', content: '' }]))
  const bytes = Math.max(1, prompt_bytes - around)
  const goesOn = isConversation(chat) ? drawConversation(earlier, bytes, chance) : undefined
  return [...begin, ...(goesOn ?? [{ role: 'user' as const, content: prompt(bytes) }])]
}

/** Everybody takes 1 or 42; any other seed that came twice would tell of its customer. */
const seedLike = (seed: number, chance: Chance) =>
  Math.abs(seed) < CHOSEN_SEEDS ? seed : Math.floor(chance() * 2 ** 31)

/** A reading knows no penalties, so that a greedy text written under some would be odd of an honest host. */
function unpenalised<T extends Penalties>(sampling: T): T {
  const { frequency_penalty, presence_penalty, ...others } = sampling
  const none = { ...(frequency_penalty === 0 ? { frequency_penalty } : {}) }
  return { ...others, ...none, ...(presence_penalty === 0 ? { presence_penalty } : {}) } as T
}

type Penalties = Pick<JobOptions, 'frequency_penalty' | 'presence_penalty'>

/** Of checks, where customers ask for any; of their jobs it may be far fewer. */
const GREEDY_PART = 0.3
const LEAST_GREEDY = 0.01

/**
 * Greedy texts tell roundings from each other that sampled ones never do, so they are not left to chance: a greedy job
 * is a check a little more often than another, and a host that would answer only those honestly has to have the model.
 */
function likeOne(usable: readonly CustomersJob[], chance: Chance): CustomersJob {
  const greedy = usable.filter(({ temperature }) => temperature === 0)
  const part = greedy.length / usable.length
  const more = part >= LEAST_GREEDY && part < GREEDY_PART && chance() < (GREEDY_PART - part) / (1 - part)
  return one(more ? greedy : usable, chance)
}

const SYSTEM: ChatMessage = { role: 'system', content: 'You are a helpful assistant.' }

/** What has another form than text has no text to compare. */
function isPlain({ tools, response_format, logprobs, messages, score, logit_bias }: JobOptions) {
  if (tools || response_format || logprobs || score || logit_bias) return false
  const texts = (messages ?? []).every(({ role, content }) => typeof content === 'string' && role !== 'tool')
  return texts && (messages ?? []).at(-1)?.role !== 'assistant'
}

const isConversation = (chat: readonly ChatMessage[] = []) => chat.some(({ role }) => role === 'assistant')

/** None that the host knows by now, while there are others: who is asked the same again knows a check. */
function promptOfAbout(bytes: number, { prompts, asked }: Pick<Words, 'prompts' | 'asked'>, chance: Chance): string {
  const unknown = (texts: readonly string[]) => {
    const fresh = texts.filter((text) => !asked?.has(text))
    return fresh.length > 0 ? fresh : texts
  }
  const own = unknown(prompts)
  const tries = unknown(
    Array.from({ length: TRIES }, () =>
      own.length > 0 && chance() < 0.7 ? one(own, chance) : madePrompt(bytes, chance),
    ),
  )
  const off = (text: string) => Math.abs(Math.log((Buffer.byteLength(text) + 1) / (bytes + 1)))
  return tries.reduce((best, text) => (off(text) < off(best) ? text : best))
}

/** As long as one line, or with a text that makes it about as long as is asked. */
function madePrompt(bytes: number, chance: Chance): string {
  if (bytes < 160) return filled(one(ASKS, chance), chance)
  let text = `${one(TASKS, chance)}\n\n`
  while (Buffer.byteLength(text) < Math.min(bytes, MOST_BYTES)) text += `${filled(one(SENTENCES, chance), chance)} `
  return text.trimEnd()
}

const MOST_BYTES = 16_384

const filled = (text: string, chance: Chance) =>
  text.replace('{topic}', one(TOPICS, chance)).replace('{other}', one(TOPICS, chance))
