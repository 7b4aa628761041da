import type { Cell, Change, Sheet } from './sheet.ts'

/** What a forger has before him: the paper as it was printed, and what it is to say. */
export interface Job {
  sheet: Sheet
  after: Sheet
  changes: readonly Change[]
  /** The cells that become others, each with what it becomes. */
  cells: [Cell, Cell][]
}

/** How a forger works on a printed file. */
export type Hand = (bytes: Uint8Array, job: Job) => Promise<Uint8Array> | Uint8Array

/** One after the other. */
export const inTurn =
  (...hands: Hand[]): Hand =>
  async (bytes, job) => {
    let file = bytes
    for (const hand of hands) file = await hand(file, job)
    return file
  }
