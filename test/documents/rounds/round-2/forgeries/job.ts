import type { Chance } from '../../../chance.ts'
import type { Place } from '../../round-file.ts'
import type { Spot } from './find-text.ts'
import type { Paper } from './read-papers.ts'
import type { Swap } from './swaps.ts'

/** What a forger sets out to do, with the paper as it was. */
export interface Job {
  paper: Paper
  pdf: Uint8Array
  swaps: readonly Swap[]
  spots: readonly Spot[]
  chance: Chance
}

/** A forged file; without places, what was changed is where the spots reach. */
export interface Forged {
  bytes: Uint8Array
  places?: Place[]
  medium?: 'scan'
  /** The reader of the page sees the old value still. */
  shows?: 'old'
}

export type Technique = (job: Job) => Promise<Forged>

/** A technique that only turns the paper into a forged one. */
export const turning =
  (turn: (job: Job) => Promise<Uint8Array> | Uint8Array): Technique =>
  async (job) => ({ bytes: await turn(job) })
