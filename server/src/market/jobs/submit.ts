import {
  type Capability,
  type ChatMessage,
  capabilitiesNeeded,
  engineOptions,
  type Submission,
  type SubmittedJob,
  submittedJob,
} from '@mkt/schemas'
import type { SpendRule, TokenRights } from '../../accounts/token-rights.ts'
import { countSubmission, userById } from '../../accounts/user-store.ts'
import { isoTime } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import { maskOf, VERIFIED } from '../../storage/capability-mask.ts'
import { hostList } from '../../storage/chosen-hosts.ts'
import { type Tx, together } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { demandSchemas } from '../formats/demand-schemas.ts'
import { type Intent, once, recall } from '../idempotency/once.ts'
import { sumOf } from '../ledger/accounts.ts'
import { promoFirst, reserve } from '../ledger/postings.ts'
import { post, spendableOf } from '../ledger/store.ts'
import { owedBy } from '../purchases/owed-store.ts'
import { demandRoom, demandRoomForAll, isUnfunded } from '../retention/unfunded.ts'
import { agreeOnModel } from './agree-on-model.ts'
import type { JobOptions, ResponseSettings } from './options.ts'
import { promptBytes } from './prompt-bytes.ts'
import { choosingJobsOf, enterQueue, standingOf } from './queue-store.ts'
import {
  accountEnded,
  insufficient,
  owing,
  storedFull,
  tokenShort,
  tooFast,
  tooManyChoosing,
  tooManyQueued,
} from './refusals.ts'
import { countedBy, countReserve, leftToSpend } from './spending.ts'
import { insertJob, type NewJob } from './store.ts'

export interface SubmitOptions {
  intent?: Intent | undefined
  /** Models to fall back to, the most wanted first: the first that can be served gets the job. */
  models?: readonly string[] | undefined
  /** The chat that input_text renders, for engines that take chats. */
  messages?: ChatMessage[] | undefined
  /** input_text is to be continued as it stands, and not answered as a message. */
  raw?: boolean
  /** What the buyer calls prompts that begin alike. */
  cache_key?: string | undefined
  /** Where it answers a response that is kept. */
  response?: ResponseSettings | undefined
  /** Nothing is to be written: it is to be said how likely this text is. */
  score?: JobOptions['score']
  /** What its host must be able to do; where none can, the submission is refused. */
  needs?: readonly Capability[]
  /** As many such jobs are wanted, of which this is the first: refused where the balance does not cover them all. */
  answers?: number
  /** Without max_tokens: what proven hosts generate and a part of the balance covers, instead of 128. */
  longest?: boolean
  /** With what the user came, for their usage: a token's id or `password`. */
  token_id?: string | undefined
  /** What that token may; undefined where the password submits. */
  rights?: TokenRights | undefined
  /** Whether anybody waits for the answer: a new schema of whoever left is not looked at. */
  isWaitedFor?: (() => boolean) | undefined
  /** A check of the platform's own: its buyers need no credits of theirs to have it stored. */
  ofPlatform?: boolean
  /** What is written of it in the same transaction; where that answers false, nothing is submitted: conflict. */
  noting?: Noting | undefined
}

export type Noting = (tx: Tx, job_id: string) => Promise<boolean>

/**
 * Quotes a submission, sets its most possible cost aside and queues it, in one transaction; once per intent.
 * Errors: model_not_found, no_host_available, invalid_request (max_tokens, needs), insufficient_credits,
 * too_many_queued, rate_limited, not_found (host_id of another's host), idempotency_conflict, unauthorized (the account
 * ended meanwhile), forbidden (a model that the token is not for), conflict (`noting` says so).
 */
export async function submit(
  market: Market,
  userId: string,
  submission: Submission,
  options: SubmitOptions = {},
): Promise<SubmittedJob> {
  const { intent, models = [], messages, longest = false, answers = 1, needs: wants = [] } = options
  const { token_id, rights, noting } = options
  // Before the quote: a repetition gets its answer even when no host is left by now.
  const earlier = await recall(market.database, intent, submittedJob, market.clock.now())
  if (earlier) return earlier
  await demandSlow(market, userId)
  await demandSchemas(market.schemaChecks, userId, submission, options.isWaitedFor)
  const spending = rights?.spending ?? []
  const able = maskOf([...wants, ...capabilitiesNeeded({ ...submission, messages })])
  const needs = submission.verified ? able | VERIFIED : able
  const prompt_bytes = promptBytes(submission, messages)
  const asking = { userId, submission, models, longest, answers, needs, prompt_bytes, rights }
  const { model, terms } = await agreeOnModel(market, asking)
  const job: Wanted = {
    job_id: market.ids.next('job'),
    user_id: userId,
    model,
    input_text: submission.input_text,
    prompt_bytes,
    temperature: submission.temperature,
    max_price_nano: submission.max_price_per_token ?? null,
    max_input_price_nano: submission.max_price_per_input_token ?? null,
    target_host_id: submission.host_id ?? null,
    only_hosts: submission.hosts?.only ? hostList(submission.hosts.only) : null,
    not_hosts: submission.hosts?.not ? hostList(submission.hosts.not) : null,
    created_at: market.clock.now(),
    options_json: optionsJson(submission, options),
    token_id: token_id ?? null,
    spending_json: countedBy(spending),
    needs,
    keep_partial: submission.partial === 'keep' ? 1 : 0,
    ...terms,
  }
  const unfunded = !options.ofPlatform && (await isUnfunded(market, userId, job.reserved_nano))
  if (unfunded) await demandRoomForAll(market, bytesOf(job))
  // Where nobody waits, whoever asks first has the job.
  const found = market.waiting.mayWaitFor(job.model) ? market.warm.of(job) : NOBODY
  const warm = found instanceof Promise ? await found : found
  const beside = { spending, warm, answers, noting, unfunded }
  return await market.database.transaction((tx) =>
    once(tx, intent, submittedJob, job.created_at, () => enqueue(tx, market, job, beside)),
  )
}

