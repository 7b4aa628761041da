import type { Truth } from '../specimen.ts'

/** Where something was changed: the page and, in points from its bottom left, the box. */
export interface Place {
  page: number
  box: [number, number, number, number]
}

/** What a forger did to a paper. */
export interface Forgery {
  technique: string
  /** The family of traces that it belongs to. */
  family: 'covered' | 'typeface' | 'pixels' | 'structure' | 'sums' | 'dates' | 'numbers' | 'hidden' | 'clean'
  /** The field or cell that was changed, `transactions.2.deposit`. */
  field: string
  places: Place[]
}

/** One file of a round: a genuine paper, a forged one, or one to which something innocent was done. */
export interface RoundFile {
  name: string
  kind: 'genuine' | 'forged' | 'innocent'
  medium: 'text' | 'scan'
  bytes: Uint8Array
  /** What a reader of the page sees. */
  truth: Truth
  forgery?: Forgery
  /** What was done to an innocent one. */
  act?: string
}

/** What `round-N/index.ts` gives: its files one after the other, or only those wanted, and those it could not make. */
export interface Round {
  files(wanted?: (name: string) => boolean): AsyncIterable<RoundFile>
  left: string[]
}
