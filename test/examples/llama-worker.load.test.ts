import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRambler } from '../engine/gguf.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'
import { ask, events } from './ask.ts'

// Long enough that no answer of the endless model ends by itself within these tests.
const CONTEXT = 65_536
const PATH = '/v1/completions'

let folder: string
let engine: EngineChild

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'llama-worker-'))
  const model = join(folder, 'rambler.gguf')
  await makeRambler(model)
  engine = await startEngine({ model, parallel: 2, context: CONTEXT })
})

afterAll(async () => {
  await engine?.stop()
  await rm(folder, { recursive: true, force: true })
})

const load = async () => {
  const { busy, waiting } = (await (await fetch(`${engine.url}/health`)).json()) as { busy: number; waiting: number }
  return { busy, waiting }
}
const expectLoad = (wanted: { busy: number; waiting: number }) =>
  expect.poll(load, { interval: 5, timeout: 10_000 }).toEqual(wanted)

/** Starts an endless stream and resolves when its first token is here. */
async function startEndless(prompt: string) {
  const client = new AbortController()
  const stream = events(engine.url, PATH, { prompt }, client.signal)
  const first = await stream.next()
  return { first: String(first.value), drop: () => client.abort() }
}

test('max_tokens ends the model that never ends', async () => {
  const { reason, usage } = await ask(engine.url, PATH, { prompt: 'go', max_tokens: 300 })
  expect({ reason, tokens: usage?.completion_tokens }).toEqual({ reason: 'length', tokens: 300 })
})

test('the same seed says the same, another something else', async () => {
  const say = async (seed: number) => (await ask(engine.url, PATH, { prompt: 'go', max_tokens: 20, seed })).text
  const first = await say(1)
  expect(await say(1)).toBe(first)
  expect(await say(2)).not.toBe(first)
})

test('temperature 0 says the same whatever the seed', async () => {
  const say = async (seed: number) =>
    (await ask(engine.url, PATH, { prompt: 'go', max_tokens: 20, temperature: 0, seed })).text
  expect(await say(1)).toBe(await say(2))
})

test('two at once, further ones wait, and a dropped stream lets the next one in', async () => {
  const one = await startEndless('one')
  const two = await startEndless('two')
  expect([one.first, two.first]).toEqual([expect.stringContaining('"text"'), expect.stringContaining('"text"')])
  await expectLoad({ busy: 2, waiting: 0 })

  const third = ask(engine.url, PATH, { prompt: 'three', max_tokens: 4 })
  await expectLoad({ busy: 2, waiting: 1 })
  one.drop()
  expect((await third).usage?.completion_tokens).toBe(4)
  await expectLoad({ busy: 1, waiting: 0 })
  two.drop()
  await expectLoad({ busy: 0, waiting: 0 })
})

test('a dropped request without a stream frees its sequence, and one that waits its place', async () => {
  const clients = [new AbortController(), new AbortController(), new AbortController()]
  const asked = clients.map(({ signal }) => ask(engine.url, PATH, { prompt: 'endless' }, signal))
  const outcomes = Promise.allSettled(asked)
  await expectLoad({ busy: 2, waiting: 1 })
  for (const client of clients) client.abort()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await expectLoad({ busy: 0, waiting: 0 })
})

test('a long prompt that nobody waits for is not read to its end', async () => {
  const client = new AbortController()
  const asked = ask(engine.url, PATH, { prompt: 'x'.repeat(CONTEXT - 100) }, client.signal).catch(() => 'dropped')
  await expectLoad({ busy: 1, waiting: 0 })
  client.abort()
  expect(await asked).toBe('dropped')
  await expectLoad({ busy: 0, waiting: 0 })
})

test('SIGTERM ends it cleanly in the middle of an answer', async () => {
  const other = await startEngine({ model: join(folder, 'rambler.gguf'), context: CONTEXT })
  const stream = events(other.url, PATH, { prompt: 'endless' })
  await stream.next()
  const rest = Array.fromAsync(stream).catch(() => ['broken off'])
  expect(await other.stop()).toBe(0)
  expect(await rest).not.toContain('[DONE]')
})
