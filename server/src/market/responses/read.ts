import type { ChatMessage, ResponseItem, ResponsePart, ResponseRequest } from '@mkt/schemas'
import { ofThisTurn } from '../thoughts.ts'
import { ofTool } from '../tool-pictures.ts'
import { InputLength } from './input-length.ts'

/** Requests of OpenAI's responses as its chats; pure translation, no I/O. */

type Message = Record<string, unknown>

/**
 * `input` without references; `before`: the conversation that the request goes on with.
 * Error: invalid_request where its texts are too long for any chat; they are put together only if they are not.
 */
export function chatOf(
  request: ResponseRequest,
  input: string | readonly Item[],
  before: readonly ChatMessage[],
): Record<string, unknown> {
  const { instructions, tools, tool_choice, text, max_output_tokens } = request
  const { model, models, temperature, top_p, stream, parallel_tool_calls } = request
  const { max_price_per_token, max_price_per_input_token, hosts, verified, partial, prompt_cache_key } = request
  const opening = instructions == null ? [] : [{ role: 'system', content: instructions }]
  const asked = typeof input === 'string' ? [{ role: 'user', content: input }] : messagesOf(input)
  return {
    ...{ model, models, temperature, top_p, stream, hosts, verified, partial, prompt_cache_key },
    max_tokens: max_output_tokens,
    messages: withThoughts(ofThisTurn([...opening, ...before, ...asked])),
    ...(tools?.length ? { tools: tools.map(toolOf), ...choiceOf(tool_choice) } : {}),
    ...(tools?.length && parallel_tool_calls != null ? { parallel_tool_calls } : {}),
    ...formatOf(text),
    ...prices({ max_price_per_token, max_price_per_input_token }),
  }
}

/** As they came on the wire: the chat is parsed once more. */
function prices(given: Record<string, bigint | null | undefined>): Record<string, number> {
  const said = Object.entries(given).flatMap(([name, nano]) => (nano == null ? [] : [[name, Number(nano) / 1e9]]))
  return Object.fromEntries(said)
}

export type Item = Exclude<ResponseItem, { type: 'item_reference' }>

/**
 * What a model said and called one after the other is one message of it, with what it thought before: the texts of it,
 * not yet put together. Pictures that functions answered come behind the last of the answers, as what the user says.
 */
function messagesOf(items: readonly Item[]): Message[] {
  const messages: Message[] = []
  const length = new InputLength()
  let shown: object[] = []
  let thought: string[] | undefined
  for (const [at, item] of items.entries()) {
    length.addItem(item)
    if (item.type === 'reasoning') {
      thought = addThought(thought, item)
      continue
    }
    if (item.type === 'function_call_output') {
      messages.push({ role: 'tool', tool_call_id: item.call_id, content: textOf(item.output) })
      for (const part of ofTool(item.call_id, picturesOf(item.output))) shown.push(part)
      if (shown.length > 0 && items[at + 1]?.type !== 'function_call_output') {
        messages.push({ role: 'user', content: shown })
        shown = []
      }
    } else if (item.type === 'function_call') addCall(messages, item, thought)
    else if (item.role === 'assistant') addText(messages, item.content, thought)
    else messages.push({ role: item.role, content: contentOf(item.content) })
    thought = undefined
  }
  return messages
}

/** Each thought is on a line of its own. */
function addThought(before: string[] | undefined, { summary }: Item & { type: 'reasoning' }): string[] {
  const thought = before ?? []
  for (const { text } of summary ?? []) {
    if (thought.length > 0) thought.push('\n')
    thought.push(text)
  }
  return thought
}

/** Thoughts that are left put together. Those that came as one text are of the conversation before. */
function withThoughts(messages: Message[]): Message[] {
  const length = new InputLength()
  for (const message of messages) {
    const { reasoning_content: thought } = message
    if (!Array.isArray(thought)) continue
    for (const text of thought) length.add(text)
    message.reasoning_content = thought.join('')
  }
  return messages
}

function addCall(
  messages: Message[],
  { call_id, name, arguments: given }: Item & { type: 'function_call' },
  thought: readonly string[] | undefined,
) {
  const said = lastSaid(messages) ?? opened(messages, '')
  think(said, thought)
  said.tool_calls ??= []
  ;(said.tool_calls as object[]).push({ id: call_id, type: 'function', function: { name, arguments: given } })
}

/** Behind a call or a thought it belongs to the same answer: results have to follow the message that called. */
function addText(
  messages: Message[],
  content: string | readonly ResponsePart[],
  thought: readonly string[] | undefined,
) {
  const last = lastSaid(messages)
  const goesOn = last && (last.tool_calls !== undefined || thought !== undefined) && typeof last.content === 'string'
  const text = contentOf(content)
  const said = goesOn && typeof text === 'string' ? last : opened(messages, text)
  if (said === last) said.content = `${said.content}${text}`
  think(said, thought)
}

const lastSaid = (messages: readonly Message[]) => {
  const last = messages.at(-1)
  return last?.role === 'assistant' ? last : undefined
}

function opened(messages: Message[], content: string | object[]): Message {
  const message = { role: 'assistant', content }
  messages.push(message)
  return message
}

function think(said: Message, thought: readonly string[] = []): void {
  if (thought.length === 0) return
  said.reasoning_content ??= []
  for (const text of thought) (said.reasoning_content as string[]).push(text)
}

const textOf = (content: string | readonly ResponsePart[]): string =>
  typeof content === 'string' ? content : content.map((part) => ('text' in part ? part.text : '')).join('')

function contentOf(content: string | readonly ResponsePart[]): string | object[] {
  if (typeof content === 'string' || content.every((part) => 'text' in part)) return textOf(content)
  return content.map((part) => ('text' in part ? { type: 'text', text: part.text } : pictureOf(part)))
}

const pictureOf = ({ image_url: url, detail }: ResponsePart & { type: 'input_image' }) => ({
  type: 'image_url',
  image_url: { url, ...(detail ? { detail } : {}) },
})

const picturesOf = (content: string | readonly ResponsePart[]) =>
  typeof content === 'string' ? [] : content.flatMap((part) => ('text' in part ? [] : [pictureOf(part)]))

function toolOf({ name, description, parameters, strict }: NonNullable<ResponseRequest['tools']>[number]): Message {
  const described = description == null ? {} : { description }
  const more = { ...(parameters ? { parameters } : {}), ...(strict == null ? {} : { strict }) }
  return { type: 'function', function: { name, ...described, ...more } }
}

function choiceOf(choice: ResponseRequest['tool_choice']): Message {
  if (choice == null) return {}
  if (typeof choice === 'string') return { tool_choice: choice }
  return { tool_choice: { type: 'function', function: { name: choice.name } } }
}

function formatOf(text: ResponseRequest['text']): Message {
  const format = text?.format
  if (!format || format.type === 'text') return {}
  if (format.type === 'json_object') return { response_format: format }
  const { type, ...schema } = format
  return { response_format: { type, json_schema: schema } }
}
