import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Job, market, parsePosition } from '@mkt/schemas'
import { hostShare } from '../load/checks.ts'
import type { Reading } from '../load/scripted-buyer.ts'
import { FIRST_CREDITS, type Person, type PlaceHost } from './place.ts'
import { piecesFor } from './scripted-engine.ts'
import type { Told, ToldJob } from './told.ts'

const FAILURES = ['cancelled', 'host_lost']
const NANO = 1_000_000_000n

/** What was told and is not in the data directory of a server that is down. */
export function lostFaults({ jobs, grants, withdrawals, documents }: Told, data: string): string[] {
  const database = new DatabaseSync(join(data, 'mkt.db'), { readOnly: true })
  const has = (table: string, column: string) => {
    const statement = database.prepare(`select 1 from ${table} where ${column} = ?`)
    return (id: string) => statement.get(id) !== undefined
  }
  const checks = {
    job: has('jobs', 'job_id'),
    grant: has('ledger_transactions', 'transaction_id'),
    document: has('documents', 'document_id'),
  }
  const status = database.prepare('select status from withdrawals where withdrawal_id = ?')
  const cancelled = database.prepare("select 1 from jobs where job_id = ? and state in ('completed', 'failed')")
  const faults = [
    ...jobs.filter(({ job_id }) => !checks.job(job_id)).map(({ job_id }) => `the job ${job_id} is lost`),
    ...jobs
      .filter((job) => job.cancelled && !cancelled.get(job.job_id))
      .map(({ job_id }) => `the cancel of ${job_id} is lost`),
    ...grants
      .filter((one) => !checks.grant(one.transaction_id))
      .map((one) => `the grant ${one.transaction_id} is lost`),
    ...[...withdrawals]
      .filter(([id, told]) => told.status !== 'pending' && status.get(id)?.status !== told.status)
      .map(([id, told]) => `the withdrawal ${id} was ${told.status} and is ${status.get(id)?.status}`),
    ...[...withdrawals].filter(([id]) => !status.get(id)).map(([id]) => `the withdrawal ${id} is lost`),
    ...[...documents]
      .filter(([id, state]) => checks.document(id) !== (state === 'kept'))
      .map(([id, state]) => `the document ${id} was ${state} and is not`),
  ]
  const rows = database
    .prepare(
      'select d.document_id, r.document_id undrawn from documents d left join document_reports r using (document_id)',
    )
    .all() as { document_id: string; undrawn: string | null }[]
  database.close()
  return [...faults, ...rows.flatMap(({ document_id, undrawn }) => filesMissing(data, document_id, undrawn !== null))]
}

/** Of a report that is drawn when it is read there is no file. */
function filesMissing(data: string, id: string, undrawn: boolean): string[] {
  return ['original.pdf', ...(undrawn ? [] : ['annotated.pdf'])]
    .map((name) => join(data, 'documents', id, name))
    .filter((path) => !existsSync(path) || statSync(path).size === 0)
    .map((path) => `the file ${path} is missing`)
}

/** Files of documents without an analysis, uploads that nobody works on, notes of leftovers: none may outlive a start. */
export function leftoverFaults(data: string): string[] {
  const database = new DatabaseSync(join(data, 'mkt.db'), { readOnly: true })
  const rows = database.prepare('select document_id from documents').all() as { document_id: string }[]
  const noted = database.prepare('select document_id from document_leftovers').all() as { document_id: string }[]
  database.close()
  const kept = new Set(rows.map(({ document_id }) => document_id))
  const list = (folder: string) => (existsSync(join(data, folder)) ? readdirSync(join(data, folder)) : [])
  return [
    ...list('documents')
      .filter((name) => !kept.has(name))
      .map((name) => `the files of ${name} have no analysis`),
    ...list('uploads').map((name) => `the upload ${name} is left behind`),
    ...noted.map(({ document_id }) => `${document_id} is still noted as a leftover`),
  ]
}

