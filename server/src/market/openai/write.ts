import type { AnsweredMessage, OpenAiUsage } from '@mkt/schemas'
import { type Answer, callId } from '../pieces/answer.ts'
import { readPiece } from '../pieces/piece.ts'
import { chatLogprobs, textLogprobs } from './likelihoods.ts'
import type { Door } from './read.ts'

/** Answers in OpenAI's format; pure translation, no I/O. */

/** An answer as far as all that is said of it has in common. `created` is epoch seconds. */
export interface Answering {
  door: Door
  id: string
  created: number
  model: string
  /** Whether likelihoods were asked for. */
  likely: boolean
}

/** One of the answers to a request, by its place among them. */
export interface Choice {
  index: number
  job_id: string
}

/** A job as its usage is told. */
export interface Counted {
  prompt_tokens: number | null
  cached_tokens: number | null
  reasoning_tokens: number | null
  tokens_generated: number
}

/** Of all answers to a request together; their prompt is one. */
export function usageOf(jobs: readonly Counted[]): OpenAiUsage {
  const most = (counts: (number | null)[]) => counts.reduce((high, count) => Math.max(high ?? 0, count ?? 0), null)
  const said = (counts: (number | null)[]) => counts.some((count) => count !== null)
  const prompt_tokens = most(jobs.map((job) => job.prompt_tokens)) ?? 0
  const completion_tokens = jobs.reduce((sum, job) => sum + job.tokens_generated, 0)
  const usage: OpenAiUsage = { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
  const cached = jobs.map((job) => job.cached_tokens)
  if (said(cached)) usage.prompt_tokens_details = { cached_tokens: most(cached) ?? 0 }
  const thought = jobs.map((job) => job.reasoning_tokens)
  if (said(thought)) {
    usage.completion_tokens_details = { reasoning_tokens: thought.reduce<number>((sum, one) => sum + (one ?? 0), 0) }
  }
  return usage
}

/** One answer of a request that does not stream. */
export function wholeChoice(of: Answering, index: number, answer: Answer, finish_reason: string): object {
  const { content, logprobs } = answer
  if (of.door === 'completion') {
    return { index, text: content, finish_reason, logprobs: of.likely ? textLogprobs(logprobs, 0) : null }
  }
  const likely = of.likely ? { logprobs: chatLogprobs(logprobs) } : {}
  return { index, message: messageOf(answer), ...likely, finish_reason }
}

function messageOf({ content, reasoning, tool_calls }: Answer): AnsweredMessage {
  const called = tool_calls.length > 0
  return {
    role: 'assistant',
    content: called && content === '' ? null : content,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(called ? { tool_calls } : {}),
  }
}

export function wholeAnswer({ door, id, created, model }: Answering, choices: object[], usage: OpenAiUsage): object {
  return { id, object: door === 'chat' ? 'chat.completion' : 'text_completion', created, model, choices, usage }
}

/** What is said of a stream's answers with each chunk. */
export class ChunkWriter {
  readonly #of: Answering
  readonly #choice: Choice
  /** Calls whose beginning was sent. */
  readonly #begun = new Set<number>()
  #opens = true
  #length = 0

  constructor(of: Answering, choice: Choice) {
    this.#of = of
    this.#choice = choice
  }

  /** A piece, as streams keep it. The first of an answer says who speaks. */
  piece(stored: string): string {
    const { index } = this.#choice
    const piece = readPiece(stored)
    const likely = this.#of.likely && piece.logprobs ? piece.logprobs : undefined
    if (this.#of.door === 'completion') {
      const logprobs = likely ? textLogprobs(likely, this.#length) : null
      this.#length += piece.text.length
      return chunk(this.#of, [{ index, text: piece.text, finish_reason: null, logprobs }])
    }
    const delta = { ...this.#speaker(), ...this.#delta(stored) }
    const said = likely ? { logprobs: chatLogprobs(likely) } : {}
    return chunk(this.#of, [{ index, delta, ...said, finish_reason: null }])
  }

  end(finish_reason: string): string {
    const { index } = this.#choice
    if (this.#of.door === 'completion') return chunk(this.#of, [{ index, text: '', finish_reason, logprobs: null }])
    return chunk(this.#of, [{ index, delta: this.#speaker(), finish_reason }])
  }

  #speaker(): object {
    const speaker = this.#opens ? { role: 'assistant' } : {}
    this.#opens = false
    return speaker
  }

  #delta(stored: string): object {
    const { text, reasoning, tool_call } = readPiece(stored)
    if (reasoning) return { reasoning_content: text }
    if (!tool_call) return { content: text }
    const { index, id = callId(this.#choice.job_id, index), name = '' } = tool_call
    if (this.#begun.has(index)) return { tool_calls: [{ index, function: { arguments: text } }] }
    this.#begun.add(index)
    return { tool_calls: [{ index, id, type: 'function', function: { name, arguments: text } }] }
  }
}

/** One chunk of a stream as a server-sent event. */
function chunk({ door, id, created, model }: Answering, choices: object[], usage?: OpenAiUsage): string {
  const object = door === 'chat' ? 'chat.completion.chunk' : 'text_completion'
  return event({ id, object, created, model, choices, ...(usage ? { usage } : {}) })
}

export const usageChunk = (of: Answering, usage: OpenAiUsage) => chunk(of, [], usage)

export function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}
