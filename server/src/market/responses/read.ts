import type { ChatMessage, ResponseItem, ResponsePart, ResponseRequest } from '@mkt/schemas'
import { ofTool } from '../tool-pictures.ts'

/** Requests of OpenAI's responses as its chats; pure translation, no I/O. */

type Message = Record<string, unknown>

/** `before`: the conversation that the request goes on with. */
export function chatOf(request: ResponseRequest, before: readonly ChatMessage[]): Record<string, unknown> {
  const { input, instructions, tools, tool_choice, text, max_output_tokens } = request
  const { model, models, temperature, top_p, stream, parallel_tool_calls } = request
  const { max_price_per_token, max_price_per_input_token, hosts, verified, partial, prompt_cache_key } = request
  const opening = instructions == null ? [] : [{ role: 'system', content: instructions }]
  const asked = typeof input === 'string' ? [{ role: 'user', content: input }] : messagesOf(input)
  return {
    ...{ model, models, temperature, top_p, stream, hosts, verified, partial, prompt_cache_key },
    max_tokens: max_output_tokens,
    messages: [...opening, ...before, ...asked],
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

/**
 * Calls that follow each other are one message of the model's, with what it said before them. Pictures that functions
 * answered come behind the last of the answers, as what the user says.
 */
function messagesOf(items: readonly ResponseItem[]): Message[] {
  const messages: Message[] = []
  const shown: object[] = []
  for (const [at, item] of items.entries()) {
    if (item.type === 'reasoning') continue
    if (item.type === 'function_call_output') {
      messages.push({ role: 'tool', tool_call_id: item.call_id, content: textOf(item.output) })
      shown.push(...ofTool(item.call_id, picturesOf(item.output)))
      if (shown.length > 0 && items[at + 1]?.type !== 'function_call_output')
        messages.push({ role: 'user', content: shown.splice(0) })
    } else if (item.type === 'function_call') addCall(messages, item)
    else messages.push({ role: item.role, content: contentOf(item.content) })
  }
  return messages
}

function addCall(messages: Message[], { call_id, name, arguments: given }: ResponseItem & { type: 'function_call' }) {
  const call = { id: call_id, type: 'function', function: { name, arguments: given } }
  const last = messages.at(-1)
  if (last?.role === 'assistant') last.tool_calls = [...((last.tool_calls as object[] | undefined) ?? []), call]
  else messages.push({ role: 'assistant', content: '', tool_calls: [call] })
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
