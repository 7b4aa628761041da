import type { Flag, RiskLevel, Severity } from '../../model/findings.ts'
import type { LevelRule, RiskPolicy } from './policy.ts'

export const SEVERITIES: readonly Severity[] = ['info', 'low', 'medium', 'high', 'critical']
export const LEVELS: readonly RiskLevel[] = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']

const rank = (severity: Severity) => SEVERITIES.indexOf(severity)

/** Flags as a policy grades them. Pure. */
export function graded(flags: readonly Flag[], { severities }: RiskPolicy): Flag[] {
  return flags.map((flag) => ({ ...flag, severity: severities[flag.code] ?? flag.severity }))
}

/** The highest level of which a rule holds; one more flag never lowers it. Pure. */
export function levelOf(flags: readonly Flag[], { levels }: RiskPolicy): RiskLevel {
  const held = levels.filter((rule) => holds(rule, flags)).map(({ level }) => LEVELS.indexOf(level))
  return LEVELS[Math.max(0, ...held)] ?? 'LOW'
}

function holds(rule: LevelRule, flags: readonly Flag[]): boolean {
  const counting = flags.filter((flag) => counts(rule, flag))
  return new Set(counting.map(({ family }) => family)).size >= rule.families
}

function counts({ sign, severity, at }: LevelRule, flag: Flag): boolean {
  if (rank(flag.severity) < rank(severity) || (sign === 'clear' && !flag.proof)) return false
  return at === undefined || (flag.at ?? ['other']).some((target) => at.includes(target))
}
