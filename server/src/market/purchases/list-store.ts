import type { PurchaseStatus } from '@mkt/schemas'
import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

interface Recent {
  user_id: string
  after: string
  now: number
}

interface Page {
  limit: number
  offset: number
}

const ofUser = statement<Page & { user_id: string }>()((q, p) =>
  q
    .selectFrom('purchases')
    .selectAll()
    .where('user_id', '=', p('user_id'))
    .orderBy('purchase_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const countOfUser = statement<{ user_id: string }>()((q, p) =>
  q
    .selectFrom('purchases')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('user_id', '=', p('user_id')),
)
const all = statement<Page>()((q, p) =>
  q.selectFrom('purchases').selectAll().orderBy('purchase_id', 'desc').limit(p('limit')).offset(p('offset')),
)
const countAll = statement()((q) => q.selectFrom('purchases').select((e) => e.fn.countAll<number>().as('total')))
const ofStatus = statement<Page & { status: PurchaseStatus }>()((q, p) =>
  q
    .selectFrom('purchases')
    .selectAll()
    .where('status', '=', p('status'))
    .orderBy('purchase_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const countOfStatus = statement<{ status: PurchaseStatus }>()((q, p) =>
  q
    .selectFrom('purchases')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('status', '=', p('status')),
)

// From the index on user_id and purchase_id: as many rows as a user may begin in that time.
const recent = statement<Recent>()((q, p) =>
  q
    .selectFrom('purchases')
    .select((e) => [
      e.fn.countAll<number>().as('begun'),
      e.fn.min('created_at').as('first_at'),
      sql<number>`count(case when status = 'pending' and expires_at > ${p('now')} then 1 end)`.as('unpaid'),
      sql<number | null>`min(case when status = 'pending' and expires_at > ${p('now')} then expires_at end)`.as(
        'next_end',
      ),
    ])
    .where('user_id', '=', p('user_id'))
    .where('purchase_id', '>=', p('after')),
)

/** How many purchases a user began since that id, how many of them can still be paid, and when the first of those ends. */
export const recentPurchases = async (reader: Reader, of: Recent) =>
  (await reader.get(recent, of)) ?? { begun: 0, first_at: null, unpaid: 0, next_end: null }

/** Newest first. */
export async function purchasesOf(reader: Reader, user_id: string, page: Page) {
  const total = (await reader.get(countOfUser, { user_id }))?.total ?? 0
  return { total, rows: await reader.all(ofUser, { user_id, ...page }) }
}

/** Newest first, of all users. */
export async function allPurchases(reader: Reader, status: PurchaseStatus | undefined, page: Page) {
  if (status === undefined) {
    return { total: (await reader.get(countAll, {}))?.total ?? 0, rows: await reader.all(all, page) }
  }
  const total = (await reader.get(countOfStatus, { status }))?.total ?? 0
  return { total, rows: await reader.all(ofStatus, { status, ...page }) }
}
