import { type Job, market, writeJson } from '@mkt/schemas'
import { ApiError, type Client, isCleanRefusal } from '@mkt/schemas/client'
import { Failure } from '../failure.ts'
import { waitForEnd } from '../wait.ts'
import { batchWords } from '../words/batch.ts'
import type { Funds } from './funds.ts'
import { type Journal, KEY_LIFE_MS } from './journal.ts'
import type { Patience } from './patience.ts'
import type { Prompt } from './prompt-line.ts'

export interface AnswerDeps {
  client: Client
  journal: Journal
  patience: Patience
  funds: Funds
  /** How often a job that failed through no fault of its prompt is submitted again. */
  retries: number
  /** Submits anew what was never answered for so long that the server has forgotten its key. */
  again: boolean
  now: () => number
  monotonic: () => number
  random: () => number
  signal: AbortSignal
}

/** How a prompt ended: its line of the output, and for the count. `error` is undefined when it completed. */
export interface Answer {
  line: string
  error: string | undefined
  /** Nano-credits. */
  credits: bigint
}

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
    const { client, patience: retry, monotonic, random, signal } = deps
    return jobEnd(prompt, await waitForEnd(client, job_id, { signal, monotonic, random, retry }))
  } catch (error) {
    if (error instanceof ApiError && isVerdict(error)) return refusalEnd(prompt, error, job_id !== undefined)
    throw error
  }
}

/**
 * The journal knows the key before the server does, and the job before anyone waits for it. A key that may have been
 * taken is sent only as long as the server remembers it: then the same prompt would be bought a second time.
 */
async function submit(deps: AnswerDeps, { line, body }: Prompt, turn: number, resumed: boolean): Promise<string> {
  const { client, journal, patience, funds, signal, now, again } = deps
  const standing = journal.standing(line)
  let open = resumed && standing?.turn === turn ? standing.asked_at : undefined
  if (again && journal.isStale(line, now())) open = undefined
  if (open === undefined) await journal.begin(line, turn, now())
  const headers = { 'idempotency-key': journal.key(line, turn) }
  const call = async () => {
    if (open !== undefined && now() - open > KEY_LIFE_MS) throw neverAnswered([line])
    open ??= now()
    return await client.call(market.runModel, { body }, { headers, signal }).catch((error) => {
      if (isCleanRefusal(error)) open = undefined
      throw error
    })
  }
  const { job_id } = await funds.insist(() => patience.insist(call))
  await journal.queued(line, turn, job_id)
  return job_id
}

const SHOWN_LINES = 10

/** What became of submissions of more than a day ago only the person can find out. */
export function neverAnswered(stale: readonly number[]): Failure {
  const lines = stale.length === 1 ? 'line' : 'lines'
  const shown = `${stale.slice(0, SHOWN_LINES).join(', ')}${stale.length > SHOWN_LINES ? ', ...' : ''}`
  const message = batchWords.neverAnswered(stale.length, lines, shown)
  return new Failure('failed', message, [batchWords.askAgain])
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
