import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Agent, startAgent } from '../../../agent/src/index.ts'
import { hostById } from '../../../server/src/market/hosts/store.ts'
import { jobById } from '../../../server/src/market/jobs/store.ts'
import { submit } from '../../../server/src/market/jobs/submit.ts'
import { verifyHosts } from '../../../server/src/market/upkeep/verification.ts'
import { openChecks } from '../../../server/src/market/verification/check-store.ts'
import type { SequentialTest } from '../../../server/src/market/verification/sequential-test.ts'
import { trustHost } from '../../../server/src/market/verification/trust-host.ts'
import { verdictOfModel } from '../../../server/src/market/verification/verdict-store.ts'
import { cleanUp, tempFolder } from '../../e2e/bins.ts'
import type { EngineChild } from '../../engine/start-engine.ts'
import { type Marketplace, startMarketplace } from '../../server/marketplace.ts'
import { seeded } from '../../server/verification/seeded.ts'
import { startEngines } from './engines.ts'

// Real agents before real llama.cpp sell to a real server, which looks by itself at what they serve.
const MODEL = 'rambler'
const SERVED = { reference: 'honest', honest: 'bf16', other: 'another model', requantised: 'q3' }
const CHEATS = ['other', 'requantised', 'truncated']
const settings = { share: 0.12, prompts: [], chance: seeded(11) }
/** As long as any pause between two checks, so that each host is due in each round. */
const LONG_MS = 4 * 3_600_000
const ROUNDS = 60
/** Several engines and agents on two busy cores. */
const START_MS = 300_000

let place: Marketplace
let engines: Map<string, EngineChild>
let cutter: Server
const agents: Agent[] = []
const hosts = new Map<string, string>()

/** Before an engine: the model ends after an eighth of what was asked for, and is said to have ended by itself. */
async function cutShort(engine: string): Promise<string> {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = request.method === 'POST' ? JSON.parse(await text(request)) : undefined
    if (body?.max_tokens > 32) body.max_tokens = Math.ceil(body.max_tokens / 8)
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const answer = await fetch(`${engine}${request.url}`, sent)
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
    response.end((await answer.text()).replaceAll('"finish_reason":"length"', '"finish_reason":"stop"'))
  }
  cutter = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => cutter.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(cutter.address() as AddressInfo).port}`
}

async function offer(name: string, endpoint_url: string): Promise<void> {
  const known = new Set(hosts.values())
  const terms = { server: place.url, price: '0.001', gpu: 'none', state: join(tempFolder(), 'state') }
  const log = { write: () => undefined }
  agents.push(await startAgent({ settings: { ...terms, model: MODEL, endpoint_url }, log }))
  const found = async () => {
    const { hosts: listed } = (await (await fetch(`${place.url}/hosts`)).json()) as {
      hosts: { host_id: string; models: string[] }[]
    }
    const own = listed.find(({ host_id, models }) => models.includes(MODEL) && !known.has(host_id))
    return own?.host_id ?? expect.fail(`${name} offers nothing yet`)
  }
  hosts.set(name, await vi.waitFor(found, { timeout: START_MS, interval: 200 }))
}

/** Customers of a dear model, whose fees pay for it all; some ask for greedy texts, some for sampled ones. */
async function sell(jobs: number): Promise<void> {
  const price = 100_000_000n
  const seller = await place.host({ models: ['dear'], price })
  const { user_id } = await place.user()
  await place.grant(user_id, 10n ** 13n)
  for (let at = 0; at < jobs; at++) {
    const asked = { model: 'dear', input_text: `Customer ${at} asks.`, max_tokens: 96, temperature: at % 2 }
    await submit(place.market, user_id, { ...asked, max_price_per_token: price }, {})
    const job = await seller.next()
    if (!job) expect.fail('the job of a customer did not come')
    const tokens = Array.from({ length: 90 }, () => ' word')
    await seller.results([{ job_id: job.job_id, offset: 0, tokens, finish_reason: 'stop' }])
  }
}

/** When all that the checks under way have asked for has ended. */
async function answered(): Promise<void> {
  const { database } = place.market
  const still = async () => {
    for (const check of await openChecks(database, 100)) {
      const ids = [check.job_id, check.reference_job_id, check.score_job_id, check.reference_score_job_id]
      for (const id of ids.filter((one) => one !== null)) {
        const state = (await jobById(database, id))?.state
        if (state === 'queued' || state === 'running') expect.fail(`${id} is ${state}`)
      }
    }
  }
  await vi.waitFor(still, { timeout: START_MS, interval: 50 })
}

const verdictOf = async (name: string) => {
  const row = await verdictOfModel(place.market.database, hosts.get(name) ?? '', MODEL)
  return { verdict: row?.verdict, jobs: row ? (JSON.parse(row.state_json) as SequentialTest).jobs : 0 }
}

beforeAll(async () => {
  place = await startMarketplace({ trust: 'strangers' })
  engines = await startEngines(tempFolder(), [...new Set(Object.values(SERVED))])
  const urlOf = (engine: string) => engines.get(engine)?.url ?? expect.fail(engine)
  for (const [name, engine] of Object.entries(SERVED)) await offer(name, urlOf(engine))
  await offer('truncated', await cutShort(urlOf('honest')))
  const operator = { actor: 'operator', via: 'command line' as const, origin: 'here' }
  const { database } = place.market
  await database.transaction((tx) => trustHost(tx, place.market, operator, hosts.get('reference') ?? '', true))
  place.market.offers.forget()
  await sell(40)
}, 2 * START_MS)

afterAll(async () => {
  for (const agent of agents) {
    agent.kill()
    await agent.done.catch(() => undefined)
  }
  for (const { stop } of engines?.values() ?? []) await stop()
  cutter?.close()
  await place?.stop()
  await cleanUp()
})

test('who serves the model is verified; another model, fewer bits and cut texts are refused', async () => {
  const before = process.cpuUsage()
  const decided = async () => {
    const cheats = await Promise.all(CHEATS.map(verdictOf))
    return (await verdictOf('honest')).verdict === 'verified' && cheats.every(({ verdict }) => verdict === 'refused')
  }
  let rounds = 0
  for (; rounds < ROUNDS && !(await decided()); rounds++) {
    await verifyHosts(place.market, settings, LONG_MS)
    await answered()
  }
  const cpu = process.cpuUsage(before)
  const seen = Object.fromEntries(await Promise.all(['honest', ...CHEATS].map(async (n) => [n, await verdictOf(n)])))
  console.log({ rounds, seen, cpu_s_of_server_and_agents: (cpu.user + cpu.system) / 1e6 })
  expect(seen).toMatchObject({
    honest: { verdict: 'verified' },
    other: { verdict: 'refused' },
    requantised: { verdict: 'refused' },
    truncated: { verdict: 'refused' },
  })
  for (const name of CHEATS) {
    expect((await hostById(place.market.database, hosts.get(name) ?? ''))?.disabled, name).not.toBe(0)
    expect(seen[name].jobs, name).toBeLessThanOrEqual(40)
  }
  expect((await place.audit()).faults).toEqual([])
}, 900_000)
