import type { FinishReason } from '@mkt/schemas'
import { maskOf } from '../../storage/capability-mask.ts'
import { type Tx, together } from '../../storage/database.ts'
import type { Market } from '../deps.ts'
import { holds, hourOf } from '../earnings/hold.ts'
import { addPending } from '../earnings/pending-store.ts'
import { addEarnings, countHostCompletion } from '../hosts/ends-store.ts'
import { TRANSITIONS } from '../jobs/machine.ts'
import { billedInput } from '../jobs/price.ts'
import { countRelease } from '../jobs/spending.ts'
import type { EndingJob, JobEnd } from '../jobs/store.ts'
import { chargeShares, release } from '../ledger/postings.ts'
import { withStop } from '../pieces/piece.ts'
import { countEarned, countUsed } from '../usage/count-store.ts'
import { believed } from './believed-prompt.ts'
import { countsOf, type EngineCounts, keptCounts } from './engine-counts.ts'
import { announceEnd, firstPieceAt, keepText, mustEnd, mustPost, type RunningJob, reservedBy } from './job-end.ts'
import { forgetPartTexts, insertPart, type PartRow, partsOf, settlePart } from './parts-store.ts'
import { type Delivered, type Share, sharesOf, totalOf } from './shares.ts'
import { piecesOf } from './text-so-far.ts'

/** What a host delivered of an attempt. */
export interface Delivery {
  job_id: string
  attempt: number
  /** The job's text from its first piece on, what earlier attempts wrote of it included. */
  pieces: readonly string[]
  /** usage.completion_tokens where the engine said it: of the attempt's own text. */
  engine_tokens?: number | undefined
  /** The text that it stopped at, where the engine said it. */
  stopped?: string | undefined
  /** What else of its usage the engine said. */
  counts?: EngineCounts | undefined
}

/** How a job ends that is charged. */
export interface ChargedEnd {
  transition: 'complete' | 'fail' | 'withdraw'
  finish_reason: FinishReason | null
  error: string | null
  error_message?: string | null
}

/**
 * Writes the end of a running job that is charged for what was delivered, by this attempt and by earlier ones; answers
 * this attempt's share. After the guard passed nothing here may refuse.
 */
export async function chargeDelivered(
  tx: Tx,
  market: Market,
  job: RunningJob,
  { pieces, engine_tokens, stopped, counts: said = {} }: Delivery,
  end: ChargedEnd,
): Promise<Share> {
  const parts = await partsFor(tx, job)
  const { attempt, host_id, price_nano, prefix_tokens } = job
  const counts = await believed(tx, market, job, keptCounts(said, job))
  const input_tokens = billedInput({ prompt_tokens: counts.prompt_tokens, bytes: job.prompt_bytes })
  const input_nano = BigInt(input_tokens) * (job.input_price_nano ?? 0n)
  const own = { attempt, host_id, price_nano, engine_tokens, input_nano, pieces: pieces.slice(prefix_tokens) }
  const shares = sharesOf([...parts.map(deliveredBy), own], boundsOf(job))
  await writeCharged(tx, market, job, { ...end, shares, counts, stopped })
  if (parts.length > 0) await insertPart(tx, partOf(job, shares.at(-1) as Share, market.clock.now()))
  return shares.at(-1) as Share
}

/** The same of a queued job, of which only earlier attempts wrote something. */
export async function chargeParts(tx: Tx, market: Market, job: EndingJob, end: ChargedEnd): Promise<void> {
  const shares = sharesOf((await partsFor(tx, job)).map(deliveredBy), boundsOf(job))
  await writeCharged(tx, market, job, { ...end, shares, counts: {} })
}

const READS = maskOf(['embeddings', 'rerank'])

/** Whether vectors or scores were asked for. */
export const readsOnly = ({ needs }: Pick<EndingJob, 'needs'>) => (needs & READS) !== 0

/** Where only reading was asked for nothing is written, whatever came: its price is not in the reserve either. */
const boundsOf = (job: EndingJob) => ({
  max_tokens: readsOnly(job) ? 0 : job.max_tokens,
  reserved_promo_nano: job.reserved_promo_nano,
})

const partsFor = async (tx: Tx, { job_id, prefix_tokens }: EndingJob): Promise<PartRow[]> =>
  prefix_tokens === 0 ? [] : await partsOf(tx, job_id)

function deliveredBy(part: PartRow): Delivered {
  const { attempt, host_id, price_nano } = part
  return { attempt, host_id, price_nano, pieces: piecesOf(part) }
}

type Written = ChargedEnd & { shares: readonly Share[]; counts: EngineCounts; stopped?: string | undefined }

