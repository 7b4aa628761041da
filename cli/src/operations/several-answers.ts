import { type AnswerBody, market } from '@mkt/schemas'
import { explain } from '../explain.ts'
import { Failure } from '../failure.ts'
import { tell, tellQuietly, textWriter } from '../output.ts'
import { type Priced, sendJob } from '../send-job.ts'
import type { Session } from '../session.ts'
import { answersWords } from '../words/answers.ts'
import { creditCount } from '../words/count.ts'
import { moneyWords } from '../words/money.ts'

type Sent = AnswerBody<typeof market.runModel>

/** Submits as many jobs of one request. Where not all can be had, those that were made are cancelled. */
export async function sendSeveral(session: Session, body: Priced, n: number, signal: AbortSignal): Promise<Sent[]> {
  const first = await sendJob(session, body, signal)
  const jobs = [first]
  try {
    if (n > 1) await demandFunds(session, first, n)
    while (jobs.length < n) jobs.push(await sendJob(session, nthOf(body, first.model, jobs.length), signal))
  } catch (error) {
    const { kind, message, hints } = explain(error)
    throw new Failure(kind, message, [...hints, ...(await leaveNone(session, jobs))])
  }
  return jobs
}

/** Cancels all of them; what came of it, as hints. */
async function leaveNone({ client, commandLine }: Session, jobs: readonly Sent[]): Promise<string[]> {
  const calls = jobs.map(({ job_id }) => client.call(market.cancelJob, { params: { job_id } }))
  const results = await Promise.allSettled(calls)
  const left = jobs.filter((_, at) => results[at]?.status === 'rejected')
  const gone = jobs.length - left.length
  return [
    ...(gone > 0 ? [answersWords.noneLeft(gone)] : []),
    ...left.map(({ job_id }) => answersWords.stillThere(job_id, commandLine(`cancel ${job_id}`))),
    answersWords.begunIsPaid,
  ]
}

/** The same of the model that answers the first; with one seed all answers would be the same. */
function nthOf({ models, ...body }: Priced, model: string, index: number): Priced {
  const seed = body.seed === undefined ? {} : { seed: Number(body.seed) + index }
  return { ...body, ...seed, ...(models && { model }) }
}

/** Before the second is made, since answers that cannot all be paid for are none that was asked for. */
async function demandFunds({ client }: Session, { credits_reserved: each }: Sent, n: number): Promise<void> {
  const me = await client.call(market.me, {}).catch(() => undefined)
  if (!me || me.credits >= each * BigInt(n - 1)) return
  const hints = [moneyWords.canSpend(creditCount(me.credits + each)), answersWords.fewer]
  throw new Failure('insufficientCredits', answersWords.short(n, creditCount(each * BigInt(n))), hints)
}

/** Prints one answer after the other, each under a line of its own; those that fail are told of, and counted. */
export async function printSeveral(
  session: Session,
  jobs: readonly Sent[],
  { heads, print }: { heads: boolean; print: (job: Sent) => Promise<void> },
): Promise<void> {
  let failed = 0
  for (const [at, job] of jobs.entries()) {
    if (heads) printHead(answersWords.head(at + 1, jobs.length, job.job_id))
    try {
      await print(job)
    } catch (error) {
      const failure = explain(error)
      if (failure.kind !== 'failed') throw withOthers(session, failure, jobs.slice(at + 1))
      failed += 1
      for (const line of [failure.message, ...failure.hints]) tell(line)
    }
  }
  if (failed > 0) throw new Failure('failed', answersWords.someFailed(failed, jobs.length))
}

function printHead(head: string): void {
  const writer = textWriter()
  writer.write(head)
  writer.end()
}

/** Whoever leaves while one is printed leaves the others too: they go on, and can be read. */
function withOthers({ commandLine }: Session, { kind, message, hints }: Failure, others: readonly Sent[]): Failure {
  const left = others.map(({ job_id }) => answersWords.readOther(commandLine(`stream ${job_id}`)))
  return new Failure(kind, message, [...hints, ...left])
}

/** What was reserved for all of them, and which model answers where others could have. */
export function tellSent(jobs: readonly Sent[], model: string | undefined): void {
  const reserved = jobs.reduce((sum, { credits_reserved }) => sum + credits_reserved, 0n)
  tellQuietly(answersWords.queued(jobs.length, creditCount(reserved)))
  if (model !== undefined) tellQuietly(answersWords.servedBy(model))
}
