import type { Tx } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { countAttemptFailed, countShownFailure } from '../hosts/ends-store.ts'
import { holdOffLoser } from '../hosts/hold-off-loser.ts'
import { STANDING, type Standing } from '../trust/standing.ts'
import {
  addReport,
  buyersFailed,
  countReports,
  excuseReports,
  hasCounted,
  type ReportedFailure,
  reportsOf,
  settleReport,
  wasPaid,
} from './failure-store.ts'

const HOUR_MS = 3_600_000
/** Buyers whose jobs a host must have failed within an hour before that is its fault, whatever the jobs were. */
const SEVERAL = 3

/**
 * What a stranger reports of a job: that it cannot be done. Its buyer may have made it so, and it may be the host that
 * cannot. It counts against the host once that is shown to be its own:
 * - another host, believed no less, did the same job and was paid for it (`showFailures`), or
 * - it failed jobs of several buyers within an hour, which counts once.
 * Where two that others paid refuse the same job, it was the job's.
 */
export async function noteReport(
  tx: Tx,
  market: Market,
  { job_id, host_id, model, user_id }: { job_id: string; host_id: string; model: string; user_id: string },
  standing: Standing,
): Promise<void> {
  await countAttemptFailed(tx, host_id)
  const now = market.clock.now()
  const others = (await reportsOf(tx, job_id)).filter((other) => other.host_id !== host_id)
  const alike = standing !== STANDING.new && others.some((other) => other.standing !== STANDING.new)
  const finding = alike || others.some((other) => other.finding === 'excused') ? 'excused' : 'open'
  if (alike) await excuseReports(tx, job_id)
  await addReport(tx, { job_id, host_id, model, user_id, reported_at: now, standing, finding })
  const of = { host_id, model, since: now - HOUR_MS }
  if (finding === 'excused' || (await buyersFailed(tx, of)) < SEVERAL) return
  await countReports(tx, of)
  await count(tx, market, { host_id, model, standing })
}

/** A job was done: whoever said before that it cannot be is held to it. Of one's own hosts nothing is noted. */
export async function showFailures(
  market: Market,
  { job_id, host_id, model }: { job_id: string; host_id: string; model: string },
): Promise<void> {
  if (market.trust === 'own') return
  const reports = (await reportsOf(market.database, job_id)).filter(
    (other) => other.host_id !== host_id && other.finding === 'open',
  )
  if (reports.length === 0 || !(await wasPaid(market.database, job_id))) return
  const believed = (await market.offers.of(model))?.standingOf(host_id) ?? STANDING.new
  const least = (standing: number) => Math.min(standing, STANDING.proven)
  const shown = reports.filter(({ standing }) => believed >= least(standing))
  await market.database.transaction(async (tx) => {
    for (const report of shown) await showOne(tx, market, report)
  })
}

/**
 * Of a host that others paid one buyer counts once an hour, or a buyer who has a host of their own do what no engine
 * can would send it away.
 */
async function showOne(tx: Tx, market: Market, report: ReportedFailure): Promise<void> {
  const { host_id, model, user_id, standing } = report
  const since = market.clock.now() - HOUR_MS
  const again = standing !== STANDING.new && (await hasCounted(tx, { host_id, model, user_id, since }))
  if (!(await settleReport(tx, report, again ? 'excused' : 'counted')) || again) return
  await count(tx, market, { host_id, model, standing: standing as Standing })
}

async function count(
  tx: Tx,
  market: Market,
  { host_id, model, standing }: { host_id: string; model: string; standing: Standing },
): Promise<void> {
  await countShownFailure(tx, host_id, model)
  await holdOffLoser(tx, market, host_id, { silent: false, standing })
}
