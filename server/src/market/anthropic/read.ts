import type { AnthropicBlock, AnthropicMessage, AnthropicRequest } from '@mkt/schemas'
import { ofThisTurn } from '../thoughts.ts'
import { ofTool } from '../tool-pictures.ts'

/** Requests of Anthropic's format as chats of OpenAI's; pure translation, no I/O. */

type Message = Record<string, unknown>

export function chatOf(request: AnthropicRequest): Record<string, unknown> {
  const { system, messages, tools, tool_choice, stop_sequences, max_tokens } = request
  const { model, models, temperature, top_p, top_k, stream } = request
  const { max_price_per_token, max_price_per_input_token, hosts, verified, partial } = request
  const opening = system == null || system.length === 0 ? [] : [{ role: 'system', content: textOf(system) }]
  return {
    ...{ model, models, max_tokens, temperature, top_p, stream },
    ...(top_k == null ? {} : { top_k }),
    stop: stop_sequences,
    messages: ofThisTurn([...opening, ...messages.flatMap(messagesOf)]),
    ...(tools?.length ? { tools: tools.map(toolOf), ...choiceOf(tool_choice) } : {}),
    ...formatOf(request),
    ...{ hosts, verified, partial, ...prices({ max_price_per_token, max_price_per_input_token }) },
  }
}

/** As they came on the wire: the chat is parsed once more. */
function prices(given: Record<string, bigint | null | undefined>): Record<string, number> {
  const said = Object.entries(given).flatMap(([name, nano]) => (nano == null ? [] : [[name, Number(nano) / 1e9]]))
  return Object.fromEntries(said)
}

const textOf = (content: string | readonly AnthropicBlock[]): string =>
  typeof content === 'string' ? content : content.map((block) => (block.type === 'text' ? block.text : '')).join('')

function messagesOf({ role, content }: AnthropicMessage): Message[] {
  if (typeof content === 'string') return [{ role, content }]
  return role === 'assistant' ? [saidBy(content)] : askedBy(content)
}

/** What a model thought, said and called. */
function saidBy(content: readonly AnthropicBlock[]): Message {
  const calls = content.flatMap((block) =>
    block.type === 'tool_use'
      ? [{ id: block.id, type: 'function', function: { name: block.name, arguments: JSON.stringify(block.input) } }]
      : [],
  )
  const thought = content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join('')
  return {
    ...{ role: 'assistant', content: textOf(content) },
    ...(thought === '' ? {} : { reasoning_content: thought }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
}

/**
 * What tools answered, each as a message of its own, before what the user says beside it. Their pictures come with the
 * latter, since a tool's message has text alone in chats, each behind a line that says whose they are.
 */
function askedBy(content: readonly AnthropicBlock[]): Message[] {
  const answers = content.filter((block) => block.type === 'tool_result')
  const results = answers.map((answer) => ({
    ...{ role: 'tool', tool_call_id: answer.tool_use_id, content: resultText(answer) },
  }))
  const shown = answers.flatMap(({ tool_use_id, content: given }) =>
    typeof given === 'string' ? [] : ofTool(tool_use_id, (given ?? []).flatMap(pictureOf)),
  )
  const parts = [...shown, ...content.flatMap((block) => partOf(block) ?? [])]
  return parts.length === 0 && results.length > 0 ? results : [...results, { role: 'user', content: parts }]
}

/** Chats have no mark for a tool that failed: the model reads it. */
function resultText({ content, is_error }: AnthropicBlock & { type: 'tool_result' }): string {
  const text = textOf(content ?? '')
  return is_error ? `Error: ${text}` : text
}

function partOf(block: AnthropicBlock): Message | undefined {
  return block.type === 'text' ? { type: 'text', text: block.text } : pictureOf(block)[0]
}

function pictureOf(block: AnthropicBlock): Message[] {
  if (block.type !== 'image') return []
  const { media_type, data } = block.source
  return [{ type: 'image_url', image_url: { url: `data:${media_type};base64,${data}` } }]
}

function toolOf({ name, description, input_schema, strict }: NonNullable<AnthropicRequest['tools']>[number]): Message {
  const said = { ...(description == null ? {} : { description }), ...(strict == null ? {} : { strict }) }
  return { type: 'function', function: { name, ...said, parameters: input_schema } }
}

/** Its newer name is `output_config.format`; a schema there is always held to. */
function formatOf({ output_config, output_format }: AnthropicRequest): Message {
  const format = output_config?.format ?? output_format
  if (!format) return {}
  const json_schema = { name: 'answer', schema: format.schema, strict: true }
  return { response_format: { type: 'json_schema', json_schema } }
}

function choiceOf(choice: AnthropicRequest['tool_choice']): Message {
  if (!choice) return {}
  const parallel = choice.disable_parallel_tool_use ? { parallel_tool_calls: false } : {}
  if (choice.type === 'tool')
    return { tool_choice: { type: 'function', function: { name: choice.name ?? '' } }, ...parallel }
  return { tool_choice: choice.type === 'any' ? 'required' : choice.type, ...parallel }
}
