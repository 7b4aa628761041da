import { once } from 'node:events'
import { type AccountStatement, formatCredits, market, type StatementEntry } from '@mkt/schemas'
import { tellQuietly } from '../output.ts'
import { printJson, printTable } from '../render.ts'
import { type GlobalOptions, openUserSession, type Session } from '../session.ts'
import { moneyWords } from '../words/money.ts'

export interface StatementOptions extends GlobalOptions {
  from?: string
  to?: string
  /** One of the caller's hosts, instead of the account. */
  host?: string
  csv?: boolean
  json?: boolean
}

/** mkt statement: the whole period, however long it is. */
export async function printStatement(options: StatementOptions): Promise<void> {
  const session = await openUserSession(options)
  if (options.csv) return await copyCsv(session, options)
  const statement = await readWhole(session, options)
  if (options.json) return printJson(statement)
  printTable(
    [
      { title: 'TIME' },
      { title: 'WHAT' },
      { title: 'MODEL' },
      { title: 'TOKENS', align: 'right' },
      { title: 'AMOUNT', align: 'right' },
      { title: 'BALANCE', align: 'right' },
      { title: 'REFERENCE' },
    ],
    [
      [statement.from, 'opening', '', '', '', formatCredits(statement.opening_balance), ''],
      ...statement.entries.map(cellsOf),
      [statement.to, 'closing', '', '', '', formatCredits(statement.closing_balance), ''],
    ],
  )
  tellQuietly(moneyWords.entries(statement.entries.length))
}

function cellsOf(entry: StatementEntry): string[] {
  const { time, kind, model, tokens, amount, balance, job_id, reference } = entry
  const what = kind.replaceAll('_', ' ')
  const figures = [model ?? '', tokens === null ? '' : String(tokens), formatCredits(amount), formatCredits(balance)]
  return [time, what, ...figures, job_id ?? reference ?? '']
}

async function readWhole({ client }: Session, { from, to, host }: StatementOptions): Promise<AccountStatement> {
  const entries: StatementEntry[] = []
  const page = (period: { from?: string; to?: string; cursor?: string }) =>
    host === undefined
      ? client.call(market.userStatement, { query: { ...period, limit: 1000 } })
      : client.call(market.hostStatement, { query: { ...period, limit: 1000, host_id: host } })
  const first = await page({ ...(from ? { from } : {}), ...(to ? { to } : {}) })
  let last = first
  entries.push(...first.entries)
  // The first answer's period is the period of all: "now" would be a later one with each page.
  while (last.next_cursor !== null) {
    last = await page({ from: first.from, to: first.to, cursor: last.next_cursor })
    entries.push(...last.entries)
  }
  return { ...first, entries, closing_balance: last.closing_balance, next_cursor: null }
}

async function copyCsv({ client }: Session, { from, to, host }: StatementOptions): Promise<void> {
  const query = { ...(from ? { from } : {}), ...(to ? { to } : {}), format: 'csv' as const }
  const parts =
    host === undefined
      ? client.bytes(market.userStatement, { query })
      : client.bytes(market.hostStatement, { query: { ...query, host_id: host } })
  for await (const part of parts) if (!process.stdout.write(part)) await once(process.stdout, 'drain')
}