const NOBODY: readonly string[] = []

/** A job of which it is not known yet what kind of credits it reserves. */
type Wanted = Omit<NewJob, 'reserved_promo_nano'>

interface Beside {
  spending: readonly SpendRule[]
  warm: readonly string[]
  answers: number
  noting: Noting | undefined
  unfunded: boolean
}

async function enqueue(
  tx: Tx,
  market: Market,
  wanted: Wanted,
  { spending, warm, answers, noting, unfunded }: Beside,
): Promise<SubmittedJob> {
  // First, since its lock makes a user's submissions pass the limit one after the other (Postgres).
  const [counted, { waiting, promo_nano }] = await together(
    tx,
    () => countSubmission(tx, wanted.user_id, bytesOf(wanted), market.limits.stored_bytes),
    () => standingOf(tx, wanted.user_id),
  )
  if (!counted) await refuseUncounted(tx, market, wanted.user_id)
  if (waiting + answers > market.limits.queued_jobs) throw tooManyQueued(market.limits.queued_jobs)
  await demandFewChoosing(tx, market, wanted)
  if (unfunded) await demandRoom(tx, market, wanted.user_id)
  // Only submissions lower the promotional balance, and that lock has them come one after the other.
  const reserved = promoFirst(wanted.reserved_nano, promo_nano)
  const job: NewJob = { ...wanted, reserved_promo_nano: reserved.promo }
  const posting = reserve(job.user_id, job.job_id, reserved)
  const [short] = await together(
    tx,
    () => post(tx, posting, market.ids.next('ltx'), job.created_at),
    () => insertJob(tx, job),
    () => enterQueue(tx, job),
  )
  if (short) await refuseShort(tx, job, answers)
  if (answers > 1) await demandAll(tx, job, answers, spending)
  if (spending.length > 0) await countReserve(tx, spending, job.reserved_nano, job.created_at)
  if (noting && !(await noting(tx, job.job_id)))
    throw new DomainError('conflict', 'What this job is for was done by another one meanwhile.')
  market.waiting.handOver(tx, { ...job, warm })
  tx.onCommit(() => {
    market.figures.submitted(job.model)
    market.changes.tell(job.user_id, 'jobs')
  })
  const { job_id, model, reserved_nano: credits_reserved } = job
  return { job_id, status: 'queued', model, credits_reserved, created_at: isoTime(job.created_at) }
}

/** Jobs that say which hosts may run them are looked past by all others' claims: a user has few of them. */
async function demandFewChoosing(tx: Tx, market: Market, { user_id, only_hosts, not_hosts }: Wanted): Promise<void> {
  if (only_hosts === null && not_hosts === null) return
  const most = market.limits.queued_jobs_choosing
  if ((await choosingJobsOf(tx, user_id, most)) >= most) throw tooManyChoosing(most)
}

const bytesOf = ({ input_text, options_json }: Wanted) =>
  Buffer.byteLength(input_text) + Buffer.byteLength(options_json ?? '')

async function refuseUncounted(tx: Tx, market: Market, userId: string): Promise<never> {
  const user = await userById(tx, userId)
  if (user?.deleted_at !== null) throw accountEnded()
  const owed = await owedBy(tx, userId)
  throw owed > 0n ? owing(owed) : storedFull(market.limits.stored_bytes)
}

async function demandSlow(market: Market, userId: string): Promise<void> {
  const wait_s = await market.submissions.take(userId)
  if (wait_s !== undefined) throw tooFast(market.limits.submissions_per_second, wait_s)
}

async function refuseShort(tx: Tx, job: NewJob, answers: number): Promise<never> {
  throw insufficient(job.reserved_nano, sumOf(await spendableOf(tx, job.user_id)), answers)
}

/** The others reserve as much each. Of answers that cannot all be paid none is begun, which would be paid alone. */
async function demandAll(
  tx: Tx,
  { user_id, reserved_nano, created_at }: NewJob,
  answers: number,
  spending: readonly SpendRule[],
): Promise<void> {
  const left = sumOf(await spendableOf(tx, user_id))
  if (left < reserved_nano * BigInt(answers - 1)) throw insufficient(reserved_nano, left + reserved_nano, answers)
  const may = await leftToSpend(tx, spending, created_at)
  if (may !== undefined && may < reserved_nano * BigInt(answers)) throw tokenShort(reserved_nano, may, answers)
}

const OPTIONS = Object.keys(engineOptions.shape) as (keyof typeof engineOptions.shape)[]

type Asked = Pick<SubmitOptions, 'messages' | 'raw' | 'response' | 'cache_key' | 'score'>

function optionsJson(submission: Submission, { messages, raw, response, cache_key, score }: Asked): string | null {
  const asked = OPTIONS.filter((name) => submission[name] !== undefined && says(submission, name))
  const options: JobOptions = Object.fromEntries(asked.map((name) => [name, submission[name]]))
  if (messages) options.messages = messages
  if (raw) options.raw = true
  if (response) options.response = response
  if (cache_key !== undefined) options.cache_key = cache_key
  if (score) options.score = score
  return Object.keys(options).length > 0 ? JSON.stringify(options) : null
}

/** Without tools nothing is to be chosen among them. */
function says({ tools = [] }: Submission, name: keyof typeof engineOptions.shape): boolean {
  if (tools.length > 0) return true
  return name !== 'tools' && name !== 'tool_choice' && name !== 'parallel_tool_calls'
}
