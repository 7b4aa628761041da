import { z } from 'zod'
import { userId } from './account.ts'
import { credits } from './credits.ts'
import { hostId } from './host.ts'
import { finishReason, jobId } from './job.ts'
import { verdictName } from './model-verdict.ts'
import { limit, line, offset, timestamp } from './text.ts'

export const disputeReason = z.enum(['garbage', 'truncated', 'wrong_model', 'other'])
export const disputeStatus = z.enum(['open', 'refunded', 'rejected'])
export type DisputeStatus = z.infer<typeof disputeStatus>

export const newDispute = z.object({ reason: disputeReason, text: line(1000).optional() }).meta({ id: 'NewDispute' })
export type NewDispute = z.output<typeof newDispute>

/** `amount` is what the job cost, all of which a refund brings back; `note` is said by whoever decided. */
export const dispute = z
  .object({
    job_id: jobId,
    host_id: hostId,
    status: disputeStatus,
    reason: disputeReason,
    text: z.string().nullable(),
    amount: credits,
    note: z.string().nullable(),
    created_at: timestamp,
    decided_at: timestamp.nullable(),
  })
  .meta({ id: 'Dispute' })
export type Dispute = z.infer<typeof dispute>
export const disputeList = z.object({ disputes: z.array(dispute) })
export const disputeQuery = z.object({ limit, offset })
export const ownDisputeQuery = disputeQuery.extend({
  job_id: jobId.optional().meta({ description: 'That of this job alone, if there is one.' }),
})
/** As an operator sees it. */
export const adminDispute = dispute.extend({ user_id: userId }).meta({ id: 'AdminDispute' })
/** With what it is judged by; the texts are null once they were erased. */
export const disputedJob = adminDispute
  .extend({
    model: z.string(),
    max_tokens: z.int(),
    tokens_generated: z.int(),
    finish_reason: finishReason.nullable(),
    finished_at: timestamp.nullable(),
    input_text: z.string().nullable(),
    output_text: z.string().nullable(),
    reading: z
      .object({
        tokens: z.int(),
        findings: z.array(z.object({ kind: z.string(), value: z.number(), level: z.int() })),
        odd: z.array(z.string()),
      })
      .nullable()
      .optional()
      .meta({
        description:
          'How likely a host that the operator trusts finds the text, on the scales of checks (a higher level is ' +
          'worse); null where none has read it. It is for the operator, and counts in no verdict.',
      }),
    verification: z.object({ verdict: verdictName, nats: z.number(), jobs: z.int() }).nullable().optional().meta({
      description: 'What checks of its host for the model came to; null where there were none.',
    }),
  })
  .meta({ id: 'DisputedJob' })
export type DisputedJob = z.infer<typeof disputedJob>
export const adminDisputeList = z.object({ disputes: z.array(adminDispute) })
export const adminDisputeQuery = z.object({ status: disputeStatus.optional(), limit, offset })
export const disputeDecision = z.object({ decision: z.enum(['refund', 'reject']), note: line(500).optional() })
