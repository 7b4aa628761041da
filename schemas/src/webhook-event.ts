import { z } from 'zod'
import { credits } from './credits.ts'
import { documentId, documentTypeName } from './documents/analysis.ts'
import { analysisId } from './documents/task.ts'
import { documentsErrorCode, jobErrorCode } from './error.ts'
import { hostId } from './host.ts'
import { jobId } from './job.ts'
import { timestamp } from './text.ts'
import { withdrawalId } from './withdrawal.ts'

/** What a user may be told by webhook; a test is sent whatever was chosen. */
export const EVENT_TYPES = [
  'job.ended',
  'document.done',
  'document.failed',
  'host.down',
  'host.up',
  'withdrawal.paid',
  'withdrawal.rejected',
  'withdrawal.new_destination',
  'spending.reached',
  'balance.low',
] as const
export const eventType = z.enum(EVENT_TYPES)
export type EventType = z.infer<typeof eventType>

/** A payload as Standard Webhooks has it: `timestamp` is when it happened, whenever it is delivered. */
function event<const T extends string, D extends z.ZodObject>(type: T, name: string, summary: string, data: D) {
  const payload = z.object({ type: z.literal(type), timestamp, data }).meta({ id: name, description: summary })
  return { type, summary, payload }
}

const resolvedWithdrawal = <const S extends string>(status: S) =>
  z.object({
    withdrawal_id: withdrawalId,
    host_id: hostId,
    amount: credits,
    status: z.literal(status),
    reference: z.string().nullable(),
  })

/** Every event by its type. No prompt, no text, nothing read from a document and no bank account is in any of them. */
export const webhookEvents = {
  'job.ended': event(
    'job.ended',
    'JobEndedEvent',
    'A job of yours has completed or failed; its text is at GET /jobs/{job_id}',
    z.object({
      job_id: jobId,
      status: z.enum(['completed', 'failed']),
      model: z.string(),
      tokens_generated: z.int(),
      credits_used: credits,
      error: jobErrorCode.nullable(),
      finished_at: timestamp,
    }),
  ),
  'document.done': event(
    'document.done',
    'DocumentDoneEvent',
    'A document of yours was analysed and kept; what was found is at the documents service',
    z.object({
      document_id: documentId,
      status: z.literal('success'),
      document_type: documentTypeName,
      analysis_id: analysisId.optional().meta({ description: 'Where nobody waited for it' }),
    }),
  ),
  'document.failed': event(
    'document.failed',
    'DocumentFailedEvent',
    'A document that you sent without waiting could not be analysed; nothing of it is kept',
    z.object({ analysis_id: analysisId, status: z.literal('failed'), error: documentsErrorCode }),
  ),
  'host.down': event(
    'host.down',
    'HostDownEvent',
    'A host of yours fell silent without having said goodbye: once for each outage',
    z.object({ host_id: hostId, gpu: z.string(), last_heartbeat: timestamp }),
  ),
  'host.up': event(
    'host.up',
    'HostUpEvent',
    'A host of yours that was down has sent a heartbeat again',
    z.object({ host_id: hostId, gpu: z.string(), down_since: timestamp }),
  ),
  'withdrawal.paid': event(
    'withdrawal.paid',
    'WithdrawalPaidEvent',
    'A withdrawal of yours was paid',
    resolvedWithdrawal('paid'),
  ),
  'withdrawal.rejected': event(
    'withdrawal.rejected',
    'WithdrawalRejectedEvent',
    'A withdrawal of yours was rejected: its amount is back in the balance of the host',
    resolvedWithdrawal('rejected'),
  ),
  'withdrawal.new_destination': event(
    'withdrawal.new_destination',
    'WithdrawalNewDestinationEvent',
    'Earnings of a host of yours are to go where none went before: tell the operator at once if it was not you',
    z.object({ withdrawal_id: withdrawalId, host_id: hostId, amount: credits, payable_at: timestamp }),
  ),
  'spending.reached': event(
    'spending.reached',
    'SpendingReachedEvent',
    'A day or a month (UTC) of yours has cost what you set as an alert: once for each; nothing is stopped',
    z.object({ period: z.enum(['day', 'month']), limit: credits, spent: credits }),
  ),
  'balance.low': event(
    'balance.low',
    'BalanceLowEvent',
    'Less can be spent than you set as an alert: once until it is more again, and once an hour at most',
    z.object({ below: credits, balance: credits }),
  ),
  'webhook.test': event(
    'webhook.test',
    'WebhookTestEvent',
    'You asked for a test of this webhook; it is tried once',
    z.object({ webhook_id: z.string() }),
  ),
} as const satisfies Record<EventType | 'webhook.test', unknown>

/** Any payload, as a receiver gets it: decoded, credits are bigint nano-credits. */
export const webhookEvent = z.discriminatedUnion('type', [
  webhookEvents['job.ended'].payload,
  webhookEvents['document.done'].payload,
  webhookEvents['document.failed'].payload,
  webhookEvents['host.down'].payload,
  webhookEvents['host.up'].payload,
  webhookEvents['withdrawal.paid'].payload,
  webhookEvents['withdrawal.rejected'].payload,
  webhookEvents['withdrawal.new_destination'].payload,
  webhookEvents['spending.reached'].payload,
  webhookEvents['balance.low'].payload,
  webhookEvents['webhook.test'].payload,
])
export type WebhookEvent = z.output<typeof webhookEvent>
