import { z } from 'zod'
import { TARGETS } from '../../model/findings.ts'

const severity = z.enum(['info', 'low', 'medium', 'high', 'critical'])

const levelRule = z.strictObject({
  level: z.enum(['MEDIUM', 'HIGH', 'CRITICAL']),
  /** `clear` signs are proof in themselves; `unsure` takes those too. */
  sign: z.enum(['clear', 'unsure']),
  /** Of each sign that counts, at least. */
  severity,
  /** Where each sign that counts was found; anywhere when left out. */
  at: z.array(z.enum(TARGETS)).min(1).optional(),
  /** Families that must have such a sign each. */
  families: z.int().min(1).max(6).default(1),
})
export type LevelRule = z.infer<typeof levelRule>

/** What a level means: the highest one of which a rule holds; LOW where none does. */
export const riskPolicy = z.strictObject({
  /** Answers with `detail=full` name it. */
  name: z.string().regex(/^[\w .-]{1,60}$/, { error: 'must be 1 to 60 letters, digits, blanks, dots or dashes' }),
  levels: z.array(levelRule).min(1).max(100),
  /** Severities of single flags by their code, in place of the built-in ones; `info` makes one a mere note. */
  severities: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), severity).default({}),
})
export type RiskPolicy = z.infer<typeof riskPolicy>

/**
 * The policy without --risk-policy. Why two unsure signs need two families: base rates measured on 150 genuine
 * documents, where single weak signs are common and of one cause (more than one %%EOF 49 %, changed later 41 %).
 */
export const STANDARD_POLICY: RiskPolicy = {
  name: 'standard-1',
  levels: [
    { level: 'CRITICAL', sign: 'clear', severity: 'critical', families: 1 },
    { level: 'HIGH', sign: 'clear', severity: 'high', at: ['amount', 'name', 'account', 'date'], families: 1 },
    { level: 'HIGH', sign: 'clear', severity: 'medium', families: 2 },
    { level: 'HIGH', sign: 'unsure', severity: 'high', families: 2 },
    { level: 'MEDIUM', sign: 'clear', severity: 'medium', families: 1 },
    { level: 'MEDIUM', sign: 'unsure', severity: 'medium', at: ['amount'], families: 1 },
    { level: 'MEDIUM', sign: 'unsure', severity: 'medium', families: 2 },
  ],
  severities: {},
}
