import type { HostVerification, VerdictReport } from '@mkt/schemas'
import { isoTime, isoTimeOrNull } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import type { Market } from '../deps.ts'
import { hostById } from '../hosts/store.ts'
import { type CheckRow, countedChecks } from './check-store.ts'
import { likelihoodRatio } from './evidence-tables.ts'
import type { Finding } from './judge-check.ts'
import { accusation, beginTest, jobsUntilVerified, refusedFrom, type SequentialTest } from './sequential-test.ts'
import { type VerdictRow, verdictsOfHost } from './verdict-store.ts'

type Deps = Pick<Market, 'database' | 'clock'>

const MOST_CHECKS = 200
/** Who is told at once which job was a check learns what checks look like. */
const TOLD_AFTER_MS = 86_400_000

/**
 * What checks of a host have shown, as its owner sees it: a refused one sees all of it, any other what is a day old.
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
  const before = now - TOLD_AFTER_MS
  const verdicts: VerdictReport[] = []
  for (const row of await verdictsOfHost(database, host_id)) {
    const checks = await countedChecks(database, host_id, row.model, MOST_CHECKS)
    const told = whole || row.verdict === 'refused' ? checks : checks.filter((check) => check.created_at <= before)
    const all = describeVerdict(row)
    const shown = whole || row.verdict === 'refused' ? all : asTold(all, row, checks.length - told.length, told[0], now)
    verdicts.push({ ...shown, evidence: told.map(describeCheck) })
  }
  return { host_id, trusted: host.trusted === 1, verdicts }
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
function asTold(all: Described, row: VerdictRow, untold: number, last: CheckRow | undefined, now: number): Described {
  const { verdict, decided_at, shown_until } = row
  // What was told of a test that an operator ended is no part of the one that began behind it.
  const jobs = Math.max(0, all.jobs - untold)
  const known = { ...all, jobs, nats: jobs > 0 && last?.nats ? rounded(last.nats) : rounded(accusation(beginTest())) }
  if (shown_until === null || verdict === 'verified') return known
  if (shown_until > now) return { ...known, verdict: 'verified', jobs_until_verified: 0 }
  return { ...known, since: isoTime(Math.max(decided_at, shown_until)) }
}

function describeCheck({
  job_id,
  ended_at,
  created_at,
  findings_json,
  nats,
}: CheckRow): VerdictReport['evidence'][number] {
  const findings = (JSON.parse(findings_json ?? '[]') as Finding[]).map(({ kind, value, level, oddities }) => ({
    ...{ kind, value: rounded(value), level },
    counts: likelihoodRatio(kind, level) > 1 ? ('against' as const) : ('for' as const),
    ...(oddities?.length ? { odd: [...new Set(oddities.map(({ what }) => what))] } : {}),
  }))
  return { job_id, at: isoTime(ended_at ?? created_at), findings, nats: rounded(nats ?? 0) }
}

const rounded = (value: number) => Math.round(value * 1000) / 1000
