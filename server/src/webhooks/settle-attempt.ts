import type { Webhooks } from './deps.ts'
import { type Attempt, FAILING_MS, nextAttempt, verdictOf } from './schedule.ts'
import { type DeliveryRow, type Marked, markDelivery } from './sending-store.ts'
import { type DisabledReason, disableWebhook, noteArrival, noteFailure } from './webhook-store.ts'

export type Outcome = 'delivered' | 'retried' | 'failed'

/**
 * Writes how an attempt went, of the delivery as it was claimed: it is done, it comes again later, or it has failed for
 * good; and what that says of its webhook. Nothing where it was claimed again since, or removed.
 */
export async function settleAttempt(
  { database, clock, log }: Pick<Webhooks, 'database' | 'clock' | 'log'>,
  delivery: DeliveryRow,
  attempt: Attempt,
): Promise<Outcome | undefined> {
  const now = clock.now()
  const verdict = verdictOf(attempt)
  const step = delivery.step + 1
  const next = verdict === 'failed' ? nextAttempt({ ...delivery, step }, now) : undefined
  const outcome: Outcome = verdict === 'delivered' ? 'delivered' : next === undefined ? 'failed' : 'retried'
  const { delivery_id, attempts, webhook_id } = delivery
  const marked: Marked = {
    delivery_id,
    attempts: attempts + 1,
    status: outcome === 'retried' ? 'pending' : outcome,
    next_attempt_at: next ?? now,
    step,
    ...attempt,
  }
  const settled = await database.transaction(async (tx) => {
    if (!(await markDelivery(tx, marked))) return { outcome: undefined, disabled: undefined }
    if (verdict === 'delivered') {
      await noteArrival(tx, webhook_id)
      return { outcome, disabled: undefined }
    }
    await noteFailure(tx, webhook_id, now)
    const reason: DisabledReason = verdict === 'gone' ? 'gone' : 'failing'
    const disabled = (await disableWebhook(tx, webhook_id, reason, now - FAILING_MS)) ? reason : undefined
    return { outcome, disabled }
  })
  if (settled.disabled) log.warn({ webhook_id, reason: settled.disabled }, 'webhook disabled')
  return settled.outcome
}
