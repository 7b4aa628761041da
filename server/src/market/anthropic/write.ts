import { type AnthropicAnswer, isDeeperThan, MOST_LEVELS } from '@mkt/schemas'
import { jsonExcess } from '../../base/json-bounds.ts'
import type { AnswerWriter, EndedAnswer } from '../openai/one-stream.ts'
import { usageOf } from '../openai/write.ts'
import { type Answer, callId } from '../pieces/answer.ts'
import { readPiece } from '../pieces/piece.ts'

/** Answers in Anthropic's format; pure translation, no I/O. */

/** An answer as far as its beginning says it. */
export interface Opening {
  job_id: string
  model: string
}

const idOf = ({ job_id }: Opening) => `msg_${job_id.slice(job_id.indexOf('_') + 1)}`

export function wholeMessage(of: Opening, answer: Answer, { job }: EndedAnswer): AnthropicAnswer {
  const { content, tool_calls } = answer
  const calls = tool_calls.map(({ id, function: { name, arguments: given } }) => ({
    ...{ type: 'tool_use' as const, id, name },
    input: inputOf(given),
  }))
  const text = content === '' && calls.length > 0 ? [] : [{ type: 'text' as const, text: content }]
  return { ...opened(of), content: [...text, ...calls], ...reasonOf(job), usage: spentOf(job) }
}

/** What a model wrote as arguments is an object, or else stands in one as its text. */
function inputOf(given: string): unknown {
  const input = parsed(given === '' ? '{}' : given)
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  // A host may have sent more levels than can be written out again, and its buyer has paid for the answer.
  return isObject && !isDeeperThan(input, MOST_LEVELS) ? input : { arguments: given }
}

function parsed(text: string): unknown {
  if (jsonExcess(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function opened(of: Opening) {
  return { id: idOf(of), type: 'message' as const, role: 'assistant' as const, model: of.model }
}

function reasonOf({ finish_reason }: EndedAnswer['job']): Pick<AnthropicAnswer, 'stop_reason' | 'stop_sequence'> {
  const called = finish_reason === 'tool_calls'
  const stop_reason = called ? 'tool_use' : finish_reason === 'length' ? 'max_tokens' : 'end_turn'
  return { stop_reason, stop_sequence: null }
}

function spentOf(job: EndedAnswer['job']): AnthropicAnswer['usage'] {
  const { prompt_tokens, completion_tokens, prompt_tokens_details: details } = usageOf([job])
  if (!details) return { input_tokens: prompt_tokens, output_tokens: completion_tokens }
  // Here a prompt is the sum of both: what was cached is no part of input_tokens.
  const cached = Math.min(details.cached_tokens, prompt_tokens)
  const input_tokens = prompt_tokens - cached
  return { input_tokens, output_tokens: completion_tokens, cache_read_input_tokens: cached }
}

const event = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`

/** An answer as the events of a stream: blocks one after the other, of text or a call. */
export class MessageWriter implements AnswerWriter {
  readonly #of: Opening
  /** The block that is open: of text, or of a call by its index. */
  #open: 'text' | number | undefined
  #blocks = 0

  constructor(of: Opening) {
    this.#of = of
  }

  begin(): string {
    const usage = { input_tokens: 0, output_tokens: 0 }
    const message = { ...opened(this.#of), content: [], stop_reason: null, stop_sequence: null, usage }
    return event('message_start', { message })
  }

  piece(stored: string): string {
    const { text, reasoning, tool_call } = readPiece(stored)
    if (reasoning) return ''
    if (tool_call) {
      const { index, id = callId(this.#of.job_id, index), name = '' } = tool_call
      const start = this.#turnTo(index, { type: 'tool_use', id, name, input: {} })
      return text === '' ? start : start + this.#delta({ type: 'input_json_delta', partial_json: text })
    }
    return text === ''
      ? ''
      : this.#turnTo('text', { type: 'text', text: '' }) + this.#delta({ type: 'text_delta', text })
  }

  end({ job }: EndedAnswer): string {
    const nothing = this.#blocks === 0 ? this.#turnTo('text', { type: 'text', text: '' }) : ''
    const end = event('message_delta', { delta: reasonOf(job), usage: spentOf(job) })
    return nothing + this.#close() + end + event('message_stop', {})
  }

  #turnTo(block: 'text' | number, content_block: object): string {
    if (this.#open === block) return ''
    const closed = this.#close()
    this.#open = block
    return closed + event('content_block_start', { index: this.#blocks++, content_block })
  }

  #delta(delta: object): string {
    return event('content_block_delta', { index: this.#blocks - 1, delta })
  }

  #close(): string {
    if (this.#open === undefined) return ''
    this.#open = undefined
    return event('content_block_stop', { index: this.#blocks - 1 })
  }
}

export const messageError = (body: object) => `event: error\ndata: ${JSON.stringify(body)}\n\n`
