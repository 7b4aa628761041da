import { join } from 'node:path'
import { market } from '@mkt/schemas'
import { createClient } from '@mkt/schemas/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeReciter, type Reciter } from '../engine/gguf.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'
import { cleanUp, tempFolder } from './bins.ts'
import { audit, type Server, serve, signUp, startAgent, type User } from './market.ts'

// Characters that are spelled in several tokens: what an engine counts is then more than the pieces that it sends.
const TEXT = 'The cat and the dog and the bird say 🙂 to the café, and “hello” to the world.'

const BACKENDS = {
  huggingface: ['--backend', 'huggingface'],
  langchain: ['--backend', 'langchain', '--provider', 'openai'],
  worker: ['--backend', 'worker'],
}
const PRICE_NANO = 1_000_000n

let reciter: Reciter
let engine: EngineChild
let server: Server
let user: User

beforeAll(async () => {
  reciter = await makeReciter(join(tempFolder(), 'reciter.gguf'), { text: TEXT })
  ;[engine, server] = await Promise.all([startEngine({ model: reciter.file, name: 'tiny' }), serve()])
  user = await signUp(server)
  const start = ([name, backend]: [string, string[]]) =>
    startAgent({ server, engine: engine.url, backend, model: `${name}-tiny=tiny` })
  await Promise.all(Object.entries(BACKENDS).map(start))
})
afterAll(async () => {
  await cleanUp()
  await engine?.stop()
})

test.each(Object.keys(BACKENDS))('%s: the same text, billed by what the engine counts', async (backend) => {
  const before = (await user.client.call(market.me, {})).credits
  const mkt = user.mkt('submit', '--model', `${backend}-tiny`, '--temperature', '1.5', 'Say it.')
  const { code, stdout, stderr } = await mkt.ended
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${TEXT}\n` })
  const job = await user.end(/job_\w+/.exec(stderr)?.[0] ?? '')
  expect(job).toMatchObject({ status: 'completed', output_text: TEXT, finish_reason: 'stop', attempts: 1 })
  expect(job.tokens_generated).toBe(reciter.tokens)
  const price = BigInt(reciter.tokens) * PRICE_NANO
  expect(job.credits_used).toBe(price)
  expect((await user.client.call(market.me, {})).credits).toBe(before - price)
  const { hosts } = await createClient({ baseUrl: server.url }).call(market.hosts, {})
  expect(hosts.find(({ host_id }) => host_id === job.host_id)?.backend).toBe(backend)
})

test('max_tokens cuts all of them at the same token', async () => {
  const ends = Object.keys(BACKENDS).map(async (backend) =>
    user.end(await user.submit({ model: `${backend}-tiny`, max_tokens: 3 })),
  )
  for (const job of await Promise.all(ends)) {
    expect(job).toMatchObject({ output_text: 'The cat and', finish_reason: 'length', tokens_generated: 3 })
  }
})

test('and the books are right', async () => {
  expect(await audit(server)).toMatchObject({ code: 0, report: { ok: true } })
})
