import type { Flag, Slip } from '../model/findings.ts'
import type { Reading } from '../model/reading.ts'

/** The flags of one file by itself: structure, typography, arithmetic, identity, consistency. Pure. */
export function findFlags(_reading: Reading, _slips: Slip[]): Flag[] {
  return []
}
