import { formatCredits, purchaseStatus } from '@mkt/schemas'
import { allPurchases } from '../market/purchases/list-store.ts'
import { refusedEvents } from '../market/purchases/purchase-store.ts'
import { describeForAdmin, describeRefused } from '../market/purchases/report.ts'
import { type DataFlags, onData } from './on-data.ts'
import { print, UsageError } from './report.ts'

const MOST = 1000
const MOST_REFUSED = 100

/** Lists purchases, newest first, and below them what payment providers told that no purchase explains. */
export async function listPurchases(flags: DataFlags & { status?: string }): Promise<void> {
  const status = purchaseStatus.optional().safeParse(flags.status)
  if (!status.success)
    throw new UsageError(`--status is "${flags.status}": it must be ${purchaseStatus.options.join(', ')}`)
  const found = await onData(flags, async ({ database }) => ({
    ...(await allPurchases(database, status.data, { limit: MOST, offset: 0 })),
    refused: await refusedEvents(database, MOST_REFUSED),
  }))
  const purchases = found.rows.map(describeForAdmin)
  const refused_payments = found.refused.map(describeRefused)
  const lines = purchases.map(lineOf)
  if (lines.length === 0) lines.push('There are no purchases.')
  if (refused_payments.length > 0) lines.push('Payments that no purchase explains; look at them where they were paid:')
  for (const { event_id, type, purchase_id, note, received_at } of refused_payments)
    lines.push(`  ${received_at}  ${event_id}  ${type}  ${purchase_id ?? ''}  ${note}`)
  print(flags.json, { purchases, total: found.total, refused_payments }, lines.join('\n'))
}

function lineOf(one: ReturnType<typeof describeForAdmin>): string {
  const { purchase_id, status, credits, amount, currency, user_id, created_at, credits_owed } = one
  const owed = credits_owed > 0n ? `  owes ${formatCredits(credits_owed)} credits` : ''
  return `${purchase_id}  ${status.padEnd(8)}  ${formatCredits(credits)}  ${amount} ${currency}  ${user_id}  ${created_at}${owed}`
}
