import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { type Bind, statement } from '../../storage/statement.ts'

/** Ledger entries of one account between two transaction ids, neither included. */
interface Span {
  account: string
  after: string
  before: string
  most: number
}
/** Of several accounts, '' for none. */
type Pages = Omit<Span, 'account'> & Record<(typeof PLACES)[number], string>
const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'] as const

// From the index on ledger_entries alone, a part at a time: one sum over all would hold the event loop for seconds.
const sumOfPart = statement<Span>()((q, p) =>
  q
    .selectFrom(
      sql<{ transaction_id: string; amount_nano: bigint }>`(select transaction_id, amount_nano from ledger_entries
        where account_id = ${p('account')} and transaction_id > ${p('after')} and transaction_id < ${p('before')}
        order by transaction_id limit ${p('most')})`.as('part'),
    )
    .select((e) => [
      e.fn.countAll<number>().as('entries'),
      e.fn.max('transaction_id').as('last'),
      e.fn.coalesce(e.fn.sum<bigint>('amount_nano'), sql<bigint>`0`).as('sum_nano'),
    ]),
)
// All accounts of a user in one statement, which sees one moment: what a job moves between them is seen whole.
const page = statement<Pages>()((q, p) =>
  q
    .selectFrom(
      sql<{ account_id: string; transaction_id: string; amount_nano: bigint }>`(
        ${sql.join(
          PLACES.map((place) => firstOf(p(place), p)),
          sql` union all `,
        )})`.as('l'),
    )
    .innerJoin('ledger_transactions as t', 't.transaction_id', 'l.transaction_id')
    .leftJoin('jobs as j', (join) => join.onRef('j.job_id', '=', 't.job_id').on('t.kind', '=', 'charge'))
    .select([
      'l.account_id',
      'l.transaction_id',
      'l.amount_nano',
      't.kind',
      't.reason',
      't.created_at',
      'j.job_id',
      'j.model',
      'j.tokens_generated',
      'j.price_nano',
      'j.input_price_nano',
      'j.prompt_tokens',
      'j.prompt_bytes',
      'j.started_at',
      'j.finished_at',
    ])
    .orderBy('l.transaction_id'),
)

function firstOf(account: string, p: Bind<Pages>) {
  return sql`select * from (select account_id, transaction_id, amount_nano from ledger_entries
    where account_id = ${account} and transaction_id > ${p('after')} and transaction_id < ${p('before')}
    order by transaction_id limit ${p('most')}) as part`
}

/** The sum of the first `most` entries of the span, and where they end. */
export async function sumEntries(reader: Reader, span: Span) {
  const { entries = 0, last = null, sum_nano = 0n } = (await reader.get(sumOfPart, span)) ?? {}
  return { entries, last, sum_nano }
}
/** At most eight accounts of one holder. */
export type Accounts = readonly [string, ...string[]]

/** The first `most` entries of the span of each of the accounts, in order, with what they are for. */
export function entryPages(reader: Reader, accounts: Accounts, span: Omit<Span, 'account'>) {
  if (accounts.length > PLACES.length) throw new RangeError(`${accounts.length} accounts are more than a page has`)
  const places = Object.fromEntries(PLACES.map((place, at) => [place, accounts[at] ?? '']))
  return reader.all(page, { ...(places as Record<(typeof PLACES)[number], string>), ...span })
}
export type EntryRow = Awaited<ReturnType<typeof entryPages>>[number]
