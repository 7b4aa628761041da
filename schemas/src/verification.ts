import { z } from 'zod'
import { hostId } from './host.ts'
import { jobId } from './job.ts'
import { verdictName } from './model-verdict.ts'
import { limit, line, offset, timestamp } from './text.ts'

const evidenceKind = z.enum([
  ...(['greedy_misses', 'sampled_lack', 'sampled_gap', 'agreement', 'plausibility', 'unanswered'] as const),
])
const oddity = z.enum(['bytes_per_token', 'token_count', 'speed', 'repetition', 'language', 'prompt_ignored', 'short'])

/** What one job showed: a higher level is worse, and `for` or `against` says which way it counted. */
const finding = z.object({
  kind: evidenceKind,
  value: z.number(),
  level: z.int(),
  counts: z.enum(['for', 'against']),
  odd: z.array(oddity).optional(),
})
const evidence = z.object({
  job_id: jobId,
  at: timestamp,
  findings: z.array(finding),
  nats: z.number().meta({ description: 'What speaks against the host after this job, of the nats that refuse it.' }),
})

const verdictShape = {
  model: z.string(),
  verdict: verdictName,
  since: timestamp,
  jobs: z.int().meta({ description: 'Jobs that counted.' }),
  nats: z.number().meta({ description: 'What speaks against the host, as the logarithm of an odds ratio.' }),
  refused_from: z.number().meta({ description: 'The nats at which it is refused.' }),
  jobs_until_verified: z
    .int()
    .meta({ description: 'About how many more like those of an honest host it takes; 0: none.' }),
  appeal: z.string().nullable(),
  appealed_at: timestamp.nullable(),
  upheld_at: timestamp.nullable().meta({ description: 'When an operator said that the refusal stands.' }),
  note: z.string().nullable().meta({ description: 'What the operator said with a decision.' }),
}
export const verdict = z
  .object({ ...verdictShape, evidence: z.array(evidence) })
  .meta({ id: 'Verdict', description: 'Whether a host runs a model that it names, and what that is based on.' })
export type VerdictReport = z.infer<typeof verdict>
export const hostVerification = z
  .object({ host_id: hostId, trusted: z.boolean(), verdicts: z.array(verdict) })
  .meta({ id: 'HostVerification' })
export type HostVerification = z.infer<typeof hostVerification>

export const newAppeal = z.object({ text: line(2000) })
const queued = z.object({ host_id: hostId, ...verdictShape }).meta({ id: 'QueuedVerdict' })
export const verdictQueue = z.object({ verdicts: z.array(queued) })
export const verdictQueueQuery = z.object({ limit, offset })
export const verdictDecision = z.object({
  model: z.string(),
  decision: z.enum(['uphold', 'lift']),
  note: line(500).optional(),
})
