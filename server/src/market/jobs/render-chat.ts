import { type ChatMessage, textOf } from '@mkt/schemas'

const SPEAKER = { system: 'System', user: 'User', assistant: 'Assistant', tool: 'Tool' } as const
const PICTURE = '[image]'

/**
 * A chat as one text, for engines that know no chat: a lone user message is just its text. An answer that its buyer has
 * begun is its end.
 */
export function renderChat(messages: readonly ChatMessage[]): string {
  const [first] = messages
  if (messages.length === 1 && first?.role === 'user') return contentOf(first)
  const said = messages.map((message) => `${SPEAKER[message.role]}: ${contentOf(message)}`)
  const last = messages.at(-1)
  const begun = last?.role === 'assistant' && !last.tool_calls?.length
  return [...said, ...(begun ? [] : ['Assistant:'])].join('\n\n')
}

function contentOf({ content, tool_calls = [] }: ChatMessage): string {
  const pictures = typeof content === 'string' ? [] : content.filter(({ type }) => type === 'image_url')
  const called = tool_calls.map((call) => `${call.function.name}(${call.function.arguments})`)
  return [textOf(content), ...pictures.map(() => PICTURE), ...called].filter((text) => text !== '').join('\n')
}
