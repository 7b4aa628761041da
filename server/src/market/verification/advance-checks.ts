import type { Market } from '../deps.ts'
import { jobOutput } from '../jobs/output.ts'
import { type JobRow, jobById } from '../jobs/store.ts'
import type { Noting } from '../jobs/submit.ts'
import { writtenOf } from '../pieces/piece.ts'
import { allReferences, type Reference } from './candidate-store.ts'
import {
  type CheckRow,
  closeCheck,
  countedChecks,
  hasMoved,
  isPaired,
  noteScore,
  openChecks,
  setScoring,
} from './check-store.ts'
import { countCheck } from './count-check.ts'
import { type Check, judgeCheck } from './judge-check.ts'
import { answering, leftUnanswered } from './leave-check.ts'
import { breaksOff, needsPair, pairLater } from './pair-check.ts'
import type { Answer } from './plausibility.ts'
import { buyReading, isPenalised, samplesPlainly, tokensOf } from './reading.ts'
import type { VerificationSettings } from './settings.ts'

const MOST = 200
/** Whatever is not done by then says nothing any more. */
const LIFE_MS = 3_600_000
/** Earlier answers that a new one is compared with. */
const OTHERS = 4

/** Takes every check under way a step further: answers are scored where a trusted host scores, and then counted. */
export async function advanceChecks(market: Market, settings: VerificationSettings): Promise<void> {
  const open = await openChecks(market.database, MOST)
  if (open.length === 0) return
  const scorers = (await allReferences(market.database)).filter(({ scores }) => scores === 1)
  for (const check of open) await advance(market, settings, check, scorers)
}

async function advance(
  market: Market,
  settings: VerificationSettings,
  check: CheckRow,
  scorers: readonly Reference[],
): Promise<void> {
  const { database, clock } = market
  const [job, reference] = [await jobById(database, check.job_id), await jobById(database, check.reference_job_id)]
  const late = clock.now() - check.created_at > LIFE_MS
  if (job && leftUnanswered(job, late) && (!isPaired(check) || reference?.state === 'completed'))
    return await countUnanswered(market, check)
  if (!job || !reference || job.state === 'failed' || reference.state === 'failed' || late)
    return await drop(market, check)
  if (job.state !== 'completed' || reference.state !== 'completed') return
  if (check.state === 'answering' && (await buysMore(market, settings, check, { job, reference, scorers }))) return
  const scored = check.state === 'scoring' ? await scoresOf(market, check) : undefined
  if (scored === 'later') return
  // Nothing to compare with: the one host that could have read it is gone.
  if (!scored && !isPaired(check)) return await drop(market, check)
  await count(market, check, { job, reference, scored })
}

type Answered = { job: JobRow; reference: JobRow; scorers: readonly Reference[] }

/** Whether something is to be waited for that this server or another one has bought for it. */
async function buysMore(
  market: Market,
  settings: VerificationSettings,
  check: CheckRow,
  answered: Answered,
): Promise<boolean> {
  const { job, scorers } = answered
  const own = scorers.find(({ host_id, model }) => host_id === check.reference_host_id && model === check.model)
  if (own && !isPaired(check) && needsPair(job, await outputOf(market, job))) {
    if (await pairLater(market, settings, check, { job, reference: own })) return true
    if (await hasMoved(market.database, check)) return true
  }
  return (await beginScoring(market, settings, check, answered)) || (await hasMoved(market.database, check))
}

async function countUnanswered(market: Market, check: CheckRow): Promise<void> {
  const findings = await answering(market, check, 1)
  if (findings.length === 0) return await drop(market, check)
  await countCheck(market, check, findings)
}

async function drop(market: Market, { check_id }: CheckRow): Promise<void> {
  const end = { check_id, state: 'void' as const, ended_at: market.clock.now(), findings_json: null, nats: null }
  await market.database.transaction((tx) => closeCheck(tx, end))
}

/** False where nobody scores texts of the model, or nothing is left to pay for it: then it is judged without. */
async function beginScoring(
  market: Market,
  settings: VerificationSettings,
  check: CheckRow,
  { job, reference, scorers }: Answered,
): Promise<boolean> {
  const of = scorers.filter(({ model }) => model === check.model)
  const scorer = of.find(({ host_id }) => host_id === check.reference_host_id) ?? of[0]
  if (!scorer) return false
  const { check_id } = check
  const score = (row: JobRow, noting: Noting) => buyReading(market, settings, scorer, row, noting)
  if (!isPaired(check)) {
    const noting: Noting = (tx, score_job_id) =>
      setScoring(tx, { check_id, score_job_id, reference_score_job_id: null })
    return (await score(job, noting)) !== undefined
  }
  // Bought one after the other: of a server that died in between the first is there.
  const score_job_id =
    check.score_job_id ?? (await score(job, (tx, job_id) => noteScore(tx, { check_id, score_job_id: job_id })))
  if (!score_job_id) return false
  const both: Noting = (tx, job_id) => setScoring(tx, { check_id, score_job_id, reference_score_job_id: job_id })
  return (await score(reference, both)) !== undefined
}

/** `later` while they are under way; undefined where the reference could not say. */
async function scoresOf(market: Market, check: CheckRow): Promise<Check['scored'] | 'later'> {
  const ids = [check.score_job_id, check.reference_score_job_id].flatMap((id) => id ?? [])
  const jobs = await Promise.all(ids.map((id) => jobById(market.database, id)))
  if (jobs.some((job) => job?.state === 'queued' || job?.state === 'running')) return 'later'
  if (jobs.some((job) => job?.state !== 'completed')) return undefined
  const [suspect = [], reference] = await Promise.all(
    ids.map(async (id) => tokensOf((await jobOutput(market.database, id)) ?? [])),
  )
  return { suspect, reference }
}

async function count(
  market: Market,
  check: CheckRow,
  { job, reference, scored }: { job: JobRow; reference: JobRow; scored: Check['scored'] },
): Promise<void> {
  const [own, other] = [await outputOf(market, job), await outputOf(market, reference)]
  const findings = judgeCheck({
    suspect: answerOf(job, own),
    reference: isPaired(check) ? answerOf(reference, other) : undefined,
    greedy: job.temperature === 0,
    penalised: isPenalised(job),
    temperature: samplesPlainly(job) ? job.temperature : undefined,
    scored,
    others: await othersOf(market, check),
  })
  const answered = await answering(market, check, isPaired(check) && breaksOff(job, own, other) ? 1 : 0)
  await countCheck(market, check, [...findings, ...answered])
}

const outputOf = async ({ database }: Market, { job_id }: Pick<JobRow, 'job_id'>) =>
  (await jobOutput(database, job_id)) ?? []

const answerOf = ({ tokens_generated: tokens, finish_reason }: JobRow, pieces: readonly string[]): Answer => ({
  text: writtenOf(pieces),
  tokens,
  stopped: finish_reason === 'stop',
})

/** What was erased by now is compared with nothing. */
async function othersOf(market: Market, { host_id, model }: CheckRow) {
  const checks = await countedChecks(market.database, host_id, model, 2 * OTHERS)
  const texts = checks.filter(isPaired).map(async ({ job_id, reference_job_id }) => ({
    suspect: writtenOf(await outputOf(market, { job_id })),
    reference: writtenOf(await outputOf(market, { job_id: reference_job_id })),
  }))
  return (await Promise.all(texts)).filter(({ suspect, reference }) => suspect !== '' && reference !== '')
}
