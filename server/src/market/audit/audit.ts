import { formatCredits } from '@mkt/schemas'
import { sql } from 'kysely'
import { brokenEntry } from '../../accounts/act-log.ts'
import type { Database, Reader } from '../../storage/database.ts'
import type { AccountsTable } from '../../storage/ledger-tables.ts'
import { queueName } from '../../storage/own-lines.ts'
import { statement } from '../../storage/statement.ts'
import { wrongDisputed, wrongPending, wrongRefunds } from '../earnings/audit-store.ts'
import { wrongSpending } from '../jobs/spending-audit-store.ts'
import { KINDS, type Kind, reserveAccount } from '../ledger/accounts.ts'
import { wrongPurchases } from '../purchases/audit-store.ts'
import { wrongEarnings, wrongUsage } from '../usage/audit-store.ts'
import { wrongVerification } from '../verification/spending-store.ts'

/** What an audit found: figures to look at, and every fault in a sentence. No faults: the books are right. */
export interface AuditReport {
  transactions: number
  entries: number
  accounts: number
  /** Sum over all accounts; 0 when nothing is wrong. */
  sum_nano: bigint
  issued_nano: bigint
  /** Of these two, of promotional credits. */
  promo_sum_nano: bigint
  promo_issued_nano: bigint
  fees_nano: bigint
  faults: string[]
}

const IS_PROMO = sql`account_id like '%-promo%'`
const sumWhere = (what: ReturnType<typeof sql>, where: ReturnType<typeof sql>) =>
  sql<bigint>`coalesce(sum(case when ${where} then ${what} end), 0)`

/** With what is still to be summed up into them. */
const BALANCES = sql<AccountsTable>`(select account_id, floored, balance_nano + coalesce((select sum(amount_nano)
  from account_moves m where m.account_id = a.account_id), 0) as balance_nano from accounts a)`

const figures = statement()((q) =>
  q
    .selectFrom(BALANCES.as('accounts'))
    .select((e) => [
      e.fn.countAll<number>().as('accounts'),
      e.fn.coalesce(e.fn.sum<bigint>('balance_nano'), sql<bigint>`0`).as('sum_nano'),
      sumWhere(sql`-balance_nano`, sql`account_id like 'platform:issuance%'`).as('issued_nano'),
      sumWhere(sql`balance_nano`, sql`account_id like 'platform:fees%'`).as('fees_nano'),
      sumWhere(sql`balance_nano`, IS_PROMO).as('promo_sum_nano'),
      sumWhere(sql`-balance_nano`, sql`account_id = 'platform:issuance-promo'`).as('promo_issued_nano'),
      sql<number>`(select count(*) from ledger_transactions)`.as('transactions'),
      sql<number>`(select count(*) from ledger_entries)`.as('entries'),
    ]),
)

// Balanced in all, and so in paid ones where it is in promotional ones: no credits change their kind.
const unbalanced = statement()((q) =>
  q
    .selectFrom('ledger_entries')
    .groupBy('transaction_id')
    .having((e) =>
      e.or([e(e.fn.sum<bigint>('amount_nano'), '<>', 0n), e(sumWhere(sql`amount_nano`, IS_PROMO), '<>', 0n)]),
    )
    .select((e) => [
      'transaction_id as subject',
      e.fn.sum<bigint>('amount_nano').as('found_nano'),
      sumWhere(sql`amount_nano`, IS_PROMO).as('promo_nano'),
    ]),
)

// Balanced in each kind, and yet both at once where only one may be: only a split makes credits of one kind another.
const changedKind = statement()((q) =>
  q
    .selectFrom('ledger_transactions as t')
    .innerJoin('ledger_entries as l', 'l.transaction_id', 't.transaction_id')
    .where('l.account_id', 'in', ['platform:issuance', 'platform:issuance-promo'])
    .where('t.kind', '<>', 'split')
    .groupBy('t.transaction_id')
    .having((e) => e(e.fn.countAll<number>(), '>', 1))
    .select('t.transaction_id as subject'),
)

const wrongBalance = statement()((q) =>
  q
    .selectFrom(BALANCES.as('a'))
    .leftJoin('ledger_entries as l', 'l.account_id', 'a.account_id')
    .groupBy(['a.account_id', 'a.balance_nano'])
    .having(sql<boolean>`coalesce(sum(l.amount_nano), 0) <> a.balance_nano`)
    .select(['a.account_id as subject', 'a.balance_nano as found_nano']),
)

