import type { hostEarnings, UsageReport } from '@mkt/schemas'
import type { z } from 'zod'
import { BY_PASSWORD } from '../../accounts/authenticate.ts'
import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { nameOfDay, readDays } from './period.ts'
import { earningsOf, usageOf } from './report-store.ts'

const MOST_ROWS = 10_000

interface Wanted {
  from?: string | undefined
  to?: string | undefined
  by: string
}

/** What a user's jobs used, in rows by what `by` names. Errors: invalid_request (period, too many rows). */
export async function reportUsage({ database, clock }: Market, user_id: string, wanted: Wanted): Promise<UsageReport> {
  const { days, by, parts } = read(wanted, clock.now())
  const found = await usageOf(database, { user_id, ...parts, by_token: Number(by.has('token')) })
  demandFew(found)
  const rows = found.map(({ day, model, token_id, name, jobs, tokens, prompt_tokens, charged_nano }) => ({
    ...(by.has('day') ? { day: nameOfDay(day as number) } : {}),
    ...(by.has('model') ? { model: model as string } : {}),
    ...(by.has('token') ? tokenOf(token_id as string, name) : {}),
    ...{ jobs, tokens, prompt_tokens, credits: charged_nano },
  }))
  const total = { jobs: 0, tokens: 0, prompt_tokens: 0, credits: 0n }
  for (const row of rows) {
    for (const name of ['jobs', 'tokens', 'prompt_tokens'] as const) total[name] += row[name]
    total.credits += row.credits
  }
  return { ...days, rows, total }
}

/** What a host earned, in rows by what `by` names. Errors: invalid_request (period, too many rows). */
export async function reportEarnings(
  { database, clock }: Market,
  host_id: string,
  wanted: Wanted,
): Promise<z.output<typeof hostEarnings>> {
  const { days, by, parts } = read(wanted, clock.now())
  const found = await earningsOf(database, { host_id, ...parts })
  demandFew(found)
  const total = { jobs: 0, tokens: 0, credits: 0n }
  const rows = found.map(({ day, model, jobs, tokens, earned_nano: credits }) => {
    total.jobs += jobs
    total.tokens += tokens
    total.credits += credits
    const named = {
      ...(by.has('day') ? { day: nameOfDay(day as number) } : {}),
      ...(by.has('model') ? { model: model as string } : {}),
    }
    return { ...named, jobs, tokens, credits }
  })
  return { host_id, ...days, rows, total }
}

function read(wanted: Wanted, now: number) {
  const { from, to } = readDays(wanted, now)
  const by = new Set(wanted.by.split(','))
  const parts = { from, to, by_day: Number(by.has('day')), by_model: Number(by.has('model')), most: MOST_ROWS + 1 }
  return { by, parts, days: { from: nameOfDay(from), to: nameOfDay(to) } }
}

function tokenOf(token_id: string, name: string | null) {
  if (token_id === '') return { token_id: null, token_name: 'not recorded' }
  if (token_id === BY_PASSWORD) return { token_id: null, token_name: 'password' }
  return { token_id, token_name: name ?? token_id }
}

function demandFew(rows: readonly unknown[]): void {
  if (rows.length <= MOST_ROWS) return
  const message = `makes more than ${MOST_ROWS} rows: ask for fewer days, or tell less apart`
  throw new DomainError('invalid_request', 'The request is not valid.', { details: [{ path: 'query.by', message }] })
}
