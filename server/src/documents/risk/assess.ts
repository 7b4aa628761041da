import type { Assessment, Flag, RiskLevel, Severity } from '../model/findings.ts'
import type { Circumstances } from './circumstances.ts'
import { graded, levelOf } from './policy/level.ts'
import { type RiskPolicy, STANDARD_POLICY } from './policy/policy.ts'

/** What a flag adds to the score by itself, before the level bounds it. */
const WEIGHT: Record<Severity, number> = { info: 0, low: 6, medium: 20, high: 40, critical: 70 }
/** The scores of each level: of one sign alone, and the most. Levels begin at 0, 25, 50 and 75. */
const BAND: Record<RiskLevel, readonly [alone: number, most: number]> = {
  LOW: [0, 24],
  MEDIUM: [30, 49],
  HIGH: [55, 74],
  CRITICAL: [80, 100],
}

/**
 * Weighs flags: the policy gives the level, the number and weight of flags the score within it, and how sure both are.
 * Pure; one more flag never lowers the score.
 */
export function assess(flags: Flag[], circumstances: Circumstances, policy: RiskPolicy = STANDARD_POLICY): Assessment {
  const weighed = graded(flags, policy)
  const level = levelOf(weighed, policy)
  const [alone, most] = BAND[level]
  const score = Math.round(Math.min(most, Math.max(alone, sumOf(weighed))))
  const sorted = weighed.toSorted(
    (a, b) => WEIGHT[b.severity] - WEIGHT[a.severity] || Number(b.proof) - Number(a.proof),
  )
  return { score, level, policy: policy.name, flags: sorted, confidence: sureness(weighed, circumstances) }
}

// Flags add up as independent chances do: many small ones come near their ceiling, never beyond 100.
function sumOf(flags: readonly Flag[]): number {
  return 100 * (1 - flags.reduce((left, { severity }) => left * (1 - WEIGHT[severity] / 100), 1))
}

/**
 * Proof makes sure in either circumstance; otherwise bad scans, doubtful fields, types without rules and files that
 * were written anew leave room for what could not be seen.
 */
function sureness(flags: Flag[], seen: Circumstances): number {
  const ruled = seen.type !== 'UNKNOWN' && seen.type !== 'TAX_FORM'
  const read = seen.fieldCount > 0 ? 0.5 + 0.5 * seen.fieldConfidence : 0.5
  const legible = 1 - seen.recognised * (1 - 0.9 * seen.recognition)
  const base = 0.95 * (ruled ? 0.6 + 0.4 * seen.typeConfidence : 0.5) * read * legible * (seen.rewritten ? 0.85 : 1)
  const proven = flags.some(({ proof, severity }) => proof && WEIGHT[severity] >= WEIGHT.high)
  return Math.round(100 * Math.max(base, proven ? 0.8 * legible : 0)) / 100
}