const belowZero = statement()((q) =>
  q
    .selectFrom(BALANCES.as('accounts'))
    .where('floored', '=', 1)
    .where('balance_nano', '<', 0n)
    .select(['account_id as subject', 'balance_nano as found_nano']),
)

// A user's reserve of either kind is exactly what their queued and running jobs have set aside of it.
const wrongReserve = (kind: Kind) => {
  const wanted = sql`coalesce((select sum(${sql.raw(kind === 'paid' ? 'reserved_nano - reserved_promo_nano' : 'reserved_promo_nano')})
    from jobs j where j.user_id = u.user_id and j.state in ('queued', 'running')), 0)`
  const found = sql`coalesce((select balance_nano from accounts a
    where a.account_id = ${sql.lit(reserveAccount('', kind))} || u.user_id), 0)`
  return statement()((q) =>
    q
      .selectFrom('users as u')
      .select([
        'u.user_id as subject',
        sql<bigint>`${wanted}`.as('wanted_nano'),
        sql<bigint>`${found}`.as('found_nano'),
      ])
      .where(sql<boolean>`${wanted} <> ${found}`),
  )
}
const wrongReserves = { paid: wrongReserve('paid'), promo: wrongReserve('promo') }

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
        sum(case when l.account_id like 'host%' or l.account_id like 'platform:fees%' then l.amount_nano else 0 end) as paid_nano
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
        union all select user_id, ${queueName}, -1 from jobs where state = 'queued') as both_sides
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
    if (found.promo_sum_nano !== 0n)
      faults.unshift(`all accounts of promotional credits sum to ${formatCredits(found.promo_sum_nano)} instead of 0`)
    if (found.sum_nano !== 0n) faults.unshift(`all accounts sum to ${formatCredits(found.sum_nano)} instead of 0`)
    return { ...found, faults }
  })
}

async function allReserves(reader: Reader) {
  const wrong = KINDS.map(async (kind) => (await reader.all(wrongReserves[kind], {})).map((row) => ({ kind, ...row })))
  return (await Promise.all(wrong)).flat()
}

async function allFaults(reader: Reader): Promise<string[]> {
  const faults: string[] = []
  for (const { subject, found_nano, promo_nano } of await reader.all(unbalanced, {})) {
    const promo = promo_nano === 0n ? '' : `, its promotional credits to ${formatCredits(promo_nano)}`
    faults.push(`transaction ${subject} sums to ${formatCredits(found_nano)} instead of 0${promo}`)
  }
  for (const { subject } of await reader.all(changedKind, {})) {
    faults.push(`transaction ${subject} makes promotional credits of paid ones, or the other way round`)
  }
  for (const { subject, found_nano } of await reader.all(wrongBalance, {})) {
    faults.push(`account ${subject} holds ${formatCredits(found_nano)}, which is not the sum of its entries`)
  }
  for (const { subject, found_nano } of await reader.all(belowZero, {})) {
    faults.push(`account ${subject} is below zero: ${formatCredits(found_nano)}`)
  }
  for (const { kind, subject, wanted_nano, found_nano } of await allReserves(reader)) {
    faults.push(
      `account ${reserveAccount(subject, kind)} holds ${formatCredits(found_nano)}; open jobs reserve ${formatCredits(wanted_nano)}`,
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
  for (const { subject, found_nano, wanted_nano } of await wrongVerification(reader)) {
    faults.push(
      `verification counts ${formatCredits(found_nano)} ${subject} credits as spent; ` +
        `the ledger posted ${formatCredits(wanted_nano)}`,
    )
  }
  return [...faults, ...(await earningsFaults(reader))]
}

/** What hosts cannot take out yet, or perhaps never. */
async function earningsFaults(reader: Reader): Promise<string[]> {
  const faults: string[] = []
  for (const { subject, found_nano, wanted_nano } of await wrongPending(reader)) {
    faults.push(`account ${subject} holds ${formatCredits(wanted_nano)}; its hours hold ${formatCredits(found_nano)}`)
  }
  for (const { subject, found_nano, wanted_nano } of await wrongDisputed(reader)) {
    faults.push(
      `account ${subject} holds ${formatCredits(wanted_nano)}; open disputes set ${formatCredits(found_nano)} aside`,
    )
  }
  for (const { subject, found_nano, wanted_nano } of await wrongRefunds(reader)) {
    faults.push(
      `job ${subject} was refunded ${formatCredits(found_nano)}; its dispute says ${formatCredits(wanted_nano)}`,
    )
  }
  return faults
}
