import { hash } from 'node:crypto'
import { type ChatMessage, textOf } from '@mkt/schemas'
import type { JobOptions } from '../jobs/options.ts'

/** Characters of a block: engines keep what they have read in blocks of some dozen tokens. */
const BLOCK_CHARS = 256
/** Of 64 bits each; two that are equal by chance cost a host that is not warm. */
const HASH_CHARS = 16
/** So many of the longest beginnings are looked for, beside the short ones that are noted of every prompt. */
const MOST_LOOKED_FOR = 256

/** What of a job its chain is made of. */
export interface Prompted {
  user_id: string
  model: string
  input_text: string
}

/** The beginnings of a prompt, the shortest first, as keyed hashes. `keyed`: the first is of the buyer's own key. */
export interface PromptChain {
  hashes: string[]
  keyed: boolean
}

/**
 * The hashes of a prompt's blocks, each over all before it, by a secret: nobody reads a text from them, and equal texts
 * of two users have different ones, since who shares a cache with others can find out what they asked. Pure.
 */
export function chainOf(job: Prompted, options: JobOptions, secret: string): PromptChain {
  const { cache_key, tools = [], messages, embed, rerank } = options
  if (embed || rerank) return { hashes: [], keyed: false }
  const text = messages ? messages.map(rendered).join('\n\n') : rendered({ role: 'user', content: job.input_text })
  // Most prompts of programs: nothing of theirs would be noted.
  if (cache_key === undefined && text.length < BLOCK_CHARS) return { hashes: [], keyed: false }
  // One call, of 2 us, where a keyed hash is an object of 12. Nobody sees these, and no part of one extends to more.
  const next = (before: string, more: string) =>
    hash('sha256', `${secret}/${before}/${more}`, 'base64url').slice(0, HASH_CHARS)
  const whose = JSON.stringify([job.user_id, job.model, cache_key ?? null, tools])
  const hashes = cache_key === undefined ? [] : [next('', whose)]
  let last = hashes[0] ?? whose
  for (let at = BLOCK_CHARS; at <= text.length; at += BLOCK_CHARS) {
    last = next(last, text.slice(at - BLOCK_CHARS, at))
    hashes.push(last)
  }
  return { hashes, keyed: cache_key !== undefined }
}

/** As each turn of a conversation begins, whatever follows it: engines are given the same text again, and more. */
function rendered({ role, content, tool_calls = [] }: ChatMessage): string {
  return [`${role}: ${textOf(content)}`, ...tool_calls.map((call) => JSON.stringify(call.function))].join('\n')
}

/** What is noted of a prompt that a host has read: all of it, and the beginnings that other prompts may share. Pure. */
export function noted({ hashes, keyed }: PromptChain): string[] {
  return hashes.filter((_, at) => at === hashes.length - 1 || (keyed && at === 0) || isPower(keyed ? at : at + 1))
}

/** What is looked for, the longest first. Pure. */
export function lookedFor(chain: PromptChain): string[] {
  const { hashes } = chain
  const long = hashes.slice(-MOST_LOOKED_FOR)
  return [...noted(chain).filter((hash) => !long.includes(hash)), ...long].reverse()
}

const isPower = (blocks: number) => blocks > 0 && (blocks & (blocks - 1)) === 0
