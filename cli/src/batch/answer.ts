import { type Job, market, writeJson } from '@mkt/schemas'
import { ApiError, type Client } from '@mkt/schemas/client'
import { pause } from '../interrupt.ts'
import type { Funds } from './funds.ts'
import type { Journal } from './journal.ts'
import type { Patience } from './patience.ts'
import type { Prompt } from './prompt-line.ts'

export interface AnswerDeps {
  client: Client
  journal: Journal
  patience: Patience
  funds: Funds
  /** How often a job that failed through no fault of its prompt is submitted again. */
  retries: number
  now: () => number
  monotonic: () => number
  signal: AbortSignal
}

/** How a prompt ended: its line of the output, and for the count. `error` is undefined when it completed. */
export interface Answer {
  line: string
  error: string | undefined
  /** Nano-credits. */
  credits: bigint
}

const HELD_S = 30
const BETWEEN_MS = 500
/** The host went away, no host came, or the server does not know its own job any more, as after a restore. */
const WORTH_ANOTHER_TRY = ['host_lost', 'expired', 'not_found']

/** Brings one prompt to its end, from where its journal says it stands. */
export async function answer(deps: AnswerDeps, prompt: Prompt): Promise<Answer> {
  const standing = deps.journal.standing(prompt.line)
  let turn = standing?.turn ?? 0
  let job_id = standing?.job_id
  deps.funds.enter()
  try {
    for (;;) {
      const end = await runOnce(deps, prompt, turn, job_id, standing !== undefined)
      if (!end.retryable || turn >= deps.retries) return end
      turn += 1
      job_id = undefined
    }
  } finally {
    deps.funds.leave()
  }
}

type End = Answer & { retryable: boolean }

async function runOnce(
  deps: AnswerDeps,
  prompt: Prompt,
  turn: number,
  known: string | undefined,
  resumed: boolean,
): Promise<End> {
  let job_id = known
  try {
    job_id ??= await submit(deps, prompt, turn, resumed)
    return jobEnd(prompt, await waitForEnd(deps, job_id))
  } catch (error) {
    if (error instanceof ApiError && isVerdict(error)) return refusalEnd(prompt, error, job_id !== undefined)
    throw error
  }
}

/** The journal knows the key before the server does, and the job before anyone waits for it. */
async function submit(deps: AnswerDeps, { line, body }: Prompt, turn: number, resumed: boolean): Promise<string> {
  const { client, journal, patience, funds, signal, now } = deps
  const begun = resumed && journal.standing(line)?.turn === turn
  if (!begun || journal.isStale(line, now())) await journal.begin(line, turn, now())
  const headers = { 'idempotency-key': journal.key(line, turn) }
  const call = () => client.call(market.runModel, { body }, { headers, signal })
  const { job_id } = await funds.insist(() => patience.insist(call))
  await journal.queued(line, turn, job_id)
  return job_id
}

async function waitForEnd({ client, patience, monotonic, signal }: AnswerDeps, job_id: string): Promise<Job> {
  const input = { params: { job_id }, query: { wait: HELD_S } }
  for (;;) {
    const asked = monotonic()
    const call = () => client.call(market.getJob, input, { signal, timeoutMs: (HELD_S + 15) * 1000 })
    const job = await patience.insist(call)
    if (job.status === 'completed' || job.status === 'failed') return job
    // A server that is about to stop answers at once; it must not be asked in a tight loop.
    await pause(Math.max(0, BETWEEN_MS - (monotonic() - asked)), signal)
  }
}

/** Whether the server has judged this prompt; what concerns the account or its money ends the batch instead. */
function isVerdict({ status }: ApiError): boolean {
  return ![401, 402, 403].includes(status)
}

function jobEnd({ line, id }: Prompt, job: Job): End {
  const error = job.status === 'completed' ? undefined : (job.error ?? 'unknown')
  const retryable = error !== undefined && WORTH_ANOTHER_TRY.includes(error)
  return { line: writeJson({ line, id, ...job }), error, credits: job.credits_used, retryable }
}

function refusalEnd({ line, id }: Prompt, { code, message, details }: ApiError, afterJob: boolean): End {
  const more = details.length > 0 ? { details } : {}
  const text = writeJson({ line, id, job_id: null, status: 'failed', error: code, message, ...more })
  return { line: text, error: code, credits: 0n, retryable: afterJob && WORTH_ANOTHER_TRY.includes(code) }
}
