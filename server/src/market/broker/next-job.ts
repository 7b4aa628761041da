import { DomainError } from '../../base/errors.ts'
import type { Eventually } from '../../base/eventually.ts'
import type { Tx } from '../../storage/database.ts'
import type { HostModelsTable } from '../../storage/host-model-tables.ts'
import type { Market } from '../deps.ts'
import { heldOffUntil } from '../hosts/hold-off.ts'
import { modelsOfHost } from '../hosts/store.ts'
import type { JobRow } from '../jobs/store.ts'
import { PROBATION_TOKENS } from '../trust/probation.ts'
import { type Claimed, claim, claimIn } from './claim.ts'
import { claimable, probationNow, probationOf } from './probation.ts'
import { standingsOf } from './standing.ts'
import { type Begin, NO_RIVALS, type Poll, type Rivals, type Served } from './waiting.ts'
import { type ClaimingHost, claimingHost, hostWithWork, type Promising } from './work-store.ts'

export interface NextJobRequest {
  host_id: string
  instance: string | null
  /** Which of the agent's polls it is. */
  poll?: number | undefined
  /** Only a job of one of these models; undefined: of any that the host serves. */
  wanted?: ReadonlySet<string> | undefined
  /** What of its capabilities the caller can be asked for: a bare offer has no place for a text to go on with. */
  may?: number
  /** How long to wait for work; 0 asks once. */
  wait_ms: number
  /** Aborts when the caller is gone: it then claims nothing. */
  gone: AbortSignal
}

/**
 * The next job for a host, waited for. Undefined when there is none in time, when the caller is gone, or while the
 * host is inactive: its next heartbeat wakes the poll.
 */
export async function nextJob(market: Market, request: NextJobRequest): Promise<Claimed | undefined> {
  const found = await hostWithWork(market.database, request.host_id)
  if (!found) throw new DomainError('not_found', 'This host does not exist any more.')
  const { host } = found
  // With work waiting nothing needs to be parked.
  const claimed = request.gone.aborted ? undefined : await claimFor(market, found, request, NO_RIVALS)
  if (claimed || request.wait_ms === 0) return claimed
  const offered = await offeredTo(market, host, request)
  // Counted in the turn in which it parks: of many polls that come at once none is in between.
  const waiter = createWaiter(market, request, host, withRoom(market, host, offered))
  let got: Claimed | undefined
  try {
    const parking = market.waiting.park(waiter.poll)
    if (parking instanceof Promise) await parking
    got = await waiter.result()
    return got
  } finally {
    market.waiting.leave(waiter.poll)
    if (!got && waiter.poll.models.size > 0) endOutOfLine(market, host)
  }
}

const UNBOUND = Number.POSITIVE_INFINITY

interface Offered {
  models: ReadonlyMap<string, Served>
  /** Whether the host may have one more job of the model while so many more than now are its own. */
  mayHold: (model: string, more: number) => boolean
}

/**
 * What a parked poll may be offered: each model with its longest job. One of a host that has all the jobs that it may
 * hold is offered nothing, and ends with one of these.
 */
async function offeredTo(market: Market, host: ClaimingHost, request: NextJobRequest): Promise<Offered> {
  if (heldOffUntil(host, market.clock.now()) !== undefined) return { models: new Map(), mayHold: () => false }
  const served = (await modelsOfHost(market.database, host.host_id)).filter(({ model }) => wants(request, model))
  const names = served.map(({ model }) => model)
  const probation = await probationOf(market, host.host_id, names)
  const held = await heldBy(market, host)
  const open = new Set(claimable(host, held, names, probation))
  const models = new Map(
    served.flatMap(({ model, max_tokens, capabilities, marks, ...own }) => {
      if (!open.has(model)) return []
      const most = Math.min(max_tokens ?? host.max_tokens, probation.has(model) ? PROBATION_TOKENS : UNBOUND)
      const able = (capabilities ?? host.capabilities) | marks
      return [[model, { max_tokens: most, capabilities: able, ...askedFor(own, host) }] as const]
    }),
  )
  return { models, mayHold: (model, more) => claimable(host, held + more, [model], probation).length > 0 }
}

/**
 * Those of the models in whose lines fewer polls of the host stand here than it may have jobs. With more it would
 * only be read past: forty hosts that park 256 polls each keep all that stand behind them from any job.
 */
function withRoom({ waiting }: Market, { host_id }: ClaimingHost, { models, mayHold }: Offered): Map<string, Served> {
  const polls = waiting.ofHost(host_id)
  const standing = (model: string) => polls.filter((poll) => poll.models.has(model)).length
  return new Map([...models].filter(([model]) => mayHold(model, standing(model))))
}

/** A place in line is free: polls of the host that had none ask again, and the first of them has it. */
function endOutOfLine({ waiting }: Market, { host_id }: ClaimingHost): void {
  for (const poll of waiting.ofHost(host_id)) if (poll.models.size === 0) poll.dismiss()
}

function askedFor(own: Pick<HostModelsTable, 'price_nano' | 'input_price_nano'>, host: ClaimingHost) {
  const { price_nano, input_price_nano } = host
  return { price_nano: own.price_nano ?? price_nano, input_price_nano: own.input_price_nano ?? input_price_nano }
}

/**
 * One poll's life. It is in one of these states:
 * - waiting: parked, and asked to look by whatever changes, or to take a job that was just queued;
 * - busy: a claim for it is under way, the first one as soon as it is parked. What changes meanwhile makes it stale:
 *   it looks once more, since that was told to nobody else;
 * - over: it has a job, its time is up, or it was dismissed. It is answered once nothing is under way, and from then on
 *   claims nothing, whoever saw it parked before.
 */
