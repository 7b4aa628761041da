import type { Response, ResponseOutput } from '@mkt/schemas'
import type { ResponseSettings } from '../jobs/options.ts'
import type { AnswerWriter, EndedAnswer } from '../openai/one-stream.ts'
import { usageOf } from '../openai/write.ts'
import { type Answer, answerOf, callId } from '../pieces/answer.ts'
import { readPiece } from '../pieces/piece.ts'

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

export function wholeResponse(of: Asking, answer: Answer, { job }: EndedAnswer): Response {
  const long = job.finish_reason === 'length'
  const { prompt_tokens, completion_tokens, total_tokens, ...details } = usageOf([job])
  return {
    ...frame(of),
    status: long ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: long ? { reason: 'max_output_tokens' } : null,
    output: outputOf(of.job_id, answer),
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

function outputOf(job_id: string, { content, tool_calls }: Answer): ResponseOutput[] {
  const said = content === '' && tool_calls.length > 0 ? [] : [messageItem(job_id, content, 'completed')]
  return [...said, ...tool_calls.map((call, at) => callItem(job_id, at, call, 'completed'))]
}

const textPart = (text: string) => ({ type: 'output_text' as const, text, annotations: [], logprobs: [] })

function messageItem(job_id: string, text: string, status: string): ResponseOutput {
  const content = status === 'completed' ? [textPart(text)] : []
  return { type: 'message', id: `msg_${bare(job_id)}`, status, role: 'assistant', content }
}

interface Call {
  id: string
  function: { name: string; arguments: string }
}

function callItem(job_id: string, at: number, { id, function: { name, arguments: given } }: Call, status: string) {
  const item = { id: `fc_${bare(job_id)}_${at}`, status, call_id: id, name, arguments: given }
  return { type: 'function_call' as const, ...item }
}

/** An item of the output that is being written. */
interface OpenItem {
  at: number
  id: string
  /** Of a call; undefined: it is the message. */
  call: (Call & { index: number }) | undefined
  text: string
}

/** A response as the events of a stream, each with its number. */
export class ResponseWriter implements AnswerWriter {
  readonly #of: Asking
  readonly #pieces: string[] = []
  #item: OpenItem | undefined
  #items = 0
  #sequence = 0

  constructor(of: Asking) {
    this.#of = of
  }

  begin(): string {
    const response = openResponse(this.#of, 'in_progress')
    return this.#event('response.created', { response }) + this.#event('response.in_progress', { response })
  }

  piece(stored: string): string {
    this.#pieces.push(stored)
    const { text, reasoning, tool_call } = readPiece(stored)
    if (reasoning || (text === '' && !tool_call)) return ''
    const opened = tool_call ? this.#openCall(tool_call) : this.#openMessage()
    const item = this.#item as OpenItem
    item.text += text
    if (text === '') return opened
    const place = { item_id: item.id, output_index: item.at, delta: text }
    if (item.call) return opened + this.#event('response.function_call_arguments.delta', place)
    return opened + this.#event('response.output_text.delta', { ...place, content_index: 0, logprobs: [] })
  }

  end(ended: EndedAnswer): string {
    const nothing = this.#items === 0 ? this.#openMessage() : ''
    const response = wholeResponse(this.#of, answerOf(this.#of.job_id, this.#pieces), ended)
    return nothing + this.#close() + this.#event(`response.${response.status}`, { response })
  }

  /** After text was sent there is no status to answer with. */
  fail(code: string, message: string): string {
    return this.#event('response.failed', { response: openResponse(this.#of, 'failed', { code, message }) })
  }

  #openMessage(): string {
    if (this.#item && !this.#item.call) return ''
    const closed = this.#close()
    const item = messageItem(this.#of.job_id, '', 'in_progress')
    this.#item = { at: this.#items++, id: item.id, call: undefined, text: '' }
    const place = { item_id: item.id, output_index: this.#item.at, content_index: 0, part: textPart('') }
    const added = this.#event('response.output_item.added', { output_index: this.#item.at, item })
    return closed + added + this.#event('response.content_part.added', place)
  }

  #openCall({ index, id, name }: { index: number; id?: string | undefined; name?: string | undefined }): string {
    if (this.#item?.call?.index === index) return ''
    const closed = this.#close()
    const function_ = { name: name ?? '', arguments: '' }
    const call = { index, id: id ?? callId(this.#of.job_id, index), function: function_ }
    const item = callItem(this.#of.job_id, index, call, 'in_progress')
    this.#item = { at: this.#items++, id: item.id, call, text: '' }
    return closed + this.#event('response.output_item.added', { output_index: this.#item.at, item })
  }

  #close(): string {
    const open = this.#item
    if (!open) return ''
    this.#item = undefined
    const place = { item_id: open.id, output_index: open.at }
    if (open.call) {
      open.call.function.arguments = open.text
      const item = callItem(this.#of.job_id, open.call.index, open.call, 'completed')
      const said = { ...place, name: open.call.function.name, arguments: open.text }
      const done = this.#event('response.function_call_arguments.done', said)
      return done + this.#event('response.output_item.done', { output_index: open.at, item })
    }
    const content = { ...place, content_index: 0 }
    const item = messageItem(this.#of.job_id, open.text, 'completed')
    return (
      this.#event('response.output_text.done', { ...content, text: open.text, logprobs: [] }) +
      this.#event('response.content_part.done', { ...content, part: textPart(open.text) }) +
      this.#event('response.output_item.done', { output_index: open.at, item })
    )
  }

  #event(type: string, data: object): string {
    const said = { type, sequence_number: this.#sequence++, ...data }
    return `event: ${type}\ndata: ${JSON.stringify(said)}\n\n`
  }
}
