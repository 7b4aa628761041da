import { DONE, formatPosition } from '@mkt/schemas'
import type { EventFormat } from './relay.ts'

/** The events of GET /jobs/{id}/stream. */
export const jobEvents: EventFormat = {
  piece: (text, at) => `id: ${formatPosition(at)}\ndata: {"token":${JSON.stringify(text)}}\n\n`,
  goesOn: (attempt) => `: another host goes on with the text (attempt ${attempt})\n\n`,
  end(error) {
    const failure = error === null ? '' : `event: error\ndata: ${JSON.stringify({ error })}\n\n`
    return `${failure}data: ${DONE}\n\n`
  },
}
