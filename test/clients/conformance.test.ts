import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAgentStage } from './agent-stage.ts'
import { CLIENTS, failure, nothingSeen, tableOf, withTable } from './clients.ts'
import { type Door, EXPECTED, type Feature } from './features.ts'

// Clients as npm has them, unchanged, before the marketplace and a real agent, with an engine that can do everything.
const DOCS = new URL('../../server/docs/doors.md', import.meta.url)
const README = new URL('../../README.md', import.meta.url)
/** `MKT_WRITE_CLIENTS=1` writes the table that is held against what was seen. */
const WRITES = process.env.MKT_WRITE_CLIENTS === '1'

let door: Door
let stage: Awaited<ReturnType<typeof openAgentStage>>
const seen = nothingSeen()

beforeAll(async () => {
  stage = await openAgentStage()
  door = stage.door
})
afterAll(() => stage?.close())

describe.each(CLIENTS)('$name', (client) => {
  const { name, features } = client
  const saw = (feature: Feature) => void seen.get(name)?.set(feature, 'yes')

  test.each(Object.keys(features) as (keyof typeof features)[])('%s', async (feature) => {
    const got = await features[feature]?.(door)
    if (feature === 'embed') expect(got).toEqual(EXPECTED.embed)
    else expect(got).toMatchObject(typeof got === 'object' ? (EXPECTED[feature] as object) : (got as never))
    if (typeof got !== 'object') expect(got).toBe(EXPECTED[feature])
    saw(feature)
  })

  test('errors have their status and words', async () => {
    expect(await failure(client, { ...door, key: 'mkt_u_wrong' })).toMatchObject({ status: 401 })
    saw('key')
    const nobody = await failure(client, { ...door, model: 'nobody' })
    expect(nobody).toMatchObject({ status: 404, message: expect.stringContaining('nobody') })
    saw('model')
    const range = await failure(client, door, 9)
    expect(range).toMatchObject({ status: 400, message: expect.stringContaining('temperature') })
    saw('parameter')
  })
})

test('the page of doors says what was seen here, with the versions that are installed', () => {
  const { page, had } = withTable(readFileSync(DOCS, 'utf8'), 'clients', tableOf(seen))
  if (WRITES) writeFileSync(DOCS, page)
  const total = [...seen.values()].reduce((sum, { size }) => sum + size, 0)
  // The README has the totals alone.
  expect(readFileSync(README, 'utf8')).toContain(`${CLIENTS.length} clients, ${total} things`)
  expect(had || WRITES, page).toBe(true)
})
