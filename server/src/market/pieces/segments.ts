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
 * its arguments are whole and its name is known everything else waits. Each piece is taken when it comes or once after
 * it has waited. Pure.
 */
export class Segments {
  readonly #job_id: string
  readonly #nth = { thought: 0, text: 0 }
  readonly #called = new Set<number>()
  #open: Segment | undefined
  #rest: ObjectEnd | undefined
  /** In their order: the fragments of a call, or one other piece. */
  #waiting: Piece[][] = []
  #next = 0
  readonly #waitingCalls = new Map<number, Piece[]>()
  #places = 0

  constructor(job_id: string) {
    this.#job_id = job_id
  }

  /** `stored`: a piece as streams keep it. */
  take(stored: string): Step[] {
    const steps: Step[] = []
    const piece = readPiece(stored)
    if (piece.text === '' && !piece.tool_call) return steps
    if (this.#goesOn(piece)) this.#goOn(piece, steps)
    // The call was whole: no more can belong to it.
    else if (this.#called.has(callOf(piece) ?? -1)) return steps
    else if (this.#isHeld()) this.#wait(piece)
    else this.#begin(piece, steps)
    this.#resume(steps)
    return steps
  }

  /** An answer without anything is an empty text. */
  end(): Step[] {
    const steps: Step[] = []
    while (this.#waiting.length > 0) {
      this.#close(steps)
      this.#resume(steps)
    }
    if (this.#places === 0) this.#begin({ text: '' }, steps)
    this.#close(steps)
    return steps
  }

  #goesOn(piece: Piece): boolean {
    const open = this.#open
    if (!open) return false
    return open.kind === 'call' ? callOf(piece) === open.index : open.kind === kindOf(piece)
  }

  #isHeld(): boolean {
    return this.#rest !== undefined || isUnnamed(this.#open)
  }

  #wait(piece: Piece): void {
    const call = callOf(piece)
    const before = call === undefined ? undefined : this.#waitingCalls.get(call)
    if (before) before.push(piece)
    else {
      const first = [piece]
      this.#waiting.push(first)
      if (call !== undefined) this.#waitingCalls.set(call, first)
    }
  }

  #resume(steps: Step[]): void {
    while (!this.#isHeld() && this.#next < this.#waiting.length) {
      for (const piece of this.#waiting[this.#next++] ?? [])
        this.#goesOn(piece) ? this.#goOn(piece, steps) : this.#begin(piece, steps)
    }
    if (this.#next < this.#waiting.length) return
    this.#waiting = []
    this.#next = 0
  }

  #begin(piece: Piece, steps: Step[]): void {
    this.#close(steps)
    const place = this.#places++
    const kind = kindOf(piece)
    if (kind === 'call') {
      const { index = 0, id = callId(this.#job_id, index), name = '' } = piece.tool_call ?? {}
      this.#called.add(index)
      this.#waitingCalls.delete(index)
      this.#rest = new ObjectEnd()
      this.#open = { kind, place, text: '', index, id, name }
    } else this.#open = { kind, place, text: '', nth: this.#nth[kind]++ }
    if (!isUnnamed(this.#open)) steps.push({ step: 'begins', segment: this.#open })
    this.#add(piece.text, steps)
  }

  #goOn({ text, tool_call }: Piece, steps: Step[]): void {
    if (isUnnamed(this.#open) && tool_call?.name) {
      this.#open.name = tool_call.name
      tell(this.#open, steps)
    }
    this.#add(text, steps)
  }

  #add(text: string, steps: Step[]): void {
    const segment = this.#open as Segment
    if (this.#rest?.take(text)) this.#rest = undefined
    if (text === '') return
    segment.text += text
    if (!isUnnamed(segment)) steps.push({ step: 'adds', segment, text })
  }

  #close(steps: Step[]): void {
    const segment = this.#open
    this.#open = this.#rest = undefined
    if (isUnnamed(segment)) tell(segment, steps)
    if (segment) steps.push({ step: 'ends', segment })
  }
}

/** Of such a call nothing is told yet: some hosts send its id first. */
const isUnnamed = (segment: Segment | undefined): segment is Called => segment?.kind === 'call' && segment.name === ''

/** What there is by now of a call of which nothing was told. */
function tell(segment: Called, steps: Step[]): void {
  steps.push({ step: 'begins', segment })
  if (segment.text !== '') steps.push({ step: 'adds', segment, text: segment.text })
}

const callOf = ({ reasoning, tool_call }: Piece) => (reasoning ? undefined : tool_call?.index)

function kindOf({ reasoning, tool_call }: Piece): Segment['kind'] {
  if (reasoning) return 'thought'
  return tool_call ? 'call' : 'text'
}

/** The parts of a whole answer. */
export function segmentsOf(job_id: string, pieces: readonly string[]): Segment[] {
  const segments = new Segments(job_id)
  const steps = [...pieces.flatMap((stored) => segments.take(stored)), ...segments.end()]
  return steps.flatMap(({ step, segment }) => (step === 'ends' ? [segment] : []))
}