/** What is wrong with a job that has ended, and with what its readers got. */
export function jobFaults(told: ToldJob, job: Job, hosts: readonly PlaceHost[]): string[] {
  const pieces = piecesFor(told.prompt)
  const wanted = pieces.slice(0, told.max_tokens)
  const price = hosts.find(({ host_id }) => host_id === job.host_id)?.nano ?? 0n
  const text = job.output_text ?? ''
  const faults: Record<string, boolean> = {
    'it is another job': job.input_text !== told.prompt || job.credits_reserved !== told.reserved,
    'a cancel that was acknowledged did not stay':
      told.cancelled && job.status === 'failed' && job.error !== 'cancelled',
  }
  if (job.status === 'completed') {
    const finish = pieces.length > told.max_tokens ? 'length' : 'stop'
    faults['its text is not what was generated'] = text !== wanted.join('')
    faults['its tokens'] = job.tokens_generated !== wanted.length
    faults['its charge'] = job.credits_used !== BigInt(wanted.length) * price
    faults['its end'] = job.finish_reason !== finish
  } else {
    faults['it has not ended well'] = job.status !== 'failed' || !FAILURES.includes(job.error ?? '')
    faults['its text is not what was generated'] = !wanted.join('').startsWith(text)
    faults['its charge'] = job.credits_used !== (job.error === 'cancelled' ? BigInt(job.tokens_generated) * price : 0n)
  }
  const own = Object.keys(faults).filter((fault) => faults[fault])
  return [...own, ...told.readings.flatMap((reading) => readingFaults(job, reading, wanted.join('')))].map(
    (fault) => `${told.job_id} (${told.prompt}, ${job.status}, ${job.error}, attempt ${job.attempts}): ${fault}`,
  )
}

function readingFaults(job: Job, { ids, text, error, done }: Reading, generated: string): string[] {
  const first = parsePosition(ids[0] ?? '')
  // This engine gives no empty pieces, so a reader's offsets have no holes.
  const wanted = ids.map((_, offset) => `${first?.attempt}.${offset}`)
  return [
    ...(ids.join() === wanted.join() ? [] : [`a reader got ${ids.join()}`]),
    ...(done ? [] : ['a stream ended without [DONE]']),
    ...(wasRead(job, text, generated) ? [] : differs(text, job.output_text)),
    ...((error ?? null) === job.error ? [] : [`a reader was told ${error}`]),
  ]
}

/**
 * The text of a job that failed is not kept; what was read of it was read. Of a cancelled one that is kept which the
 * server had: one that was killed in between, and not yet sent the rest again, had less than the reader.
 */
function wasRead(job: Job, text: string, generated: string): boolean {
  const kept = job.output_text ?? ''
  return job.status === 'failed' && generated.startsWith(text) && text.startsWith(kept)
}

function differs(text: string, output: string | null): string[] {
  return text === output ? [] : [`a reader got ${JSON.stringify(text)}, not ${JSON.stringify(output)}`]
}

export interface Books {
  told: Told
  jobs: readonly Job[]
  people: readonly Person[]
  owner: Person
  hosts: readonly PlaceHost[]
}

/** Balances by a sum of what clients were told, beside what the server says they are. All jobs must have ended. */
export async function balanceFaults({ told, jobs, people, owner, hosts }: Books): Promise<string[]> {
  const faults: string[] = []
  const expect = (what: string, found: unknown, wanted: unknown) =>
    found === wanted ? undefined : faults.push(`${what}: ${found}, and it should be ${wanted}`)
  const users = new Map(told.jobs.map(({ job_id, user_id }) => [job_id, user_id]))
  const withdrawals = [...told.withdrawals.values()]
  for (const { user_id, username, client } of people) {
    const me = await client.call(market.me, {})
    const own = jobs.filter(({ job_id }) => users.get(job_id) === user_id)
    const granted = sum(told.grants.filter((one) => one.user_id === user_id).map(({ amount }) => amount))
    const moved = sum(withdrawals.filter((one) => one.destination === 'credits').map(({ amount }) => amount))
    const income = FIRST_CREDITS * NANO + granted + (user_id === owner.user_id ? moved : 0n)
    expect(`${username}'s credits`, me.credits, income - sum(own.map(({ credits_used }) => credits_used)))
    expect(`${username}'s jobs`, me.total_jobs, own.length)
  }
  for (const { host_id, client } of hosts) {
    const { balance } = await client.call(market.hostMe, {})
    const earned = sum(jobs.filter((job) => job.host_id === host_id).map(({ credits_used }) => hostShare(credits_used)))
    const gone = withdrawals.filter((one) => one.host_id === host_id && one.status !== 'rejected')
    expect(`${host_id}'s balance`, balance, earned - sum(gone.map(({ amount }) => amount)))
  }
  return faults
}

export const feesOf = (jobs: readonly Job[]) =>
  sum(jobs.map(({ credits_used }) => credits_used - hostShare(credits_used)))

export const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
