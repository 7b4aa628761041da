import type { DisputedJob } from '@mkt/schemas'
import type { Reader } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { jobOutput } from '../jobs/output.ts'
import { type JobRow, jobById } from '../jobs/store.ts'
import type { Noting } from '../jobs/submit.ts'
import { DISPUTED_MS } from '../verification/begin-check.ts'
import { allReferences } from '../verification/candidate-store.ts'
import { readingCost } from '../verification/check-budget.ts'
import { judgeCheck } from '../verification/judge-check.ts'
import { leftForChecks } from '../verification/pay-buyers.ts'
import { buyReading, isPenalised, samplesPlainly, tokensOf } from '../verification/reading.ts'
import type { VerificationSettings } from '../verification/settings.ts'
import type { DisputeRow } from './store.ts'
import { noteReading, unreadDisputes } from './store.ts'

const AT_ONCE = 20
/** Of what is left for checks, what one round may take at most: whoever disputes a lot would take all of it. */
const PART = 10n
/** Of what the job cost, what its reading may: reading takes twice as many tokens at a usual price. */
const TIMES_CHARGED = 4n
/** One that could not be bought is left alone for so long. */
const AGAIN_MS = 3_600_000

/** Jobs whose texts could not be read, and until when none tries again. */
export type TriedDisputes = Map<string, number>

/**
 * Has disputed texts read by a trusted host, for the operator who decides. It is no evidence in the host's test: a
 * buyer would choose an honest host's worst texts out of thousands.
 */
export async function readDisputes(
  market: Market,
  settings: VerificationSettings,
  tried: TriedDisputes,
): Promise<void> {
  const { database, clock } = market
  const now = clock.now()
  for (const [job_id, until] of tried) if (until <= now) tried.delete(job_id)
  const page = (after: string) => unreadDisputes(database, { since: now - DISPUTED_MS, after, limit: AT_ONCE })
  let unread = await page('')
  if (unread.length === 0) return
  const scorers = (await allReferences(database)).filter(({ scores }) => scores === 1)
  let left = (await leftForChecks(database, settings.share)) / PART
  // All pages, since those before may be of models that no trusted host reads; so many are bought in one round.
  for (let bought = 0; unread.length > 0 && bought < AT_ONCE; unread = await page(unread.at(-1)?.job_id ?? ''))
    for (const dispute of unread) {
      if (tried.has(dispute.job_id)) continue
      const cost = await readOne(market, settings, { scorers, left }, dispute)
      if (cost === undefined) tried.set(dispute.job_id, now + AGAIN_MS)
      else [bought, left] = [bought + 1, left - cost]
    }
}

interface Means {
  scorers: Awaited<ReturnType<typeof allReferences>>
  left: bigint
}

/** The most that it costs; undefined where it is not bought. */
async function readOne(
  market: Market,
  settings: VerificationSettings,
  { scorers, left }: Means,
  { job_id, charged_nano }: DisputeRow,
): Promise<bigint | undefined> {
  const job = await jobById(market.database, job_id)
  const scorer = scorers.find(({ host_id, model }) => model === job?.model && host_id !== job.host_id)
  if (!job || job.erased === 1 || !scorer) return undefined
  const cost = readingCost(scorer, { input_text: job.input_text, max_tokens: job.tokens_generated })
  if (cost > left || cost > TIMES_CHARGED * charged_nano) return undefined
  const noting: Noting = (tx, score_job_id) => noteReading(tx, { job_id, score_job_id })
  const bought = await buyReading(market, settings, scorer, job, noting)
  return bought === undefined ? undefined : cost
}

/** What it found, on the scales by which checks are judged; null where there is nothing yet. */
export async function readingOf(
  reader: Reader,
  { score_job_id }: Pick<DisputeRow, 'score_job_id'>,
  job: JobRow,
): Promise<DisputedJob['reading']> {
  if (score_job_id === null) return null
  const pieces =
    (await jobById(reader, score_job_id))?.state === 'completed' ? await jobOutput(reader, score_job_id) : []
  const suspect = tokensOf(pieces ?? [])
  if (suspect.length === 0) return null
  const found = judgeCheck({
    suspect: { text: '', tokens: job.tokens_generated, stopped: false },
    greedy: job.temperature === 0,
    penalised: isPenalised(job),
    temperature: samplesPlainly(job) ? job.temperature : undefined,
    scored: { suspect },
  })
  const odd = found.flatMap(({ oddities }) => (oddities ?? []).map(({ what }) => what))
  const findings = found.map(({ kind, value, level }) => ({ kind, value: Math.round(value * 1000) / 1000, level }))
  return { tokens: suspect.length, findings, odd }
}
