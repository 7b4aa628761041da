import { formatCredits } from '@mkt/schemas'
import { sql } from 'kysely'
import { brokenEntry } from '../../accounts/act-log.ts'
import type { Database, Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'
import { wrongSpending } from '../jobs/spending-audit-store.ts'
import { wrongPurchases } from '../purchases/audit-store.ts'
import { wrongEarnings, wrongUsage } from '../usage/audit-store.ts'
import { reserveAccount } from './postings.ts'

/** What an audit found: figures to look at, and every fault in a sentence. No faults: the books are right. */
export interface AuditReport {
  transactions: number
  entries: number
  accounts: number
  /** Sum over all accounts; 0 when nothing is wrong. */
  sum_nano: bigint
  issued_nano: bigint
  fees_nano: bigint
  faults: string[]
}

const figures = statement()((q) =>
  q
    .selectFrom('accounts')
    .select((e) => [
      e.fn.countAll<number>().as('accounts'),
      e.fn.coalesce(e.fn.sum<bigint>('balance_nano'), sql<bigint>`0`).as('sum_nano'),
      sql<bigint>`coalesce(-sum(case when account_id = 'platform:issuance' then balance_nano end), 0)`.as(
        'issued_nano',
      ),
      sql<bigint>`coalesce(sum(case when account_id = 'platform:fees' then balance_nano end), 0)`.as('fees_nano'),
      sql<number>`(select count(*) from ledger_transactions)`.as('transactions'),
      sql<number>`(select count(*) from ledger_entries)`.as('entries'),
    ]),
)

const unbalanced = statement()((q) =>
  q
    .selectFrom('ledger_entries')
    .groupBy('transaction_id')
    .having((e) => e(e.fn.sum<bigint>('amount_nano'), '<>', 0n))
    .select((e) => ['transaction_id as subject', e.fn.sum<bigint>('amount_nano').as('found_nano')]),
)

const wrongBalance = statement()((q) =>
  q
    .selectFrom('accounts as a')
    .leftJoin('ledger_entries as l', 'l.account_id', 'a.account_id')
    .groupBy(['a.account_id', 'a.balance_nano'])
    .having(sql<boolean>`coalesce(sum(l.amount_nano), 0) <> a.balance_nano`)
    .select(['a.account_id as subject', 'a.balance_nano as found_nano']),
)

const belowZero = statement()((q) =>
  q
    .selectFrom('accounts')
    .where('floored', '=', 1)
    .where('balance_nano', '<', 0n)
    .select(['account_id as subject', 'balance_nano as found_nano']),
)

// A user's reserve is exactly what their queued and running jobs have set aside.
const wrongReserve = statement()((q) =>
  q
    .selectFrom('users as u')
    .select([
      'u.user_id as subject',
      sql<bigint>`coalesce((select sum(reserved_nano) from jobs j
        where j.user_id = u.user_id and j.state in ('queued', 'running')), 0)`.as('wanted_nano'),
      sql<bigint>`coalesce((select balance_nano from accounts a
        where a.account_id = 'reserve:' || u.user_id), 0)`.as('found_nano'),
    ])
    .where(
      sql<boolean>`coalesce((select sum(reserved_nano) from jobs j
        where j.user_id = u.user_id and j.state in ('queued', 'running')), 0)
        <> coalesce((select balance_nano from accounts a where a.account_id = 'reserve:' || u.user_id), 0)`,
    ),
)

// What a job says it charged is what the ledger posted for it, and it ended in the books at most once, at its end.
const wrongCharge = statement()((q) =>
  q
    .selectFrom('jobs as j')
    .leftJoin(
      sql<{
        job_id: string
        ends: number
        paid_nano: bigint
      }>`(select t.job_id, count(distinct t.transaction_id) as ends,
        sum(case when l.account_id like 'host:%' or l.account_id = 'platform:fees' then l.amount_nano else 0 end) as paid_nano
        from ledger_transactions t join ledger_entries l on l.transaction_id = t.transaction_id
        where t.kind in ('charge', 'release') group by t.job_id)`.as('b'),
      (join) => join.onRef('b.job_id', '=', 'j.job_id'),
    )
    .where(
      sql<boolean>`coalesce(b.paid_nano, 0) <> j.charged_nano
        or coalesce(b.ends, 0) > case when j.state in ('completed', 'failed') then 1 else 0 end`,
    )
    .select(['j.job_id as subject', 'j.charged_nano as found_nano']),
)

const wrongQueue = statement()((q) =>
  q
    .selectFrom(
      sql<{ user_id: string; model: string; waiting: number }>`(select user_id, model, sum(waiting) as waiting from (
        select user_id, model, waiting from queues
        union all select user_id, model, -1 from jobs where state = 'queued') as both_sides
        group by user_id, model)`.as('w'),
    )
    .where('w.waiting', '<>', 0)
    .select(['w.user_id as subject', 'w.waiting as found']),
)

/** Proves the books on the live database, in one read snapshot. */
export async function audit(database: Database): Promise<AuditReport> {
  return await database.snapshot(async (reader) => {
    const found = await reader.get(figures, {})
    if (!found) throw new Error('the audit found no accounts table')
    const faults = await allFaults(reader)
    const broken = await brokenEntry(reader)
    if (broken) faults.push(broken)
    if (found.sum_nano !== 0n) faults.unshift(`all accounts sum to ${formatCredits(found.sum_nano)} instead of 0`)
    return { ...found, faults }
  })
}

async function allFaults(reader: Reader): Promise<string[]> {
  const faults: string[] = []
  for (const { subject, found_nano } of await reader.all(unbalanced, {})) {
    faults.push(`transaction ${subject} sums to ${formatCredits(found_nano)} instead of 0`)
  }
  for (const { subject, found_nano } of await reader.all(wrongBalance, {})) {
    faults.push(`account ${subject} holds ${formatCredits(found_nano)}, which is not the sum of its entries`)
  }
  for (const { subject, found_nano } of await reader.all(belowZero, {})) {
    faults.push(`account ${subject} is below zero: ${formatCredits(found_nano)}`)
  }
  for (const { subject, wanted_nano, found_nano } of await reader.all(wrongReserve, {})) {
    faults.push(
      `account ${reserveAccount(subject)} holds ${formatCredits(found_nano)}; open jobs reserve ${formatCredits(wanted_nano)}`,
    )
  }
  for (const { subject, found_nano } of await reader.all(wrongCharge, {})) {
    faults.push(
      `job ${subject} says it was charged ${formatCredits(found_nano)}; the ledger posted otherwise, or more than once`,
    )
  }
  for (const { subject, found } of await reader.all(wrongQueue, {})) {
    faults.push(`a queue of ${subject} counts ${found} waiting jobs more than it holds`)
  }
  for (const { subject, found_nano, wanted_nano, postings } of await wrongPurchases(reader)) {
    faults.push(
      `purchase ${subject} should have brought ${formatCredits(wanted_nano)} credits; ${postings} postings brought ${formatCredits(found_nano)}`,
    )
  }
  for (const { subject, found_nano, wanted_nano } of await wrongUsage(reader)) {
    faults.push(
      `the usage of ${subject} by day sums to ${formatCredits(found_nano)}; its jobs were charged ${formatCredits(wanted_nano)}`,
    )
  }
  for (const { subject, found_nano, wanted_nano } of await wrongEarnings(reader)) {
    faults.push(
      `the earnings of ${subject} by day sum to ${formatCredits(found_nano)}; it was paid ${formatCredits(wanted_nano)}`,
    )
  }
  for (const { subject, found_nano, wanted_nano } of await wrongSpending(reader)) {
    faults.push(
      `the token ${subject} counts ${formatCredits(found_nano)} as spent; its jobs make ${formatCredits(wanted_nano)}`,
    )
  }
  return faults
}
