type Part = Record<string, unknown>

/**
 * The pictures that a tool answered, as parts of the user's message behind it: chats have none in a tool's. Pure.
 */
export function ofTool(call_id: string, pictures: readonly Part[]): Part[] {
  return pictures.length === 0 ? [] : [{ type: 'text', text: `What ${call_id} answered:` }, ...pictures]
}
