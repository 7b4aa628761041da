import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import { type Agent, type Generated, startAgent } from 'mkt-agent'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace, type TestUser } from '../server/marketplace.ts'

let place: Marketplace
let buyer: TestUser
let proxy: Proxy
const folders: string[] = []
const agents: Agent[] = []
beforeAll(async () => {
  place = await startMarketplace()
  buyer = await place.user()
  proxy = await startProxy(new URL(place.url).port)
})
afterAll(async () => {
  for (const agent of agents) agent.kill()
  proxy.close()
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const PIECES = 40
const PATIENT = { timeout: 50_000 }
/** Less than the lease of 90 s: a job whose offer a cut took comes back with the next poll. */
const BEFORE_A_LEASE = { timeout: 75_000 }
const LONG_TEST_MS = 90_000
const WHOLE = Array.from({ length: PIECES }, (_, at) => ` word${at}`).join('')

/** A real agent that reaches the marketplace through the proxy; its engine writes a piece every few milliseconds. */
async function agentOf(model: string, channel = 'on'): Promise<Agent> {
  const state = mkdtempSync(join(tmpdir(), 'mkt-channel-'))
  folders.push(state)
  const agent = await startAgent({
    settings: { server: proxy.url, model, price: '0.001', gpu: 'none', state, concurrency: '4', channel },
    log: { write: () => undefined },
    backend: {
      probe: async () => 'a script',
      availableModels: async () => [model],
      async *generate(): AsyncGenerator<Generated> {
        for (let at = 0; at < PIECES; at++) {
          await new Promise((resolve) => void setTimeout(resolve, 5))
          yield { text: ` word${at}` }
        }
        yield { finish_reason: 'stop' }
      },
    },
  })
  agents.push(agent)
  agent.done.catch(() => undefined)
  const listed = async () => (await place.connect().call(endpoints.models, {})).models.map(({ name }) => name)
  await expect.poll(listed, PATIENT).toContain(model)
  return agent
}

const submit = async (model: string) =>
  (await buyer.client.call(endpoints.runModel, { body: { model, input_text: 'x', max_tokens: 100 } })).job_id
async function ended(job_id: string) {
  const job = () => buyer.client.call(endpoints.getJob, { params: { job_id } })
  await expect.poll(async () => (await job()).finished_at, BEFORE_A_LEASE).not.toBeNull()
  return await job()
}

test(
  'an agent speaks over a channel; cut again and again, its texts are whole',
  async () => {
    proxy.mode = 'pass'
    const agent = await agentOf('cut')
    await expect.poll(() => agent.way.way, PATIENT).toBe('channel')
    const jobs = await Promise.all(Array.from({ length: 8 }, () => submit('cut')))
    for (let cuts = 0; cuts < 10; cuts++) {
      await new Promise((resolve) => void setTimeout(resolve, 60))
      proxy.cut()
    }
    const texts = await Promise.all(jobs.map(ended))
    for (const job of texts)
      expect(job).toMatchObject({ status: 'completed', output_text: WHOLE, tokens_generated: PIECES })
    await expect.poll(() => agent.way.way, PATIENT).toBe('channel')
    agent.kill()
  },
  LONG_TEST_MS,
)

test('behind a proxy that takes the upgrade out it speaks by requests, and says why', async () => {
  proxy.mode = 'strip'
  const agent = await agentOf('stripped')
  expect(await ended(await submit('stripped'))).toMatchObject({ status: 'completed', output_text: WHOLE })
  expect(agent.way).toEqual({
    way: 'calls',
    why: 'something between here and the server lets no WebSocket through',
  })
  agent.kill()
})

test('a buyer who cancels stops the engine at once', async () => {
  proxy.mode = 'pass'
  const agent = await agentOf('cancelled')
  await expect.poll(() => agent.way.way, PATIENT).toBe('channel')
  const job_id = await submit('cancelled')
  await expect.poll(() => agent.tally.busy, PATIENT).toBe(1)
  await buyer.client.call(endpoints.cancelJob, { params: { job_id } })
  await expect.poll(() => agent.tally.busy, PATIENT).toBe(0)
  agent.kill()
})

interface Proxy {
  url: string
  mode: 'pass' | 'strip'
  /** Breaks all connections that are open. */
  cut(): void
  close(): void
}

/** Something between agent and server, as far as bytes go. */
async function startProxy(port: string): Promise<Proxy> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    const ahead = connect(Number(port), '127.0.0.1')
    for (const [one, other] of [
      [socket, ahead],
      [ahead, socket],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    ahead.pipe(socket)
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      const stripped = /^GET \/hosts\/connect/.test(text) ? text.replace(/^(Upgrade|Connection): .*\r\n/gim, '') : text
      ahead.write(Buffer.from(proxy.mode === 'strip' ? stripped : text, 'latin1'))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: Proxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mode: 'pass',
    cut: () => {
      for (const socket of open) socket.destroy()
    },
    close: () => {
      proxy.cut()
      server.close()
    },
  }
  return proxy
}
