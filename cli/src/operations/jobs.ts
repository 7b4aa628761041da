import { formatCredits, type Job, type JobStatus, market } from '@mkt/schemas'
import { jobFailure, jobSummary } from '../job-end.ts'
import { tellQuietly, tellRest, textWriter } from '../output.ts'
import { printFields, printJson, printTable } from '../render.ts'
import { type GlobalOptions, openUserSession } from '../session.ts'
import { jobWords } from '../words/jobs.ts'
import { jobState, waitingFor } from '../words/states.ts'
import { formatTime, until } from '../words/time.ts'

export interface JobsOptions extends GlobalOptions {
  json?: boolean
  status?: JobStatus
  limit?: number
  offset?: number
}

/** mkt jobs: own jobs, newest first. */
export async function jobs(options: JobsOptions): Promise<void> {
  const session = await openUserSession(options)
  const { status, limit, offset = 0 } = options
  const answer = await session.client.call(market.listJobs, { query: { status, detail: 'full', limit, offset } })
  if (options.json) return printJson(answer)
  printTable(
    [
      { title: 'JOB' },
      { title: 'MODEL' },
      { title: 'STATUS' },
      { title: 'CREDITS', align: 'right' },
      { title: 'CREATED' },
    ],
    answer.jobs.map((job) => [
      job.job_id,
      job.model,
      jobState(job),
      formatCredits(job.credits_used),
      formatTime(job.created_at, session.config.now()),
    ]),
  )
  const none = status ? jobWords.noneAre(status) : jobWords.noneYet
  tellRest({ shown: answer.jobs.length, offset, total: answer.total }, none)
}

/** mkt job: everything about one job. */
export async function job(jobId: string, options: GlobalOptions & { json?: boolean }): Promise<void> {
  const session = await openUserSession(options)
  const found = await session.client.call(market.getJob, { params: { job_id: jobId }, query: {} })
  if (options.json) return printJson(found)
  printFields(fieldsOf(found, session.config.now()))
  printBlock('prompt', found.input_text)
  if (found.output_text !== null) printBlock('text', found.output_text)
  if (found.status === 'failed')
    for (const hint of jobFailure(jobId, { code: found.error ?? 'unknown' }).hints) tellQuietly(hint)
  if (found.status === 'running' || found.status === 'queued')
    tellQuietly(`Follow it: ${session.commandLine(`stream ${jobId}`)}`)
}

/** mkt cancel: stops a job; one that has ended already stays as it is. */
export async function cancel(jobId: string, options: GlobalOptions & { json?: boolean }): Promise<void> {
  const session = await openUserSession(options)
  const job = await session.client.call(market.cancelJob, { params: { job_id: jobId } })
  if (options.json) return printJson(job)
  const state = jobState(job)
  tellQuietly(state === 'cancelled' ? jobWords.cancelled(jobId, jobSummary(job)) : jobWords.endedBefore(jobId, state))
}

function fieldsOf(job: Job, now: number): [string, string | null | undefined][] {
  const time = (at: string | null) => at && formatTime(at, now)
  return [
    ['job', job.job_id],
    ['model', job.model],
    ['status', jobState(job)],
    ['reason', job.error_message],
    ['waits for', job.status === 'queued' ? waitingFor(job) : undefined],
    ['expires', job.waiting_until && until(job.waiting_until, now)],
    ['place in queue', job.queue_position ? String(job.queue_position) : undefined],
    ['host', job.host_id],
    ['routing', job.routing?.reason],
    ['attempts', job.attempts > 1 ? String(job.attempts) : undefined],
    ['tokens', jobWords.tokensOf(job.tokens_generated, job.max_tokens)],
    ['finish reason', job.finish_reason],
    ['temperature', String(job.temperature)],
    ['credits used', formatCredits(job.credits_used)],
    ['reserved', formatCredits(job.credits_reserved)],
    ['created', time(job.created_at)],
    ['started', time(job.started_at)],
    ['finished', time(job.finished_at)],
  ]
}

function printBlock(title: string, text: string): void {
  const writer = textWriter()
  writer.write(`\n${title}:\n${text}`)
  writer.end()
}