function createWaiter(market: Market, request: NextJobRequest, host: ClaimingHost, models: Poll['models']) {
  let claimed: Claimed | undefined
  let over = false
  let answered = false
  const { promise: done, resolve: answer } = Promise.withResolvers<void>()
  const finish = () => {
    if (poll.busy || !(claimed || over)) return
    answered = true
    answer()
  }
  /** Claims in whichever way, never twice at once; resolves with what it got. `woken`: by others, not as it begins. */
  const attempt = async (way: () => Promise<Claimed | undefined>, woken = true) => {
    poll.stale ||= poll.busy
    if (poll.busy || claimed || answered || request.gone.aborted) return undefined
    poll.busy = true
    if (woken) market.meter.looked()
    try {
      claimed = await way()
    } catch (error) {
      market.log.error({ err: error }, 'a parked poll could not claim')
    } finally {
      poll.busy = false
      finish()
    }
    return claimed
  }
  const look = (rivals: Rivals, woken = true) => attempt(() => lookThrough(market, poll, request, rivals), woken)
  const poll: Poll = {
    host,
    models,
    instance: request.instance,
    number: request.poll,
    busy: false,
    stale: false,
    look: async (rivals) => (await look(rivals)) !== undefined,
    async take(begin, job, rivals) {
      if (!poll.busy) poll.stale = false
      const got = await attempt(() => claimBegun(begin, market, poll, job, rivals))
      // What changed while it was busy was told to nobody else.
      return got ?? (poll.stale ? await look(NO_RIVALS) : undefined)
    },
    dismiss() {
      over = true
      finish()
    },
  }
  const result = async () => {
    const forget = callWhenOver(market, request, poll.dismiss)
    // What was queued between the first look and the parking.
    await look(NO_RIVALS, false)
    await done
    forget()
    return claimed
  }
  return { poll, result }
}

/** Looks for work, and once more for each change that came meanwhile. */
async function lookThrough(
  market: Market,
  poll: Poll,
  request: NextJobRequest,
  rivals: Rivals,
): Promise<Claimed | undefined> {
  while (true) {
    poll.stale = false
    const seen = await hostWithWork(market.database, poll.host.host_id)
    if (seen) poll.host = seen.host
    const claimed = seen && (await claimFor(market, seen, request, rivals))
    if (claimed || !poll.stale || request.gone.aborted) return claimed
  }
}

/** Calls back when the poll's time is up or its caller has left; the answer takes that back. */
function callWhenOver(market: Market, { wait_ms, gone }: NextJobRequest, stop: () => void): () => void {
  const cancel = market.clock.timer(wait_ms, stop)
  gone.addEventListener('abort', stop)
  if (gone.aborted) stop()
  return () => {
    cancel()
    gone.removeEventListener('abort', stop)
  }
}

/**
 * Claims on the price and state of now, not of when the poll was parked. Most polls find nothing: they cost one read.
 */
async function claimFor(
  market: Market,
  { host, models, own }: Promising & { host: ClaimingHost },
  request: NextJobRequest,
  rivals: Rivals,
): Promise<Claimed | undefined> {
  if (!mayClaim(market, host)) return undefined
  const wanted = (of: readonly string[]) => of.filter((model) => wants(request, model))
  const probation = await probationOf(market, host.host_id, wanted(models))
  // By what is live: a host that is full must not cost a transaction each time that it asks.
  const open = claimable(host, await heldBy(market, host), wanted(models), probation)
  const promising = { models: open, own: wanted(own) }
  const standings = standingsOf(market, host.host_id, open)
  const { may } = request
  return await claim(market, { ...claimantOf(host, request, rivals), may, probation, standings }, promising)
}

function heldBy({ streams }: Market, { host_id }: ClaimingHost): Eventually<number> {
  return streams.countOf(host_id)
}

function wants({ wanted }: NextJobRequest, model: string): boolean {
  return wanted === undefined || wanted.has(model)
}

function claimBegun(
  begin: Begin,
  market: Market,
  poll: Poll,
  job: WantedJob,
  rivals: Rivals,
): Promise<Claimed | undefined> {
  const over = market.streams.expect(poll.host.host_id)
  return begin((tx) => claimHanded(tx, market, poll, job, rivals)).finally(over)
}

type WantedJob = Pick<JobRow, 'job_id' | 'model' | 'target_host_id'> & { warm?: readonly string[] | undefined }

async function claimHanded(
  tx: Tx,
  market: Market,
  poll: Poll,
  { job_id, model, target_host_id, warm }: WantedJob,
  rivals: Rivals,
): Promise<Claimed | undefined> {
  poll.host = (await claimingHost(tx, poll.host.host_id)) ?? poll.host
  const { host, instance, number } = poll
  if (!mayClaim(market, host)) return undefined
  const probation = probationNow(market, host.host_id, model)
  const promising = { models: [model], own: target_host_id === null ? [] : [model] }
  const standings = standingsOf(market, host.host_id, [model])
  const warm_for = warm?.includes(host.host_id) ? job_id : undefined
  const of = { probation, standings, warm_for }
  return await claimIn(tx, market, { ...claimantOf(host, { instance, poll: number }, rivals), ...of }, promising)
}

function mayClaim({ clock }: Market, host: ClaimingHost): boolean {
  const open = host.status === 'active' && host.paused === 0 && host.disabled === 0
  return open && heldOffUntil(host, clock.now()) === undefined
}

type Asking = Pick<NextJobRequest, 'instance' | 'poll'>

function claimantOf(host: ClaimingHost, { instance, poll }: Asking, rivals: Rivals) {
  return { host, instance, poll, rivals }
}
