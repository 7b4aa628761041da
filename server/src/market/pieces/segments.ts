import { callId } from './answer.ts'
import { ObjectEnd } from './object-end.ts'
import { type Piece, readPiece } from './piece.ts'

/** A part of an answer that is of one kind: doors word each as a block or an item of its own. */
export type Segment = Plain | Called
interface Plain {
  kind: 'thought' | 'text'
  /** Among all of the answer, and among those of its kind. */
  place: number
  nth: number
  text: string
}
/** Its text are the arguments. */
interface Called {
  kind: 'call'
  place: number
  /** By which hosts tell calls apart. */
  index: number
  id: string
  name: string
  text: string
}

/** What becomes of the parts of an answer with a piece: one begins, has more, or is whole. One is open at a time. */
export type Step =
  | { step: 'begins'; segment: Segment }
  | { step: 'adds'; segment: Segment; text: string }
  | { step: 'ends'; segment: Segment }

/**
 * The parts of an answer in the order in which they came, one after the other: what is written as it comes and what is
 * written of the whole are the same by it. Fragments of a call come together whatever the host mixes in between: until
 * its arguments are whole everything else waits. Pure.
 */
export class Segments {
  readonly #job_id: string
  readonly #nth = { thought: 0, text: 0 }
  readonly #called = new Set<number>()
  #open: Segment | undefined
  #rest: ObjectEnd | undefined
  #waiting: Piece[] = []
  #places = 0

  constructor(job_id: string) {
    this.#job_id = job_id
  }

  /** `stored`: a piece as streams keep it. */
  take(stored: string): Step[] {
    return this.#take(readPiece(stored))
  }

  /** An answer without anything is an empty text. */
  end(): Step[] {
    const steps: Step[] = []
    while (this.#waiting.length > 0) steps.push(...this.#close(), ...this.#resume())
    if (this.#places === 0) steps.push(...this.#begin({ text: '' }))
    return [...steps, ...this.#close()]
  }

  #take(piece: Piece): Step[] {
    const { text, tool_call } = piece
    if (text === '' && !tool_call) return []
    if (!this.#goesOn(piece)) {
      if (this.#rest) {
        this.#waiting.push(piece)
        return []
      }
      // The call was whole: no more can belong to it.
      if (tool_call && this.#called.has(tool_call.index)) return []
      return [...this.#close(), ...this.#begin(piece), ...this.#add(text)]
    }
    const steps = this.#add(text)
    return this.#rest || this.#waiting.length === 0 ? steps : [...steps, ...this.#resume()]
  }

  #resume(): Step[] {
    const waiting = this.#waiting
    this.#waiting = []
    return waiting.flatMap((piece) => this.#take(piece))
  }

  #goesOn({ reasoning, tool_call }: Piece): boolean {
    const open = this.#open
    if (!open) return false
    if (open.kind === 'call') return !reasoning && tool_call?.index === open.index
    return open.kind === kindOf({ reasoning, tool_call })
  }

  #begin(piece: Pick<Piece, 'text' | 'reasoning' | 'tool_call'>): Step[] {
    const place = this.#places++
    const kind = kindOf(piece)
    if (kind === 'call') {
      const { index = 0, id = callId(this.#job_id, index), name = '' } = piece.tool_call ?? {}
      this.#called.add(index)
      this.#rest = new ObjectEnd()
      this.#open = { kind, place, text: '', index, id, name }
    } else this.#open = { kind, place, text: '', nth: this.#nth[kind]++ }
    return [{ step: 'begins', segment: this.#open }]
  }

  #add(text: string): Step[] {
    const segment = this.#open as Segment
    if (this.#rest?.take(text)) this.#rest = undefined
    if (text === '') return []
    segment.text += text
    return [{ step: 'adds', segment, text }]
  }

  #close(): Step[] {
    const segment = this.#open
    this.#open = this.#rest = undefined
    return segment ? [{ step: 'ends', segment }] : []
  }
}

function kindOf({ reasoning, tool_call }: Pick<Piece, 'reasoning' | 'tool_call'>): Segment['kind'] {
  if (reasoning) return 'thought'
  return tool_call ? 'call' : 'text'
}

/** The parts of a whole answer. */
export function segmentsOf(job_id: string, pieces: readonly string[]): Segment[] {
  const segments = new Segments(job_id)
  const steps = [...pieces.flatMap((stored) => segments.take(stored)), ...segments.end()]
  return steps.flatMap(({ step, segment }) => (step === 'ends' ? [segment] : []))
}
