import { formatCredits, type Job, market, type OwnHost } from '@mkt/schemas'
import { ApiError, type Client, createClient } from '@mkt/schemas/client'
import { type CommandIo, fieldLines, jsonLine } from '../command-io.ts'
import { EXIT, Failure } from '../failure.ts'
import { type HostSession, openHost, type PlaceFlags } from '../host-session.ts'
import { flagFor } from '../words/flags.ts'
import { selftestWords } from '../words/selftest.ts'

const POLL_S = 10
const PROMPT = selftestWords.prompt

export interface SelftestFlags extends PlaceFlags {
  model?: string
  prompt?: string
  maxTokens: number
  timeout: number
  json?: boolean
}

/** `mkt-agent selftest`: a job of the host's owner that only this host may run, from its submission to its earnings. */
export async function selftest(io: CommandIo, flags: SelftestFlags): Promise<number> {
  const session = openHost(io, flags)
  const { user_token } = session.place
  if (!user_token) {
    throw new Failure('usage', selftestWords.noToken, [selftestWords.command])
  }
  const owner = createClient({
    baseUrl: session.identity.server,
    authorization: () => `Bearer ${user_token}`,
    fetch: io.effects.fetch,
  })
  const before = await session.client.call(market.hostMe, {})
  const model = readyModel(before, flags.model)
  const job = await runThrough(io, owner, session, { ...flags, model })
  const after = await session.client.call(market.hostMe, {})
  const earned = earnedBetween(before, after)
  if (flags.json) io.print(jsonLine({ ...job, credits_earned: earned ?? null }))
  else for (const line of report(job, earned)) io.print(line)
  return job.status === 'completed' ? EXIT.done : EXIT.failed
}

/** The model to try, on a host that may get a job at all. */
function readyModel(host: OwnHost, wanted: string | undefined): string {
  if (host.status === 'inactive') {
    throw new Failure('failed', selftestWords.silent, [selftestWords.startIt])
  }
  if (host.paused) throw new Failure('failed', selftestWords.paused, [selftestWords.resume])
  const model = wanted ?? (host.models[0] as string)
  if (host.models.includes(model)) return model
  throw new Failure('usage', selftestWords.notOffered(model), [`It offers ${host.models.join(', ')}.`])
}

interface Trial extends SelftestFlags {
  model: string
}

async function runThrough(io: CommandIo, owner: Client, session: HostSession, trial: Trial): Promise<Job> {
  const { effects } = io
  const end_ms = effects.monotonic() + trial.timeout * 1000
  const job_id = await submit(io, owner, session, trial)
  while (true) {
    const left_s = (end_ms - effects.monotonic()) / 1000
    const query = { wait: Math.max(0, Math.min(POLL_S, left_s)) }
    const job = await owner.call(market.getJob, { params: { job_id }, query }, { timeoutMs: 30_000 })
    if (job.status === 'completed' || job.status === 'failed') return job
    if (effects.monotonic() < end_ms) continue
    await owner.call(market.cancelJob, { params: { job_id } })
    throw late(job, trial.timeout)
  }
}

async function submit({ effects }: CommandIo, owner: Client, { identity }: HostSession, trial: Trial): Promise<string> {
  const { model, prompt: input_text = PROMPT, maxTokens: max_tokens } = trial
  const body = { model, input_text, max_tokens, host_id: identity.host_id }
  const headers = { 'idempotency-key': effects.uniqueId() }
  try {
    return (await owner.call(market.runModel, { body }, { headers })).job_id
  } catch (error) {
    throw error instanceof ApiError ? refusal(error, identity.host_id, model) : error
  }
}

function refusal(error: ApiError, host_id: string, model: string): Failure {
  switch (error.code) {
    case 'unauthorized':
    case 'forbidden':
      return new Failure('refused', selftestWords.tokenRefused(error.message), [selftestWords.userToken])
    case 'not_found':
      return new Failure('refused', selftestWords.notOwned(host_id), [selftestWords.whoOwns])
    case 'no_host_available':
    case 'model_not_found':
      return new Failure('failed', selftestWords.notRun(model), [selftestWords.seeDoctor])
    case 'insufficient_credits':
      return new Failure('failed', error.message, [selftestWords.fewerTokens])
    default:
      return new Failure(
        'failed',
        error.message,
        error.details.map(({ path, message }) => `${flagFor(path)} ${message}`),
      )
  }
}

function late({ status }: Job, timeout_s: number): Failure {
  return status === 'queued'
    ? new Failure('failed', selftestWords.notTaken(timeout_s), [selftestWords.busy])
    : new Failure('failed', selftestWords.notDone(timeout_s), [selftestWords.slow])
}

/** What the job brought, as the server booked it; not known where other jobs of the host ended meanwhile. */
function earnedBetween(before: OwnHost, after: OwnHost): bigint | undefined {
  const alone = after.total_jobs_completed - before.total_jobs_completed === 1
  return alone ? after.total_earnings - before.total_earnings : undefined
}

function report(job: Job, earned: bigint | undefined): string[] {
  if (job.status === 'failed') {
    return [`failed: ${job.error}`, ...fieldLines([['job', job.job_id]]), selftestWords.seeLog]
  }
  const waited = seconds(job.created_at, job.started_at)
  const ran = seconds(job.started_at, job.finished_at)
  const speed = ran && ran > 0 ? `, ${(job.tokens_generated / ran).toFixed(1)} tokens/s` : ''
  return [
    ...(job.output_text ?? '').split('\n'),
    '',
    ...fieldLines([
      ['job', `${job.job_id}, ${job.model}`],
      ['tokens', selftestWords.ended(job.tokens_generated, job.finish_reason)],
      ['time', selftestWords.times(waited?.toFixed(2), ran?.toFixed(2), speed)],
      ['cost', `${formatCredits(job.credits_used)} credits`],
      ['earned', earned === undefined ? selftestWords.notKnown : `${formatCredits(earned)} credits`],
    ]),
  ]
}

function seconds(from: string | null, to: string | null): number | undefined {
  return from === null || to === null ? undefined : (Date.parse(to) - Date.parse(from)) / 1000
}
