import { type ChatMessage, textOf } from '@mkt/schemas'

const SPEAKER = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' } as const
const PICTURE = '[image]'

/** A chat as one text, for engines that know no chat: a lone user message is just its text. */
export function renderChat(messages: readonly ChatMessage[]): string {
  const [first] = messages
  if (messages.length === 1 && first?.role === 'user') return contentOf(first)
  return `${messages.map((message) => `${SPEAKER[message.role]}: ${contentOf(message)}`).join('\n\n')}\n\nAssistant:`
}

function contentOf({ content, tool_calls = [] }: ChatMessage): string {
  const pictures = typeof content === 'string' ? [] : content.filter(({ type }) => type === 'image_url')
  const called = tool_calls.map((call) => `${call.function.name}(${call.function.arguments})`)
  return [textOf(content), ...pictures.map(() => PICTURE), ...called].filter((text) => text !== '').join('\n')
}
