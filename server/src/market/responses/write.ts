import type { Response, ResponseOutput } from '@mkt/schemas'
import type { ResponseSettings } from '../jobs/options.ts'
import type { AnswerWriter, EndedAnswer } from '../openai/one-stream.ts'
import { usageOf } from '../openai/write.ts'
import { type Segment, Segments, type Step } from '../pieces/segments.ts'

/** Answers in the form of OpenAI's responses; pure translation, no I/O. */

/** What a response says of its request. */
export interface Asking extends ResponseSettings {
  job_id: string
  model: string
  /** Epoch seconds. */
  created: number
  temperature: number
  top_p: number | undefined
  store: boolean
}

export const responseIdOf = (job_id: string) => `resp_${bare(job_id)}`
const bare = (job_id: string) => job_id.slice(job_id.indexOf('_') + 1)

/** A response before it has ended, or one that failed. */
export function openResponse(of: Asking, status: Response['status'], error: Response['error'] = null): Response {
  return { ...frame(of), status, error, incomplete_details: null, output: [], usage: null }
}

/** `segments`: its items, in the order of its stream. */
export function wholeResponse(of: Asking, segments: readonly Segment[], { job }: EndedAnswer): Response {
  const long = job.finish_reason === 'length'
  const { prompt_tokens, completion_tokens, total_tokens, ...details } = usageOf([job])
  return {
    ...frame(of),
    status: long ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: long ? { reason: 'max_output_tokens' } : null,
    output: segments.map((segment) => itemOf(of.job_id, segment, 'completed')),
    usage: {
      input_tokens: prompt_tokens,
      input_tokens_details: { cached_tokens: details.prompt_tokens_details?.cached_tokens ?? 0 },
      output_tokens: completion_tokens,
      output_tokens_details: { reasoning_tokens: details.completion_tokens_details?.reasoning_tokens ?? 0 },
      total_tokens,
    },
  }
}

function frame(of: Asking) {
  return {
    ...{ id: responseIdOf(of.job_id), object: 'response' as const, created_at: of.created, background: false as const },
    ...{ instructions: of.instructions, max_output_tokens: of.max_output_tokens, model: of.model },
    ...{ parallel_tool_calls: of.parallel_tool_calls, previous_response_id: of.previous_response_id, store: of.store },
    ...{ temperature: of.temperature, text: { format: of.format }, tool_choice: of.tool_choice, tools: of.tools },
    ...{ top_p: of.top_p ?? 1, truncation: 'disabled' as const, metadata: of.metadata },
  }
}

const textPart = (text: string) => ({ type: 'output_text' as const, text, annotations: [], logprobs: [] })

const thoughtPart = (text: string) => ({ type: 'summary_text' as const, text })

/** Of several texts or thoughts those behind the first say which of them they are. */
const idOf = (kind: string, job_id: string, nth: number) => `${kind}_${bare(job_id)}${nth === 0 ? '' : `_${nth}`}`

/** An item as far as it is there: one that begins has no content yet. */
export function itemOf(job_id: string, segment: Segment, status: 'in_progress' | 'completed'): ResponseOutput {
  const parts = <P>(part: (text: string) => P) => (status === 'completed' ? [part(segment.text)] : [])
  if (segment.kind === 'call') {
    const { index, id: call_id, name, text } = segment
    const given = status === 'completed' ? text : ''
    return { type: 'function_call', id: `fc_${bare(job_id)}_${index}`, status, call_id, name, arguments: given }
  }
  if (segment.kind === 'thought')
    return { type: 'reasoning', id: idOf('rs', job_id, segment.nth), status, summary: parts(thoughtPart) }
  const id = idOf('msg', job_id, segment.nth)
  return { type: 'message', id, status, role: 'assistant', content: parts(textPart) }
}

/** A response as the events of a stream, each with its number. */
export class ResponseWriter implements AnswerWriter {
  readonly #of: Asking
  readonly #segments: Segments
  readonly #whole: Segment[] = []
  #sequence = 0

  constructor(of: Asking) {
    this.#of = of
    this.#segments = new Segments(of.job_id)
  }

  begin(): string {
    const response = openResponse(this.#of, 'in_progress')
    return this.#event('response.created', { response }) + this.#event('response.in_progress', { response })
  }

  piece(stored: string): string {
    return this.#events(this.#segments.take(stored))
  }

  end(ended: EndedAnswer): string {
    const rest = this.#events(this.#segments.end())
    const response = wholeResponse(this.#of, this.#whole, ended)
    return rest + this.#event(`response.${response.status}`, { response })
  }

  /** After text was sent there is no status to answer with. */
  fail(code: string, message: string): string {
    return this.#event('response.failed', { response: openResponse(this.#of, 'failed', { code, message }) })
  }

  #events(steps: readonly Step[]): string {
    return steps.map((step) => this.#eventsOf(step)).join('')
  }

  #eventsOf(one: Step): string {
    const { segment } = one
    const { place: output_index, kind } = segment
    const item = itemOf(this.#of.job_id, segment, one.step === 'begins' ? 'in_progress' : 'completed')
    const at = { item_id: item.id, output_index }
    if (one.step === 'adds') return this.#delta(kind, { ...at, delta: one.text })
    if (one.step === 'begins')
      return this.#event('response.output_item.added', { output_index, item }) + this.#partBegins(kind, at)
    this.#whole.push(segment)
    return this.#partEnds(segment, at) + this.#event('response.output_item.done', { output_index, item })
  }

  #delta(kind: Segment['kind'], said: object): string {
    if (kind === 'call') return this.#event('response.function_call_arguments.delta', said)
    if (kind === 'text') return this.#event('response.output_text.delta', { ...said, ...IN_TEXT, logprobs: [] })
    return this.#event('response.reasoning_summary_text.delta', { ...said, ...IN_THOUGHT })
  }

  #partBegins(kind: Segment['kind'], at: object): string {
    if (kind === 'call') return ''
    if (kind === 'text') return this.#event('response.content_part.added', { ...at, ...IN_TEXT, part: textPart('') })
    return this.#event('response.reasoning_summary_part.added', { ...at, ...IN_THOUGHT, part: thoughtPart('') })
  }

  #partEnds(segment: Segment, at: object): string {
    const { text } = segment
    if (segment.kind === 'call')
      return this.#event('response.function_call_arguments.done', { ...at, name: segment.name, arguments: text })
    if (segment.kind === 'text')
      return (
        this.#event('response.output_text.done', { ...at, ...IN_TEXT, text, logprobs: [] }) +
        this.#event('response.content_part.done', { ...at, ...IN_TEXT, part: textPart(text) })
      )
    return (
      this.#event('response.reasoning_summary_text.done', { ...at, ...IN_THOUGHT, text }) +
      this.#event('response.reasoning_summary_part.done', { ...at, ...IN_THOUGHT, part: thoughtPart(text) })
    )
  }

  #event(type: string, data: object): string {
    const said = { type, sequence_number: this.#sequence++, ...data }
    return `event: ${type}\ndata: ${JSON.stringify(said)}\n\n`
  }
}

/** Messages and thoughts are of one part each. */
const IN_TEXT = { content_index: 0 }
const IN_THOUGHT = { summary_index: 0 }
