import { type AnthropicAnswer, isDeeperThan, MOST_LEVELS } from '@mkt/schemas'
import { jsonExcess } from '../../base/json-bounds.ts'
import type { AnswerWriter, EndedAnswer } from '../openai/one-stream.ts'
import { usageOf } from '../openai/write.ts'
import { readPiece } from '../pieces/piece.ts'
import { type Segment, Segments, type Step, segmentsOf } from '../pieces/segments.ts'

/** Answers in Anthropic's format; pure translation, no I/O. */

/** An answer as far as its beginning says it. */
export interface Opening {
  job_id: string
  model: string
  /** Whether what the model thinks is shown. */
  thinks: boolean
}

const idOf = ({ job_id }: Opening) => `msg_${job_id.slice(job_id.indexOf('_') + 1)}`

export function wholeMessage(of: Opening, pieces: readonly string[], ended: EndedAnswer): AnthropicAnswer {
  const content = segmentsOf(of.job_id, shownOf(of, pieces)).map((segment) => blockOf(of, segment))
  return { ...opened(of), content, ...reasonOf(ended), usage: spentOf(ended.job) }
}

const shownOf = ({ thinks }: Opening, pieces: readonly string[]) =>
  thinks ? pieces : pieces.filter((stored) => !readPiece(stored).reasoning)

function blockOf(of: Opening, segment: Segment): AnthropicAnswer['content'][number] {
  const { text } = segment
  if (segment.kind === 'call') return { type: 'tool_use', id: segment.id, name: segment.name, input: inputOf(text) }
  return segment.kind === 'text'
    ? { type: 'text', text }
    : { type: 'thinking', thinking: text, signature: signatureOf(of) }
}

/**
 * Clients send thoughts back only where they are signed, and look at nothing of it. Nobody is trusted for it here: who
 * may ask with any thoughts at all gains nothing by invented ones. It says of which answer they are.
 */
const signatureOf = (of: Opening) => Buffer.from(idOf(of)).toString('base64')

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

function reasonOf({ job, stopped }: EndedAnswer): Pick<AnthropicAnswer, 'stop_reason' | 'stop_sequence'> {
  const { finish_reason } = job
  if (finish_reason === 'stop' && stopped !== undefined) return { stop_reason: 'stop_sequence', stop_sequence: stopped }
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

/** An answer as the events of a stream: blocks one after the other, of a thought, a text or a call. */
export class MessageWriter implements AnswerWriter {
  readonly #of: Opening
  readonly #segments: Segments

  constructor(of: Opening) {
    this.#of = of
    this.#segments = new Segments(of.job_id)
  }

  begin(): string {
    const usage = { input_tokens: 0, output_tokens: 0 }
    const message = { ...opened(this.#of), content: [], stop_reason: null, stop_sequence: null, usage }
    return event('message_start', { message })
  }

  piece(stored: string): string {
    return shownOf(this.#of, [stored])
      .map((piece) => this.#events(this.#segments.take(piece)))
      .join('')
  }

  end(ended: EndedAnswer): string {
    const end = event('message_delta', { delta: reasonOf(ended), usage: spentOf(ended.job) })
    return this.#events(this.#segments.end()) + end + event('message_stop', {})
  }

  #events(steps: readonly Step[]): string {
    return steps.map((step) => this.#eventsOf(step)).join('')
  }

  #eventsOf(one: Step): string {
    const { segment } = one
    const index = segment.place
    if (one.step === 'begins') return event('content_block_start', { index, content_block: openingOf(segment) })
    if (one.step === 'adds') return event('content_block_delta', { index, delta: deltaOf(segment.kind, one.text) })
    const signed = { type: 'signature_delta', signature: signatureOf(this.#of) }
    const signature = segment.kind === 'thought' ? event('content_block_delta', { index, delta: signed }) : ''
    return signature + event('content_block_stop', { index })
  }
}

function openingOf(segment: Segment): object {
  if (segment.kind === 'call') return { type: 'tool_use', id: segment.id, name: segment.name, input: {} }
  return segment.kind === 'text' ? { type: 'text', text: '' } : { type: 'thinking', thinking: '', signature: '' }
}

function deltaOf(kind: Segment['kind'], text: string): object {
  if (kind === 'text') return { type: 'text_delta', text }
  return kind === 'thought'
    ? { type: 'thinking_delta', thinking: text }
    : { type: 'input_json_delta', partial_json: text }
}

export const messageError = (body: object) => `event: error\ndata: ${JSON.stringify(body)}\n\n`
