import { formatCredits, market, type UsageReport } from '@mkt/schemas'
import { csvOf } from '../documents/csv.ts'
import { tellQuietly } from '../output.ts'
import { type Column, printJson, printTable } from '../render.ts'
import { type GlobalOptions, openUserSession } from '../session.ts'
import { moneyWords } from '../words/money.ts'

export interface UsageOptions extends GlobalOptions {
  by?: string
  from?: string
  to?: string
  csv?: boolean
  json?: boolean
}

/** mkt usage: what own jobs used, and the sum. */
export async function printUsage({ by = 'day', from, to, csv, json, ...options }: UsageOptions): Promise<void> {
  const session = await openUserSession(options)
  const report = await session.client.call(market.usage, { query: { by, from, to } })
  if (json) return printJson(report)
  const names = ['day', 'model', 'token'].filter((name) => by.split(',').includes(name))
  if (csv) return void process.stdout.write(csvOf(report.rows.map(csvRow), [...names, ...FIGURES]))
  if (report.rows.length === 0) return tellQuietly(moneyWords.noJobs(report.from, report.to))
  const columns: Column[] = [
    ...names.map((name) => ({ title: name.toUpperCase() })),
    ...['JOBS', 'TOKENS', 'PROMPT TOKENS', 'CREDITS'].map((title) => ({ title, align: 'right' as const })),
  ]
  const total = names.map((_, at) => (at === 0 ? 'TOTAL' : ''))
  printTable(columns, [
    ...report.rows.map((row) => [...names.map((name) => named(row, name)), ...figuresOf(row)]),
    [...total, ...figuresOf(report.total)],
  ])
}

type Row = UsageReport['rows'][number]
const FIGURES = ['jobs', 'tokens', 'prompt_tokens', 'credits'] as const

function named(row: Row, name: string): string {
  return (name === 'day' ? row.day : name === 'model' ? row.model : row.token_name) ?? ''
}

function figuresOf(row: Pick<Row, (typeof FIGURES)[number]>): string[] {
  return [String(row.jobs), String(row.tokens), String(row.prompt_tokens), formatCredits(row.credits)]
}

function csvRow({ day, model, token_id, token_name, ...row }: Row) {
  const { jobs, tokens, prompt_tokens } = row
  const token = token_name === undefined ? {} : { token: token_name, token_id: token_id ?? undefined }
  const figures = { jobs, tokens, prompt_tokens, credits: formatCredits(row.credits) }
  return { ...(day === undefined ? {} : { day }), ...(model === undefined ? {} : { model }), ...figures, ...token }
}
