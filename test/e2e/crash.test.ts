import { join } from 'node:path'
import { type Job, market } from '@mkt/schemas'
import type { StreamEvent } from '@mkt/schemas/client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeRambler } from '../engine/gguf.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'
import { cleanUp, tempFolder, until } from './bins.ts'
import { audit, type Server, serveAtFixedPort, signUp, startAgent, type User } from './market.ts'

// A few seconds of made-up words: time enough to kill somebody in the middle, also on a busy machine.
const MAX_TOKENS = 400
const PACE = 80
const MODEL = 'rambler'

let engine: EngineChild
let server: Awaited<ReturnType<typeof serveAtFixedPort>>
let user: User
let agent: Awaited<ReturnType<typeof startAgent>>

beforeAll(async () => {
  const model = join(tempFolder(), 'rambler.gguf')
  await makeRambler(model)
  engine = await startEngine({ model, name: MODEL, pace: PACE, parallel: 8 })
})
beforeEach(async () => {
  server = await serveAtFixedPort()
  user = await signUp(server)
  agent = await startAgent({ server, engine: engine.url, model: MODEL })
})
afterAll(async () => {
  await cleanUp()
  await engine?.stop()
})

const submit = () => user.submit({ model: MODEL, max_tokens: MAX_TOKENS })

interface Read {
  events: StreamEvent[]
  /** What broke the stream off before its end. */
  broken?: unknown
}

/** Reads a job's stream from its beginning or from behind `last`, and says after each event how many there are. */
async function read(jobId: string, last?: string, onEvent: (count: number) => unknown = () => {}): Promise<Read> {
  const events: StreamEvent[] = []
  const headers: Record<string, string> = last === undefined ? {} : { 'last-event-id': last }
  try {
    for await (const event of user.client.events(market.streamJob, { params: { job_id: jobId } }, { headers })) {
      events.push(event)
      onEvent(events.length)
    }
    return { events }
  } catch (broken) {
    return { events, broken }
  }
}

const tokens = (events: StreamEvent[]) => events.filter(({ id }) => id !== undefined)
const textOf = (events: StreamEvent[]) =>
  tokens(events)
    .map(({ data }) => JSON.parse(data).token)
    .join('')

async function expectRightBooks(again: Pick<Server, 'data'>) {
  expect(await audit(again)).toMatchObject({ code: 0, report: { ok: true, sum: 0 } })
}

async function expectFullJob(job: Job) {
  expect(job).toMatchObject({ status: 'completed', finish_reason: 'length', tokens_generated: MAX_TOKENS })
  expect(job.credits_used).toBe(BigInt(MAX_TOKENS) * 1_000_000n)
}

test('a server that is killed in the middle of a job loses and doubles no piece', async () => {
  const jobId = await submit()
  const mkt = user.mkt('stream', jobId)
  const both = Promise.withResolvers<void>()
  const reading = read(jobId, undefined, (count) => count === 20 && both.resolve())
  await Promise.all([both.promise, mkt.says(/\S+ \S+/)])
  await server.program.stop('SIGKILL')
  const first = await reading
  expect(first.broken).toBeDefined()
  const again = await server.again()

  const rest = await read(jobId, first.events.at(-1)?.id)
  expect(rest.broken).toBeUndefined()
  expect(rest.events.at(-1)?.data).toBe('[DONE]')
  const all = [...tokens(first.events), ...tokens(rest.events)]
  expect(all.map(({ id }) => id)).toEqual(Array.from(all, (_, offset) => `1.${offset}`))
  const job = await user.end(jobId)
  await expectFullJob(job)
  expect(job.attempts).toBe(1)
  expect(textOf(all)).toBe(job.output_text)
  // Readers who come back by themselves, and who come late, read the same.
  expect(await mkt.ended).toMatchObject({ code: 0, stdout: `${job.output_text}\n` })
  expect(textOf((await read(jobId)).events)).toBe(job.output_text)
  await expectRightBooks(again)
})

test('an agent that is killed: a job that no reader has seen runs again at once', async () => {
  const jobId = await submit()
  await until('some of it is generated', async () => (await user.job(jobId)).tokens_generated >= 20)
  await agent.stop('SIGKILL')
  await startAgent({ server, engine: engine.url, model: MODEL, state: agent.state })
  const { events } = await read(jobId)
  const job = await user.end(jobId)
  await expectFullJob(job)
  // A hand-back is no failed attempt, yet what comes after it must not be mixed with what came before.
  expect(new Set(tokens(events).map(({ id }) => id?.split('.')[0])).size).toBe(1)
  expect(textOf(events)).toBe(job.output_text)
  await expectRightBooks(server)
})

test('an agent that is killed: a job whose reader has seen pieces goes on behind them when it is back', async () => {
  const jobId = await submit()
  const dead = Promise.withResolvers<void>()
  const reading = read(jobId, undefined, (count) => {
    if (count === 20) agent.stop('SIGKILL').then(() => dead.resolve())
  })
  await dead.promise
  await startAgent({ server, engine: engine.url, model: MODEL, state: agent.state })
  const { events, broken } = await reading
  expect(broken).toBeUndefined()
  expect(events.at(-1)?.data).toBe('[DONE]')
  // Each piece once and in its place, whoever wrote it.
  const places = tokens(events).map(({ id }) => Number(id?.split('.')[1]))
  expect(places).toEqual(Array.from(places, (_, offset) => offset))
  expect(new Set(tokens(events).map(({ id }) => id?.split('.')[0]))).toEqual(new Set(['1', '2']))
  const job = await user.end(jobId)
  await expectFullJob(job)
  expect(textOf(events)).toBe(job.output_text)
  await expectRightBooks(server)
})
