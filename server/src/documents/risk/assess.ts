import type { Assessment, Flag, Slip } from '../model/findings.ts'
import type { Reading } from '../model/reading.ts'

/** The flags of one file by itself: structure, typography, arithmetic, identity, consistency. */
export function findFlags(_reading: Reading, _slips: Slip[]): Flag[] {
  return []
}

/** Weighs flags into a score, a level and how sure both are. Pure. */
export function assess(flags: Flag[]): Assessment {
  return { score: 0, level: 'LOW', flags, confidence: 0.5 }
}
