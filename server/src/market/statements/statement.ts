import { type AccountStatement, STATEMENT_COLUMNS, type StatementEntry, writeJson } from '@mkt/schemas'
import { isoTime } from '../../base/clock.ts'
import { firstIdAt } from '../../base/ids.ts'
import type { Market } from '../deps.ts'
import { hostAccount, KINDS, reserveAccount, STAGES, userAccount } from '../ledger/accounts.ts'
import { readTimes } from '../usage/period.ts'
import type { Accounts } from './entries-store.ts'
import { balanceAt, type Line, linesOf } from './lines.ts'

/** On Postgres a statement ends so long ago: by then a transaction has been committed, or never will be. */
const UNSETTLED_MS = 5000

/** Whose statement: a user's money is what they can spend and what their open jobs have set aside. */
export type Holder = { user_id: string } | { host_id: string }

export interface StatementRequest {
  from?: string | undefined
  to?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** A page of a statement. Its amounts are exact: opening + entries = closing. Error: invalid_request (period). */
export async function statementPage(
  market: Market,
  holder: Holder,
  wanted: StatementRequest,
): Promise<AccountStatement> {
  const { period, accounts, before, ...start } = await open(market, holder, wanted)
  const entries: StatementEntry[] = []
  let [balance, last, more] = [start.balance, start.after, false]
  for await (const line of linesOf(market.database, accounts, { after: start.after, before })) {
    more = entries.length === wanted.limit
    if (more) break
    balance += line.amount_nano
    last = line.transaction_id
    entries.push(entryOf(line, balance))
  }
  return {
    ...period,
    opening_balance: start.balance,
    entries,
    closing_balance: balance,
    next_cursor: more ? `${last}.${balance}` : null,
  }
}

/** The whole statement as CSV (RFC 4180), as it is read: a line of names, the opening, the entries, the closing. */
export async function statementCsv(
  market: Market,
  holder: Holder,
  wanted: Pick<StatementRequest, 'from' | 'to'>,
): Promise<AsyncGenerator<string>> {
  const { period, accounts, before, after, balance } = await open(market, holder, wanted)
  return (async function* () {
    yield csvLine([...STATEMENT_COLUMNS])
    yield csvLine([period.from, 'opening', '', money(balance)])
    let closing = balance
    for await (const line of linesOf(market.database, accounts, { after, before })) {
      closing += line.amount_nano
      const entry = entryOf(line, closing)
      yield csvLine(STATEMENT_COLUMNS.map((column) => textOf(entry[column] ?? null)))
    }
    yield csvLine([period.to, 'closing', '', money(closing)])
  })()
}

async function open({ database, clock }: Market, holder: Holder, wanted: Omit<StatementRequest, 'limit'>) {
  const { from, to } = readTimes(wanted, clock.now())
  // Transactions of Postgres run beside each other: one that began before another may be committed after it.
  const settled = database.dialect === 'postgres' ? clock.now() - UNSETTLED_MS : to
  const [first, before] = [firstIdAt('ltx', Math.min(from, settled)), firstIdAt('ltx', Math.min(to, settled))]
  const [after, carried] = wanted.cursor?.split('.') ?? []
  // Ids are longer than any time: nothing lies between this and the first one of the period.
  const start = after ?? first.slice(0, -1)
  const accounts = accountsOf(holder)
  const balance = carried === undefined ? await balanceAt(database, accounts, first) : BigInt(carried)
  const period = { from: isoTime(from), to: isoTime(Math.max(from, Math.min(to, settled))) }
  return { period, accounts, before, after: start, balance }
}

/** What is somebody's: their accounts of all kinds and stages. */
export function accountsOf(holder: Holder): Accounts {
  if ('host_id' in holder) {
    const { host_id } = holder
    const others = KINDS.flatMap((kind) => STAGES.map((stage) => hostAccount(host_id, kind, stage)))
    return [hostAccount(host_id), ...others.slice(1)]
  }
  const { user_id: id } = holder
  return [userAccount(id), reserveAccount(id), userAccount(id, 'promo'), reserveAccount(id, 'promo')]
}

function entryOf(line: Line, balance: bigint): StatementEntry {
  const { kind, amount_nano: amount, job_id, model, tokens, price_nano, reason, input_tokens, input_price_nano } = line
  return {
    time: isoTime(line.at),
    kind,
    amount,
    balance,
    job_id,
    model,
    tokens,
    price_per_token: price_nano,
    reference: reason,
    ...(input_price_nano === null ? {} : { input_tokens, price_per_input_token: input_price_nano }),
  }
}

const money = (nano: bigint) => writeJson(nano)

function textOf(value: string | number | bigint | null): string {
  if (value === null) return ''
  return typeof value === 'bigint' ? money(value) : String(value)
}

/** Text that a spreadsheet would take for a formula is preceded by an apostrophe: models and reasons are anybody's. */
function csvLine(cells: string[]): string {
  const all = [...cells, ...Array<string>(STATEMENT_COLUMNS.length - cells.length).fill('')]
  return `${all.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  // Where programs part cells at semicolons or tabs, what follows one begins a cell of its own.
  const inner = text.replace(/[;\t\r\n](?=\s*[=+@-])/g, "$&'")
  const plain = /^[=+@\t\r]|^-(?!\d+(\.\d+)?$)/.test(inner) ? `'${inner}` : inner
  return /[",;\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
