import type { HostVerification, VerdictReport } from '@mkt/schemas'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Reader } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { hostById } from '../hosts/store.ts'
import { type CheckRow, countedBefore, countedChecks, countedSince } from './check-store.ts'
import { likelihoodRatio } from './evidence-tables.ts'
import type { Finding } from './judge-check.ts'
import {
  accusation,
  beginTest,
  jobsUntilVerified,
  refusedFrom,
  type SequentialTest,
  withEvidence,
} from './sequential-test.ts'
import { SHOWN_MS, verdictAsTold } from './shown-verdict.ts'
import { type VerdictRow, verdictsOfHost } from './verdict-store.ts'

type Deps = Pick<Market, 'database' | 'clock'>

const MOST_CHECKS = 200
/**
 * Who is told at once which job was a check learns what checks look like, and from a bad one that it is doubted: so no
 * check is told sooner than the doubt behind it.
 */
const TOLD_AFTER_MS = SHOWN_MS

/**
 * What checks of a host have shown, as its owner sees it: a refused one sees all of it, any other what is three days
 * old.
 * `whole`: for operators. Error: not_found.
 */
export async function reportVerification(
  { database, clock }: Deps,
  host_id: string,
  { whole = false } = {},
): Promise<HostVerification> {
  const host = await hostById(database, host_id)
  if (!host) throw new DomainError('not_found', 'There is no host with this id.')
  const now = clock.now()
  const verdicts: VerdictReport[] = []
  for (const row of await verdictsOfHost(database, host_id))
    verdicts.push(whole || row.verdict === 'refused' ? await allOf(database, row) : await toldOf(database, row, now))
  return { host_id, trusted: host.trusted === 1, verdicts }
}

async function allOf(reader: Reader, row: VerdictRow): Promise<VerdictReport> {
  const checks = await countedChecks(reader, row.host_id, row.model, MOST_CHECKS)
  return { ...describeVerdict(row), evidence: checks.map(describeCheck) }
}

/** What is not told yet moves nothing here: what fell off the end, or changed a sum, would tell which job it was. */
async function toldOf(reader: Reader, row: VerdictRow, now: number): Promise<VerdictReport> {
  const of = { host_id: row.host_id, model: row.model, before: now - TOLD_AFTER_MS }
  const told = await countedBefore(reader, { ...of, limit: MOST_CHECKS })
  const untold = await countedSince(reader, of)
  return { ...asTold(row, { told, untold }, now), evidence: told.map(describeCheck) }
}

/** A verdict without the jobs behind it. */
export function describeVerdict(row: VerdictRow): Described {
  const { model, verdict, appeal, note, trial } = row
  const test = JSON.parse(row.state_json) as SequentialTest
  return {
    ...{ model, verdict, since: isoTime(row.decided_at), jobs: test.jobs, nats: rounded(accusation(test)) },
    refused_from: rounded(refusedFrom(trial)),
    jobs_until_verified: verdict === 'refused' ? 0 : jobsUntilVerified(test),
    ...{ appeal, appealed_at: isoTimeOrNull(row.appealed_at), upheld_at: isoTimeOrNull(row.upheld_at), note },
  }
}

type Described = Omit<VerdictReport, 'evidence'>

/** A verdict by nothing but what its host has been told of: whoever hears of a doubt is honest until it is over. */
function asTold(row: VerdictRow, { told, untold }: { told: CheckRow[]; untold: number }, now: number): Described {
  const all = describeVerdict(row)
  // What was told of a test that an operator ended is no part of the one that began behind it.
  const jobs = Math.max(0, all.jobs - untold)
  const nats = jobs > 0 && told[0]?.nats ? rounded(told[0].nats) : rounded(accusation(beginTest()))
  const verdict = verdictAsTold(row, now)
  const left = verdict === 'verified' ? 0 : jobsUntilVerified({ ...testOf(told.slice(0, jobs)), jobs })
  const known = { ...all, jobs, nats, verdict, jobs_until_verified: left }
  const { decided_at, shown_until } = row
  if (shown_until === null || verdict === 'verified') return known
  return { ...known, since: isoTime(Math.max(decided_at, shown_until)) }
}

/** The test after these checks, newest first, as if there had been no others. */
const testOf = (checks: readonly CheckRow[]): SequentialTest =>
  checks.toReversed().reduce((test, check) => withEvidence(test, findingsOf(check)), beginTest())

const findingsOf = ({ findings_json }: CheckRow) => JSON.parse(findings_json ?? '[]') as Finding[]

function describeCheck(check: CheckRow): VerdictReport['evidence'][number] {
  const { job_id, ended_at, created_at, nats } = check
  const findings = findingsOf(check).map(({ kind, value, level, oddities }) => ({
    ...{ kind, value: rounded(value), level },
    counts: likelihoodRatio(kind, level) > 1 ? ('against' as const) : ('for' as const),
    ...(oddities?.length ? { odd: [...new Set(oddities.map(({ what }) => what))] } : {}),
  }))
  return { job_id, at: isoTime(ended_at ?? created_at), findings, nats: rounded(nats ?? 0) }
}

const rounded = (value: number) => Math.round(value * 1000) / 1000
