import type { StreamPosition } from '@mkt/schemas'
import { type AttemptStart, writerOf } from '../../live/streams.ts'
import type { SharedEvents } from './shared-events.ts'

/** How pieces and ends look on a reader's wire. */
export interface EventFormat {
  /** Where all readers of a stream are sent the same in it. */
  shared?: SharedEvents
  /** `stored`: a piece as streams keep it, see piece.ts. */
  piece(stored: string, at: StreamPosition): string
  /** Another attempt goes on with the text. */
  goesOn?(attempt: number): string
  /** `error`: why the job failed, null where it completed. */
  end(error: string | null): string
}

// Bounds the text built for one write, which is what a reader who takes nothing costs: a late one gets a long stream
// at once, and a single piece may be large.
const PIECES_PER_WRITE = 1000
const CHARS_PER_WRITE = 524_288

/** Pieces, and which attempt wrote them from where on. */
interface Text {
  pieces: readonly string[]
  starts: readonly AttemptStart[]
}

/** Where a reader is: what it is sent next, and who wrote the piece before. */
interface Place {
  writer: number | undefined
  next: number
}

/** The events of the pieces from the reader's place on, as many as go in one write; it moves behind them. */
export function nextEvents({ pieces, starts }: Text, cursor: Place, format: EventFormat): string | Uint8Array {
  const from = cursor.next
  const made = format.shared?.take(pieces, cursor)
  if (made) return made
  const upTo = Math.min(pieces.length, cursor.next + PIECES_PER_WRITE)
  let events = ''
  for (; cursor.next < upTo && events.length < CHARS_PER_WRITE; cursor.next++) {
    const text = pieces[cursor.next] as string
    cursor.writer = starts.length === 1 ? (starts[0] as AttemptStart).attempt : writerOf(starts, cursor.next)
    if (text === '') continue
    events += format.piece(text, { attempt: cursor.writer as number, offset: cursor.next })
  }
  format.shared?.keep(pieces, { from, next: cursor.next, writer: cursor.writer, text: events })
  return events
}
