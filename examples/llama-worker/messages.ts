import type { ChatHistoryItem, ChatModelFunctionCall, ChatModelResponse } from 'node-llama-cpp'
import { type Members, object, text, wrong } from './members.ts'

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool']

/** A chat as the templates take it. */
export interface Chat {
  history: ChatHistoryItem[]
  /** The last message is the assistant's own: the answer goes on behind its last word. */
  continues: boolean
}

/**
 * The messages of a chat. What the assistant says, calls and reads of its calls in a row is one turn: the templates
 * write the result of a call beside it.
 */
export function readMessages(messages: unknown): Chat {
  if (!Array.isArray(messages) || messages.length === 0) throw wrong('messages', 'must be a list of messages')
  const history: ChatHistoryItem[] = []
  const open = new Map<string, ChatModelFunctionCall>()
  for (const [index, value] of messages.entries()) {
    const param = `messages[${index}]`
    const message = object(value, param)
    const { role } = message
    if (typeof role !== 'string' || !ROLES.includes(role)) {
      throw wrong(`${param}.role`, `must be one of ${ROLES.join(', ')}`)
    }
    if (role === 'tool') takeResult(message, open, param)
    else if (open.size > 0) throw unanswered(open)
    else if (role === 'assistant') openTurn(history).response.push(...readAssistant(message, open, param))
    else history.push({ type: role === 'user' ? 'user' : 'system', text: readContent(message.content, param) })
  }
  if (open.size > 0) throw unanswered(open)
  const continues = (messages.at(-1) as Members).role === 'assistant'
  openTurn(history)
  return { history, continues }
}

function unanswered(open: ReadonlyMap<string, unknown>) {
  const ids = [...open.keys()].join(', ')
  return wrong(
    'messages',
    `must have a message of the role tool for each call, with its tool_call_id; none is for ${ids}`,
  )
}

/** The assistant's turn at the end of the chat, which is there or begins. */
function openTurn(history: ChatHistoryItem[]): ChatModelResponse {
  const last = history.at(-1)
  if (last?.type === 'model') return last
  const turn: ChatModelResponse = { type: 'model', response: [] }
  history.push(turn)
  return turn
}

function readAssistant(message: Members, open: Map<string, ChatModelFunctionCall>, param: string) {
  const given = message.tool_calls ?? []
  if (!Array.isArray(given)) throw wrong(`${param}.tool_calls`, 'must be a list of calls')
  const said = given.length > 0 && message.content == null ? '' : readContent(message.content, param)
  const calls = given.map((value, index) => {
    const at = `${param}.tool_calls[${index}]`
    const call = object(value, at)
    const { name, arguments: written } = object(call.function, `${at}.function`)
    const id = text(call, 'id')
    if (typeof name !== 'string' || !id) throw wrong(at, 'must have an id and the name of a function')
    const params = asJson(typeof written === 'string' ? written : '{}', `${at}.function.arguments`)
    const made: ChatModelFunctionCall = { type: 'functionCall', name, params, result: undefined }
    open.set(id, made)
    return made
  })
  return [...(said === '' ? [] : [said]), ...calls]
}

function takeResult(message: Members, open: Map<string, ChatModelFunctionCall>, param: string): void {
  const id = text(message, 'tool_call_id')
  const call = id === undefined ? undefined : open.get(id)
  if (!call) throw wrong(`${param}.tool_call_id`, 'must be the id of a call in the message of the assistant before')
  const content = readContent(message.content, param)
  try {
    call.result = JSON.parse(content)
  } catch {
    call.result = content
  }
  open.delete(id as string)
}

function asJson(written: string, param: string): unknown {
  try {
    return JSON.parse(written || '{}')
  } catch {
    throw wrong(param, 'must be JSON')
  }
}

function readContent(content: unknown, of: string): string {
  const param = `${of}.content`
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) throw wrong(param, 'must be a text or a list of text parts')
  const texts = content.map((part: unknown, index) => {
    const { type, text } = object(part, `${param}[${index}]`)
    if (type !== 'text' || typeof text !== 'string') throw wrong(`${param}[${index}]`, 'must be a text part')
    return text
  })
  return texts.join('')
}
