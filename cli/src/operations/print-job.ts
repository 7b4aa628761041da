import { type Job, market, type StreamPosition } from '@mkt/schemas'
import { explain } from '../explain.ts'
import { Failure } from '../failure.ts'
import { follow } from '../follow.ts'
import { Interrupted } from '../interrupt.ts'
import { jobFailure, jobSummary } from '../job-end.ts'
import { type TextWriter, tell, tellQuietly, textWriter } from '../output.ts'
import { printJson } from '../render.ts'
import type { Session } from '../session.ts'
import { tellWaiting } from '../tell-waiting.ts'
import { waitForEnd } from '../wait.ts'
import { jobWords } from '../words/jobs.ts'

export interface TokensOptions {
  from?: StreamPosition | undefined
  reached: boolean
  /** Whether the job was submitted with --max-price. */
  priced?: boolean
  /** Gets each piece of the text, and undefined where it begins anew. */
  heard?: (text: string | undefined) => void
  signal: AbortSignal
}

/** Writes a job's text to standard output as it comes; throws a Failure when the job failed or was left. */
export async function printTokens(session: Session, jobId: string, options: TokensOptions): Promise<void> {
  const { client, config } = session
  const { monotonic, random } = config
  const writer = textWriter()
  let position = options.from
  let calls = false
  const waiting = tellWaiting(client, jobId, config.now)
  try {
    for await (const step of follow({ client, jobId, from: options.from, monotonic, random, ...options })) {
      waiting.stop()
      if (step.kind === 'failed') throw await failureOf(session, jobId, step.code, options.priced)
      if (step.kind === 'restarted') {
        writer.breakOff()
        tell(jobWords.startedAgain)
        calls = false
        options.heard?.(undefined)
      } else {
        writer.write(step.text)
        calls ||= step.calls
        options.heard?.(step.text)
        position = step.position ?? position
      }
    }
  } catch (error) {
    writer.breakOff()
    throw leaving(session, jobId, error, position)
  } finally {
    waiting.stop()
  }
  if (calls) await printCallsOf(session, jobId, writer, options)
  else writer.end()
  if (process.stderr.isTTY) await tellSummary(session, jobId, options.signal)
}

/** Waits for a job's end, then prints its text, or all of it as JSON; throws a Failure when the job failed. */
export async function printEnded(
  session: Session,
  jobId: string,
  { json, calls, priced, signal }: { json: boolean; calls?: boolean; priced?: boolean; signal: AbortSignal },
): Promise<void> {
  const job = await endedJob(session, jobId, { full: calls, signal })
  if (json) printJson(job)
  else printText(job)
  if (job.status === 'failed') throw endOf(job, priced)
  if (process.stderr.isTTY) tellQuietly(jobSummary(job))
}

interface Awaiting {
  /** With what the answer has beside its text. */
  full?: boolean | undefined
  signal: AbortSignal
}

/** A job that completed; throws a Failure when it failed or was left. */
export async function awaitJob(
  session: Session,
  jobId: string,
  { priced, ...awaiting }: Awaiting & { priced: boolean },
): Promise<Job> {
  const job = await endedJob(session, jobId, awaiting)
  if (job.status !== 'completed') throw endOf(job, priced)
  return job
}

async function endedJob(session: Session, jobId: string, awaiting: Awaiting): Promise<Job> {
  const waiting = tellWaiting(session.client, jobId, session.config.now)
  try {
    return await waitForEnd(session.client, jobId, { ...session.config, ...awaiting })
  } catch (error) {
    throw leaving(session, jobId, error)
  } finally {
    waiting.stop()
  }
}

function endOf({ job_id, error, error_message }: Job, priced?: boolean): Failure {
  return jobFailure(job_id, { code: error ?? 'unknown', said: error_message, priced })
}

function printText(job: Job): void {
  const writer = textWriter()
  writer.write(job.output_text ?? '')
  if (job.status === 'completed') endText(writer, job)
  else writer.breakOff()
}

/** The stream brings calls in fragments, of which a reader that came later has not all: the job has them whole. */
async function printCallsOf(
  session: Session,
  jobId: string,
  writer: TextWriter,
  { signal }: TokensOptions,
): Promise<void> {
  const input = { params: { job_id: jobId }, query: { detail: 'full' as const } }
  try {
    endText(writer, await session.client.call(market.getJob, input, { signal }))
  } catch (error) {
    writer.breakOff()
    throw leaving(session, jobId, error)
  }
}

/** The newline after the text, if there is any, and a line for each call. */
function endText(writer: TextWriter, { tool_calls = [] }: Job): void {
  if (tool_calls.length === 0) writer.end()
  else writer.breakOff()
  for (const { function: called } of tool_calls) {
    writer.write(`${called.name}(${called.arguments.replace(/\s*\n\s*/g, ' ').trim()})`)
    writer.end()
  }
}

/** The stream says the code only; what the host said of it is asked for, and left out where it cannot be had. */
async function failureOf({ client }: Session, jobId: string, code: string, priced?: boolean): Promise<Failure> {
  const job = await client.call(market.getJob, { params: { job_id: jobId }, query: {} }).catch(() => undefined)
  return jobFailure(jobId, { code, said: job?.error_message, priced })
}

/** The text is complete already, so a summary that cannot be had is no failure. */
async function tellSummary(session: Session, jobId: string, signal: AbortSignal): Promise<void> {
  try {
    const job = await session.client.call(market.getJob, { params: { job_id: jobId }, query: {} }, { signal })
    tellQuietly(jobSummary(job))
  } catch {}
}

/** A reader that leaves does not stop the job: it is told how to come back, and how to stop it. */
function leaving(session: Session, jobId: string, error: unknown, position?: StreamPosition): Failure {
  const failure = explain(error)
  const stillRuns = error instanceof Interrupted || failure.kind === 'unreachable'
  if (!stillRuns) return failure
  const rest = position ? jobWords.rest(position.attempt, position.offset) : ''
  const message = failure.kind === 'interrupted' ? jobWords.left(jobId) : failure.message
  return new Failure(failure.kind, message, [
    ...failure.hints,
    jobWords.readAgain(session.commandLine(`stream ${jobId}`), rest),
    `Cancel it:     ${session.commandLine(`cancel ${jobId}`)}`,
  ])
}
