import { setTimeout as pause } from 'node:timers/promises'
import { market } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { buyerAt, hostAt } from '../../e2e/several-servers.ts'
import type { ClusterPlace } from './place.ts'

const PIECES = 8
export const TEXT = Array.from({ length: PIECES }, (_, at) => `piece ${at}. `)
/** What a caller repeats: nobody answered, or somebody said to come again. Beyond so many times it counts as failed. */
const TRIES = 300
const HEARTBEAT_MS = 20_000

export interface Tally {
  completed: number
  failed: number
  resumed: number
  repeated: number
  faults: string[]
}

/** Calls until it is answered, as every client of the marketplace does by its own rule. */
async function insist<T>(tally: Tally, what: string, call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      const { status } = error as { status?: number }
      const passes = status === undefined || status === 429 || status >= 502
      if (!passes || tries === TRIES) {
        tally.faults.push(`${what} failed after ${tries} tries: ${String(error)}`)
        throw error
      }
      tally.repeated++
      await pause(50)
    }
  }
}

/** One buyer who submits and reads a job after the other, until told to stop. */
export async function trade(place: ClusterPlace, tally: Tally, over: () => boolean): Promise<void> {
  const buyer = await insist(tally, 'a signup', () => buyerAt(place.front()))
  const token = buyer.authorization
  let told = 0
  while (!over()) {
    const headers = { 'idempotency-key': `key-${told}` }
    const body = { model: 'm', input_text: 'hello', max_tokens: 100 }
    const client = () => createClient({ baseUrl: place.front().url, authorization: () => token })
    const { job_id } = await insist(tally, 'a submission', () => client().call(market.runModel, { body }, { headers }))
    told++
    await follow(place, tally, buyer, job_id)
  }
  const { total_jobs } = await insist(tally, 'a look', () => buyer.at(place.front()).call(market.me, {}))
  if (total_jobs !== told) tally.faults.push(`${told} jobs were told, and there are ${total_jobs}`)
}

type Buyer = Awaited<ReturnType<typeof buyerAt>>

/** Reads a job to its end, going on where a stream broke off: each piece once and in order. */
async function follow(place: ClusterPlace, tally: Tally, buyer: Buyer, job_id: string): Promise<void> {
  const tokens: string[] = []
  let last: string | undefined
  const until = performance.now() + 240_000
  while (performance.now() < until) {
    const reading = buyer.read(place.front(), job_id, last)
    const end = await reading.end
    tokens.push(...reading.tokens)
    last = reading.last() ?? last
    if (end === 'done') break
    tally.resumed++
    await pause(50)
  }
  const job = await insist(tally, 'a look', () => buyer.job(place.front(), job_id, 20))
  if (job.status === 'completed') {
    tally.completed++
    if (tokens.join('') !== TEXT.join('')) tally.faults.push(`${job_id} was read as ${JSON.stringify(tokens)}`)
    if (job.output_text !== TEXT.join('')) tally.faults.push(`${job_id} has the text ${job.output_text}`)
  } else if (job.status === 'failed' && job.credits_used === 0n) tally.failed++
  else tally.faults.push(`${job_id} is ${job.status}, with ${job.error}`)
}

/** One host, which asks for jobs and sends their pieces one by one, wherever each call goes. */
export async function serveJobs(place: ClusterPlace, tally: Tally, over: () => boolean): Promise<void> {
  const host = await insist(tally, 'a registration', () => hostAt(place.front()))
  let beaten = performance.now()
  while (!over()) {
    // Silent for three of them it would be inactive.
    if (performance.now() - beaten > HEARTBEAT_MS) {
      beaten = performance.now()
      await insist(tally, 'a heartbeat', () => host.heartbeat(place.front()))
    }
    const offer = await insist(tally, 'a poll', () => host.next(place.front(), 2))
    if (!offer) continue
    const { job_id } = offer
    for (let offset = 0; offset < PIECES; ) {
      const end = offset === PIECES - 1 ? { finish_reason: 'stop' } : {}
      const result = { job_id, offset, tokens: [TEXT[offset]], ...end }
      const answer = await insist(tally, 'results', () => host.results(place.front(), result))
      if (answer?.state !== 'running') break
      // Lower than what was sent where Redis lost it: all of it is sent again.
      offset = answer.next_offset
    }
  }
}
