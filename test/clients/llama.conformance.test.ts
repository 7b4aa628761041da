import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Agent, startAgent } from '../../agent/src/index.ts'
import { cleanUp, tempFolder } from '../e2e/bins.ts'
import { makeReciter } from '../engine/gguf.ts'
import { type EngineChild, startEngine } from '../engine/start-engine.ts'
import { type Marketplace, startMarketplace } from '../server/marketplace.ts'
import { CLIENTS, failure, nothingSeen, tableOf, withTable } from './clients.ts'
import type { Client, Door, Feature } from './features.ts'

// The same clients before a real llama.cpp, through a real agent that found out by itself what it can do.
const DOCS = new URL('../../server/docs/doors.md', import.meta.url)
const WRITES = process.env.MKT_WRITE_CLIENTS === '1'
/** With tools the end of it is a call; without it is text. */
const SAID = 'Let me see. ||call: say({"word": "hi"})'
/** Numbers in a vector of the tiny model. */
const WIDTH = 64

let place: Marketplace
let engine: EngineChild
let agent: Agent
let door: Door
const seen = nothingSeen()

beforeAll(async () => {
  const { file } = await makeReciter(join(tempFolder(), 'caller.gguf'), { text: SAID })
  ;[place, engine] = [await startMarketplace(), await startEngine({ model: file, name: 'tiny', embeddings: true })]
  const settings = { server: place.url, price: '0.001', gpu: 'GPU', state: join(tempFolder(), 'state') }
  const backend = { model: 'tiny', endpoint_url: engine.url, concurrency: '2' }
  agent = await startAgent({ settings: { ...settings, ...backend }, log: { write: () => undefined } })
  await vi.waitFor(async () => expect(await offered()).toContain('embeddings'), { timeout: 50_000, interval: 100 })
  door = { url: place.url, key: (await place.user()).token, model: 'tiny' }
})
afterAll(async () => {
  agent?.kill()
  await agent?.done.catch(() => undefined)
  await engine?.stop()
  expect((await place.audit()).faults).toEqual([])
  await place?.stop()
  await cleanUp()
})

async function offered() {
  const { models } = await place.connect().call(endpoints.models, { query: { detail: 'full' } })
  return models.find(({ name }) => name === 'tiny')?.capabilities ?? []
}

/** What of an answer has to be so, whatever a model of chance says. */
const SHOWS: Partial<Record<Feature, (got: unknown) => void>> = {
  chat: (got) => expect(got).toEqual({ text: SAID, output_tokens: expect.any(Number) }),
  stream: (got) => expect(got).toBe(SAID),
  tools: (got) =>
    expect(got).toEqual({
      ...{ called: 'say', with: { word: expect.any(String) } },
      after: expect.stringContaining('Let me see.'),
    }),
  schema: (got) => expect(got).toEqual({ ok: expect.any(Boolean) }),
  logprobs: (got) => expect(got).toBeLessThanOrEqual(0),
  embed: (got) => {
    expect(got).toHaveLength(2)
    for (const vector of got as number[][]) expect(vector.filter(Number.isFinite)).toHaveLength(WIDTH)
  },
  batch: (got) => expect(got).toBe(SAID),
}

describe.each(CLIENTS)('$name', (client) => {
  const { name, features } = client
  const saw = (feature: Feature, as: string) => void seen.get(name)?.set(feature, as)
  const served = Object.keys(features).filter((feature) => feature !== 'picture') as (keyof typeof features)[]

  test.each(served)('%s', async (feature) => {
    SHOWS[feature]?.(await features[feature]?.(door))
    saw(feature, 'yes')
  })

  test.runIf(features.picture)('a picture, which this engine cannot see, is refused by its name', async () => {
    expect(await refusalOf(client, 'picture')).toMatchObject({
      status: 400,
      message: expect.stringContaining('images'),
    })
    saw('picture', 'refused')
  })

  test('errors have their status and words', async () => {
    expect(await failure(client, { ...door, key: 'mkt_u_wrong' })).toMatchObject({ status: 401 })
    saw('key', 'yes')
    const nobody = await failure(client, { ...door, model: 'nobody' })
    expect(nobody).toMatchObject({ status: 404, message: expect.stringContaining('nobody') })
    saw('model', 'yes')
    const range = await failure(client, door, 9)
    expect(range).toMatchObject({ status: 400, message: expect.stringContaining('temperature') })
    saw('parameter', 'yes')
  })
})

async function refusalOf({ features, told }: Client, feature: 'picture') {
  const error = await features[feature]?.(door).then(
    (answer) => expect.fail(`it was answered: ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown,
  )
  return told(error)
}

test('the page of doors says what was seen before llama.cpp', () => {
  const { page, had } = withTable(readFileSync(DOCS, 'utf8'), 'clients before llama.cpp', tableOf(seen))
  if (WRITES) writeFileSync(DOCS, page)
  expect(had || WRITES, page).toBe(true)
})
