import { DONE, errorEvent, type Job, market, parsePosition, tokenEvent } from '@mkt/schemas'
import { type Client, createClient, type StreamEvent } from '@mkt/schemas/client'
import { Chance, sleep } from './chance.ts'
import { atOnce, patiently } from './patience.ts'
import { type BuyerScript, buyerScriptOf } from './script.ts'

/** What one reader of a stream got, over all of its connections. */
export interface Reading {
  text: string
  /** The ids of the events with tokens, in the order received. */
  ids: string[]
  error: string | undefined
  done: boolean
}

export interface Outcome {
  prompt: string
  reserved: bigint
  job: Job
  readings: Reading[]
}

export interface Buyer {
  outcomes: Outcome[]
  credits: bigint
}

/** Signs up, submits jobs at random times, reads their streams, cancels some, and waits until all have ended. */
export async function runBuyer(baseUrl: string, seed: string, name: string, jobs: number): Promise<Buyer> {
  const client = await signups(() => signUp(baseUrl, name))
  const chance = new Chance(seed, name)
  const running: Promise<Outcome>[] = []
  for (let serial = 0; serial < jobs; serial++) {
    const prompt = `${name} asks ${serial}`
    running.push(runJob(client, seed, prompt, buyerScriptOf(seed, prompt)))
    await sleep(chance.int(0, 400))
  }
  const outcomes = await Promise.all(running)
  return { outcomes, credits: (await patiently(() => client.call(market.me, {}))).credits }
}

// Hashing passwords fills every core; more at once would only make everybody wait for a connection.
const signups = atOnce(8)

async function signUp(baseUrl: string, username: string): Promise<Client> {
  const password = `password of ${username}`
  const body = { username, email: `${username}@example.com`, password }
  await createClient({ baseUrl, timeoutMs: 120_000 }).call(market.createUser, { body })
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const login = createClient({ baseUrl, authorization: () => basic, timeoutMs: 120_000 })
  const { token } = await patiently(() => login.call(market.createToken, { body: { name: 'load' } }))
  return createClient({ baseUrl, authorization: () => `Bearer ${token}`, timeoutMs: 120_000 })
}

async function runJob(client: Client, seed: string, prompt: string, script: BuyerScript): Promise<Outcome> {
  const { model, maxTokens, maxPrice, readers, cancelAfterMs } = script
  const body = {
    model,
    input_text: prompt,
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(maxPrice === undefined ? {} : { max_price_per_token: maxPrice }),
  }
  const headers = { 'idempotency-key': prompt.replaceAll(' ', '-') }
  const submitted = await patiently(() => client.call(market.runModel, { body }, { headers }))
  const params = { job_id: submitted.job_id }
  const cancelling = cancelAfterMs === undefined ? undefined : cancelLater(client, params, cancelAfterMs)
  const chance = new Chance(seed, 'reader', prompt)
  const [job, readings] = await Promise.all([
    ended(client, params),
    Promise.all(readers.map((kind) => read(client, params, kind, chance.int(1, 12)))),
    cancelling,
  ])
  return { prompt, reserved: submitted.credits_reserved, job, readings }
}

async function cancelLater(client: Client, params: { job_id: string }, afterMs: number): Promise<void> {
  await sleep(afterMs)
  await patiently(() => client.call(market.cancelJob, { params }))
}

// Far longer than any job of the load takes: one that is open by then is stuck.
const STUCK_AFTER_S = 60

async function ended(client: Client, params: { job_id: string }): Promise<Job> {
  const job = await patiently(() => client.call(market.getJob, { params, query: { wait: STUCK_AFTER_S } }))
  if (job.status === 'completed' || job.status === 'failed') return job
  throw new Error(`after ${STUCK_AFTER_S} s this job has not ended: ${JSON.stringify(job, bigintAsText)}`)
}

const bigintAsText = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

type Params = { job_id: string }

/** Reads a stream to its end: at once, in pieces with pauses between, or after the job has ended. */
async function read(
  client: Client,
  params: Params,
  kind: BuyerScript['readers'][number],
  stay: number,
): Promise<Reading> {
  const reading: Reading = { text: '', ids: [], error: undefined, done: false }
  if (kind === 'late') await ended(client, params)
  const signal = AbortSignal.timeout(STUCK_AFTER_S * 1000)
  await patiently(async () => {
    while (!reading.done) {
      const last = reading.ids.at(-1)
      const headers = last === undefined ? {} : { 'last-event-id': last }
      const before = reading.ids.length
      for await (const event of client.events(market.streamJob, { params }, { headers, signal })) {
        take(reading, event)
        if (kind === 'leaves' && reading.ids.length - before === stay) break
      }
      if (kind !== 'leaves') return
      await sleep(30)
    }
  })
  return reading
}

function take(reading: Reading, { id, event, data }: StreamEvent): void {
  if (data === DONE) reading.done = true
  else if (event === 'error') reading.error = errorEvent.parse(JSON.parse(data)).error
  else {
    reading.text += tokenEvent.parse(JSON.parse(data)).token
    reading.ids.push(id ?? '')
  }
}

/** The attempt and offsets of a reading; undefined where an id is none. */
export function positionsOf(reading: Reading) {
  return reading.ids.map((id) => parsePosition(id))
}
