import type { Cell, Change } from '../round-11-forged/sheet.ts'
import type { Paper } from './sheets.ts'

/** What a forger has before him: the paper as it was printed, what it is to say, and the cells that become others. */
export interface Job {
  paper: Paper
  after: Paper
  changes: readonly Change[]
  cells: [Cell, Cell][]
}

/** How a forger works on a printed file. */
export type Hand = (bytes: Uint8Array, job: Job) => Promise<Uint8Array> | Uint8Array
