import { DONE, formatPosition, type TokenEvent } from '@mkt/schemas'
import { isPlain, readPiece } from '../pieces/piece.ts'
import type { EventFormat } from './event-format.ts'
import { saysGoingOn } from './relay.ts'
import { SharedEvents } from './shared-events.ts'

/** The events of GET /jobs/{id}/stream. */
export const jobEvents: EventFormat = {
  shared: new SharedEvents(),
  piece(stored, at) {
    const data = isPlain(stored) ? `{"token":${JSON.stringify(stored)}}` : JSON.stringify(tokenOf(stored))
    return `id: ${formatPosition(at)}\ndata: ${data}\n\n`
  },
  goesOn: saysGoingOn,
  end(error) {
    const failure = error === null ? '' : `event: error\ndata: ${JSON.stringify({ error })}\n\n`
    return `${failure}data: ${DONE}\n\n`
  },
}

/** What is no text of the answer has an empty token: who only joins tokens has the answer. */
function tokenOf(stored: string): TokenEvent {
  const { text, reasoning, tool_call, logprobs } = readPiece(stored)
  const likely = logprobs ? { logprobs } : {}
  if (tool_call) return { token: '', tool_call: { ...tool_call, arguments: text }, ...likely }
  if (reasoning) return { token: '', reasoning: text, ...likely }
  return { token: text, ...likely }
}
