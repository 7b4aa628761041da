import type { DisputedJob } from '@mkt/schemas'
import type { Reader } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { type JobRow, jobById, jobOutput } from '../jobs/store.ts'
import type { Noting } from '../jobs/submit.ts'
import { DISPUTED_MS, type VerificationSettings } from '../verification/begin-check.ts'
import { allReferences } from '../verification/candidate-store.ts'
import { judgeCheck } from '../verification/judge-check.ts'
import { buyReading, samplesPlainly, tokensOf } from '../verification/reading.ts'
import type { DisputeRow } from './store.ts'
import { noteReading, unreadDisputes } from './store.ts'

const AT_ONCE = 20

/**
 * Has disputed texts read by a trusted host, for the operator who decides. It is no evidence in the host's test: a
 * buyer would choose an honest host's worst texts out of thousands.
 */
export async function readDisputes(market: Market, settings: VerificationSettings): Promise<void> {
  const since = market.clock.now() - DISPUTED_MS
  const page = (after: string) => unreadDisputes(market.database, { since, after, limit: AT_ONCE })
  let unread = await page('')
  if (unread.length === 0) return
  const scorers = (await allReferences(market.database)).filter(({ scores }) => scores === 1)
  // All pages, since those before may be of models that no trusted host reads; so many are bought in one round.
  for (let bought = 0; unread.length > 0 && bought < AT_ONCE; unread = await page(unread.at(-1)?.job_id ?? ''))
    for (const { job_id } of unread) if (await readOne(market, settings, scorers, job_id)) bought++
}

type Scorers = Awaited<ReturnType<typeof allReferences>>

/** Whether a reading was bought. */
async function readOne(market: Market, settings: VerificationSettings, scorers: Scorers, job_id: string) {
  const job = await jobById(market.database, job_id)
  const scorer = scorers.find(({ host_id, model }) => model === job?.model && host_id !== job.host_id)
  if (!job || job.erased === 1 || !scorer) return false
  const noting: Noting = (tx, score_job_id) => noteReading(tx, { job_id, score_job_id })
  return (await buyReading(market, settings, scorer, job, noting)) !== undefined
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
    temperature: samplesPlainly(job) ? job.temperature : undefined,
    scored: { suspect },
  })
  const odd = found.flatMap(({ oddities }) => (oddities ?? []).map(({ what }) => what))
  const findings = found.map(({ kind, value, level }) => ({ kind, value: Math.round(value * 1000) / 1000, level }))
  return { tokens: suspect.length, findings, odd }
}
