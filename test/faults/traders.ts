import { DONE, errorEvent, market, tokenEvent } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import { Chance, sleep } from '../load/chance.ts'
import type { Reading } from '../load/scripted-buyer.ts'
import { passes, persist } from './persist.ts'
import { MODEL, type Person, type Place, type PlaceHost } from './place.ts'
import type { Told, ToldJob } from './told.ts'

export interface Trade {
  seed: string
  place: Place
  told: Told
  /** Set when nothing new is to be asked for; what is under way goes on to its end. */
  over: boolean
}

const OPEN_JOBS = 6
const ENDED_WITHIN_MS = 200_000

/** Submits jobs one after the other, several open at a time, until the trade is over; each is followed to its end. */
export async function buy(trade: Trade, buyer: Person): Promise<void> {
  const open = new Set<Promise<void>>()
  for (let serial = 0; !trade.over; serial++) {
    const prompt = `${buyer.username} asks ${serial}`
    const chance = new Chance(trade.seed, prompt)
    const job = await submit(trade, buyer, prompt, chance)
    const living = follow(buyer, job, chance).finally(() => open.delete(living))
    open.add(living)
    await sleep(chance.int(0, 120))
    while (open.size >= OPEN_JOBS) await Promise.race(open)
  }
  await Promise.all(open)
}

async function submit({ told }: Trade, { client, user_id }: Person, prompt: string, chance: Chance): Promise<ToldJob> {
  const max_tokens = chance.int(5, 70)
  const body = { model: MODEL, input_text: prompt, max_tokens }
  const headers = { 'idempotency-key': prompt.replaceAll(' ', '-') }
  const { job_id, credits_reserved } = await persist(() => client.call(market.runModel, { body }, { headers }))
  const job = { job_id, user_id, prompt, max_tokens, reserved: credits_reserved, cancelled: false, readings: [] }
  told.jobs.push(job)
  return job
}

async function follow({ client }: Person, job: ToldJob, chance: Chance): Promise<void> {
  const params = { job_id: job.job_id }
  const readers = chance.weighted({ none: 25, one: 55, two: 20 })
  const work = Array.from({ length: { none: 0, one: 1, two: 2 }[readers] }, () => read(client, job, chance.int(1, 9)))
  if (chance.next() < 0.15) {
    await sleep(chance.int(0, 400))
    await persist(() => client.call(market.cancelJob, { params }))
    job.cancelled = true
  }
  await Promise.all(work)
  const end = performance.now() + ENDED_WITHIN_MS
  while (performance.now() < end) {
    const { status } = await persist(() => client.call(market.getJob, { params, query: { wait: 2 } }))
    if (status === 'completed' || status === 'failed') return
  }
  throw new Error(`${job.job_id} (${job.prompt}) has not ended`)
}

/** Reads a stream to its end, resuming by Last-Event-ID whenever it breaks off, and once leaving by itself. */
async function read(client: Person['client'], { job_id, readings }: ToldJob, leaveAfter: number): Promise<void> {
  const reading: Reading = { text: '', ids: [], error: undefined, done: false }
  readings.push(reading)
  const params = { job_id }
  let left = false
  while (!reading.done) {
    const last = reading.ids.at(-1)
    const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last }
    try {
      for await (const { id, event, data } of client.events(market.streamJob, { params }, { headers })) {
        if (data === DONE) reading.done = true
        else if (event === 'error') reading.error = errorEvent.parse(JSON.parse(data)).error
        else {
          reading.text += tokenEvent.parse(JSON.parse(data)).token
          reading.ids.push(id ?? '')
        }
        if (!left && reading.ids.length === leaveAfter) break
      }
      left = true
    } catch (error) {
      if (!passes(error)) throw error
    }
    await sleep(20)
  }
}

/** Withdraws parts of a host's earnings, each once, however often it is asked for. */
export async function earn(trade: Trade, host: PlaceHost, payee: Person['client'], owned: boolean): Promise<void> {
  const chance = new Chance(trade.seed, 'withdrawals', host.nano.toString())
  for (let serial = 0; !trade.over; serial++) {
    await sleep(chance.int(50, 500))
    const { balance } = await persist(() => host.client.call(market.hostMe, {}))
    const amount = (balance * BigInt(chance.int(1, 60))) / 100n
    if (amount === 0n) continue
    const destination = owned && chance.next() < 0.5 ? 'credits' : `iban ${serial}`
    const body = { amount, destination, ...(owned ? { host_id: host.host_id } : {}) }
    const headers = { 'idempotency-key': `withdrawal-${host.nano}-${serial}` }
    const made = await persist(() => payee.call(market.createWithdrawal, { body }, { headers }))
    trade.told.withdrawals.set(made.withdrawal_id, { host_id: host.host_id, amount, destination, status: made.status })
  }
}

/** Grants credits to the buyers, and pays or rejects what is to be withdrawn. */
export async function operate(trade: Trade, admin: Person, buyers: readonly Person[]): Promise<void> {
  const { told, seed } = trade
  const chance = new Chance(seed, 'operator')
  for (let serial = 0; !trade.over; serial++) {
    await sleep(chance.int(50, 500))
    const { user_id } = chance.pick(buyers)
    const body = { amount: BigInt(chance.int(1, 2_000_000_000)), reason: `grant ${serial}` }
    const headers = { 'idempotency-key': `grant-${serial}` }
    const { transaction_id } = await persist(() =>
      admin.client.call(market.grantCredits, { params: { user_id }, body }, { headers }),
    )
    told.grants.push({ transaction_id, user_id, amount: body.amount })
    const pending = [...told.withdrawals].filter(([, { status }]) => status === 'pending')
    if (pending.length > 0) await resolve(told, admin, chance.pick(pending)[0], chance.pick(['paid', 'rejected']))
  }
}

async function resolve(told: Told, admin: Person, withdrawal_id: string, status: 'paid' | 'rejected'): Promise<void> {
  const params = { withdrawal_id }
  await persist(async () => {
    try {
      await admin.client.call(market.resolveWithdrawal, { params, body: { status } })
    } catch (error) {
      // It was done at the first try, whose answer was lost.
      if (!(error instanceof ApiError && error.code === 'conflict')) throw error
    }
  })
  const withdrawal = told.withdrawals.get(withdrawal_id)
  if (withdrawal) withdrawal.status = status
}
