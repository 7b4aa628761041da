import { EVIDENCE_TABLES, type EvidenceKind } from '../../../server/src/market/verification/evidence-tables.ts'
import {
  beginTest,
  type Observation,
  type SequentialTest,
  type Verdict,
  verdictOf,
  withEvidence,
} from '../../../server/src/market/verification/sequential-test.ts'

export type Chance = () => number

/** Numbers that one seed gives again and again. */
export function seeded(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function drawn(shares: readonly number[], chance: Chance): number {
  let left = chance()
  const found = shares.findIndex((share) => {
    left -= share
    return left < 0
  })
  return found === -1 ? shares.length - 1 : found
}

/** What a job of a host on one of the rows shows. */
export function job(row: 'honest' | 'cheating', chance: Chance, kinds: readonly EvidenceKind[]): Observation[] {
  return kinds.map((kind) => ({ kind, level: drawn(EVIDENCE_TABLES[kind][row], chance) }))
}

/** The verdicts of a host's first jobs, up to a refusal. */
export function life(jobs: number, of: (at: number) => readonly Observation[], trial = 1): Verdict[] {
  let test: SequentialTest = beginTest()
  const verdicts: Verdict[] = []
  for (let at = 0; at < jobs; at++) {
    test = withEvidence(test, of(at))
    const verdict = verdictOf(test, trial)
    verdicts.push(verdict)
    if (verdict === 'refused') break
  }
  return verdicts
}
