import type { EngineOptions, Submission } from '@mkt/schemas'
import type { JobOptions } from '../jobs/options.ts'
import { readOptions } from '../jobs/options.ts'
import type { CustomersJob } from './mix-store.ts'
import { ASKS, SENTENCES, TASKS, TOPICS } from './prompt-parts.ts'

/** A number from 0 up to 1, like Math.random. */
export type Chance = () => number

/** A job as a customer might send it. */
export interface DrawnJob {
  submission: Pick<Submission, 'input_text' | 'max_tokens' | 'temperature'> & EngineOptions & { max_tokens: number }
  options: Pick<JobOptions, 'messages' | 'raw'>
}

/** How customers ask where there are none yet: as the doors fill in what is left out. */
const USUAL = { max_tokens: 128, temperature: 0.7, prompt_bytes: 60, options_json: null }
const GREEDY = { ...USUAL, temperature: 0 }
/** As much as hosts may be asked for in a check: whoever is asked for more knows a customer. */
const MOST_TOKENS = 4096
/** Of so many prompts the one is taken whose length is nearest to the customer's. */
const TRIES = 12

/**
 * A job drawn from what customers ask for: one of theirs says how long it is, how long its answer may be, how it is
 * sampled and which form it has; its words are the platform's own or the operator's. So whoever looks at lengths,
 * options and forms sees customers. Pure but for the chance.
 */
export function drawJob(mix: readonly CustomersJob[], prompts: readonly string[], chance: Chance): DrawnJob {
  const usable = mix.filter(({ options_json }) => isPlain(readOptions(options_json)))
  const like = usable.length > 0 ? likeOne(usable, chance) : chance() < 0.5 ? GREEDY : USUAL
  const input_text = promptOfAbout(like.prompt_bytes, prompts, chance)
  const { messages, raw, ...sampling } = readOptions(like.options_json)
  const system = messages?.find(({ role }) => role === 'system')
  const said = messages && [
    ...(system ? [{ role: 'system' as const, content: SYSTEM }] : []),
    { role: 'user' as const, content: input_text },
  ]
  // Chats go with the same as one text, for engines that know none.
  const text = system ? `${SYSTEM}\n\n${input_text}` : input_text
  const max_tokens = Math.min(MOST_TOKENS, like.max_tokens)
  const submission = { ...sampling, input_text: text, max_tokens, temperature: like.temperature }
  return { submission, options: { ...(said ? { messages: said } : {}), ...(raw ? { raw } : {}) } }
}

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

const SYSTEM = 'You are a helpful assistant.'

/** What has another form than text has no text to compare, and a conversation none to make up. */
function isPlain({ tools, response_format, logprobs, messages, score, response, logit_bias, seed }: JobOptions) {
  if (tools || response_format || logprobs || score || response || logit_bias || seed !== undefined) return false
  return (messages ?? []).every(({ role, content }) => typeof content === 'string' && role !== 'assistant')
}

function promptOfAbout(bytes: number, prompts: readonly string[], chance: Chance): string {
  const tries = Array.from({ length: TRIES }, () =>
    prompts.length > 0 && chance() < 0.7 ? one(prompts, chance) : madePrompt(bytes, chance),
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

/** In an order by chance. */
export const shuffled = <T>(of: readonly T[], chance: Chance): T[] =>
  of
    .map((item) => ({ item, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

export const one = <T>(of: readonly T[], chance: Chance): T =>
  of[Math.min(of.length - 1, Math.floor(chance() * of.length))] as T
