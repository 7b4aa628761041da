interface Said {
  role?: unknown
  reasoning_content?: unknown
}

/**
 * Messages with the thoughts of the answer that goes on, behind what tools answered: a model that thinks between its
 * calls reads them again. Those from before the user last spoke are left out, as Anthropic does: they are long, and
 * models are not shown them. What comes directly behind tools as a user's message are their pictures, and what a client
 * adds to them: the answer goes on. Pure.
 */
export function ofThisTurn<M extends Said>(messages: readonly M[]): M[] {
  const asked = messages.findLastIndex(({ role }, at) => role === 'user' && messages[at - 1]?.role !== 'tool')
  return messages.map((message, at) => {
    if (at > asked || message.reasoning_content === undefined) return message
    const { reasoning_content: _, ...rest } = message
    return rest as M
  })
}