async function writeCharged(
  tx: Tx,
  market: Market,
  job: EndingJob,
  { transition, shares, counts, stopped, ...end }: Written,
): Promise<void> {
  const { tokens, charged_nano, earned_nano } = totalOf(shares)
  const last = shares.at(-1)?.charge.host ?? 0n
  const { job_id, attempt } = job
  const finished_at = market.clock.now()
  const first_piece_at = firstPieceAt(market, job)
  const counted = { charged_nano, tokens_generated: tokens, ...countsOf(counts), first_piece_at, finished_at }
  const { finish_reason, error, error_message = null } = end
  // A host is told what it earned itself; the others' shares stand in job_parts.
  const written: JobEnd = { job_id, attempt, finish_reason, error, error_message, earned_nano: last, ...counted }
  await mustEnd(tx, transition, written)
  await together(
    tx,
    () =>
      keepText(
        tx,
        job,
        withStop(
          shares.flatMap(({ pieces }) => pieces),
          stopped,
        ),
      ),
    () => payHosts(tx, market, job, shares, { transition, finished_at }),
  )
  if (job.prefix_tokens > 0) await settleParts(tx, job_id, shares)
  await countRelease(tx, job, job.reserved_nano - charged_nano)
  // What was cancelled before anything came of it has used nothing.
  const used = transition === 'complete' || charged_nano > 0n
  const { user_id, model, token_id } = job
  const figures = { finished_at, tokens, prompt_tokens: counts.prompt_tokens ?? 0, charged_nano }
  await together(
    tx,
    async () => (used ? await countUsed(tx, { user_id, model, token_id, ...figures }) : undefined),
    async () => {
      for (const { host_id, tokens, charge } of used ? shares : [])
        await countEarned(tx, { host_id, model, finished_at, tokens, earned_nano: charge.host })
    },
    () => announceEnd(tx, market, job, TRANSITIONS[transition].to, { ...written, earned_nano }),
  )
}

/** With strangers a host's share is pending for a while, counted in the hour in which it was earned. */
async function payHosts(
  tx: Tx,
  market: Market,
  job: EndingJob,
  shares: readonly Share[],
  end: { transition: ChargedEnd['transition']; finished_at: number },
): Promise<void> {
  const { user_id, job_id } = job
  const held = holds(market)
  const reserved = reservedBy(job)
  const paid = shares.map(({ host_id, charge, kinds }) => ({ host_id, charge, kinds }))
  const posting =
    paid.length === 0
      ? release(user_id, job_id, reserved)
      : chargeShares(user_id, job_id, reserved, paid, held ? 'pending' : 'available')
  await mustPost(tx, market, posting)
  for (const share of shares) await countForHost(tx, job, share, end)
  for (const { host_id, charge, kinds } of held ? shares : []) {
    if (charge.host === 0n) continue
    const amounts = { paid_nano: kinds.paid.host, promo_nano: kinds.promo.host }
    await addPending(tx, { host_id, hour: hourOf(end.finished_at), ...amounts })
  }
}

/** What it earned and, where it completed the job, that it did and how fast: one write of the host's row. */
async function countForHost(
  tx: Tx,
  { started_at, attempt }: EndingJob,
  { host_id, tokens, charge: { host: amount }, attempt: of }: Share,
  { transition, finished_at }: { transition: ChargedEnd['transition']; finished_at: number },
): Promise<void> {
  const seconds = (finished_at - (started_at ?? finished_at)) / 1000
  if (transition === 'complete' && of === attempt) await countHostCompletion(tx, { host_id, amount, tokens, seconds })
  else await addEarnings(tx, host_id, amount)
}

async function settleParts(tx: Tx, job_id: string, shares: readonly Share[]): Promise<void> {
  for (const { attempt, tokens: billed_tokens, charge, kinds } of shares) {
    const amounts = { charged_nano: charge.gross, charged_promo_nano: kinds.promo.gross, earned_nano: charge.host }
    await settlePart(tx, { job_id, attempt, billed_tokens, ...amounts })
  }
  await forgetPartTexts(tx, job_id)
}

function partOf({ job_id, prefix_tokens }: RunningJob, share: Share, ended_at: number): PartRow {
  const { attempt, host_id, price_nano, pieces, tokens, charge, kinds } = share
  return {
    ...{ job_id, attempt, host_id, price_nano, first_offset: prefix_tokens, pieces: pieces.length },
    ...{ billed_tokens: tokens, charged_nano: charge.gross, charged_promo_nano: kinds.promo.gross },
    ...{ earned_nano: charge.host, error: null, ended_at, pieces_json: null },
  }
}
