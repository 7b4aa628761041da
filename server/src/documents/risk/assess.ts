import type { Assessment, Flag, RiskLevel, Severity } from '../model/findings.ts'
import type { Circumstances } from './circumstances.ts'

/** What a flag adds to the score by itself, before the rules of evidence cap it. */
const WEIGHT: Record<Severity, number> = { info: 0, low: 6, medium: 20, high: 40, critical: 70 }
/** The least score of a flag that is proof in itself. */
const PROOF: Record<Severity, number> = { info: 0, low: 10, medium: 30, high: 55, critical: 80 }

const MEDIUM = 25
const HIGH = 50
const CRITICAL = 75

/**
 * Weighs flags into a score, its level and how sure both are. Pure; one more flag never lowers the score.
 * Without proof, MEDIUM and above need two families with a flag of medium severity each, and no level is above what
 * the gravest flag allows: metadata (low) stays LOW whatever its number.
 */
export function assess(flags: Flag[], circumstances: Circumstances): Assessment {
  const score = Math.round(Math.min(sumOf(flags), ceilingOf(flags)))
  const lifted = Math.max(score, ...flags.filter(({ proof }) => proof).map(({ severity }) => PROOF[severity]))
  const sorted = flags.toSorted((a, b) => WEIGHT[b.severity] - WEIGHT[a.severity] || Number(b.proof) - Number(a.proof))
  return { score: lifted, level: levelOf(lifted), flags: sorted, confidence: sureness(flags, circumstances) }
}

export function levelOf(score: number): RiskLevel {
  if (score >= CRITICAL) return 'CRITICAL'
  if (score >= HIGH) return 'HIGH'
  return score >= MEDIUM ? 'MEDIUM' : 'LOW'
}

// Flags add up as independent chances do: many small ones come near their ceiling, never beyond 100.
function sumOf(flags: Flag[]): number {
  return 100 * (1 - flags.reduce((left, { severity }) => left * (1 - WEIGHT[severity] / 100), 1))
}

function ceilingOf(flags: Flag[]): number {
  const families = (least: Severity) =>
    new Set(flags.filter(({ severity }) => WEIGHT[severity] >= WEIGHT[least]).map(({ family }) => family)).size
  const proven = (severity: Severity) => flags.some((flag) => flag.proof && WEIGHT[flag.severity] >= WEIGHT[severity])
  const reached = (severity: Severity) => proven(severity) || (families(severity) > 0 && families('medium') > 1)
  if (reached('critical')) return 100
  if (reached('high')) return CRITICAL - 1
  return reached('medium') ? HIGH - 1 : MEDIUM - 1
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
