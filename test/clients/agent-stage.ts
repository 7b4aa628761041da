import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { market as endpoints } from '@mkt/schemas'
import { expect, vi } from 'vitest'
import { startAgent } from '../../agent/src/index.ts'
import { startAbleEngine } from '../agent/able-engine.ts'
import { startMarketplace } from '../server/marketplace.ts'

/** A marketplace and a real agent, with an engine that can do everything; the door to it. */
export async function openAgentStage() {
  const state = mkdtempSync(join(tmpdir(), 'mkt-clients-'))
  const [place, engine] = [await startMarketplace(), await startAbleEngine()]
  const backend = { backend: 'worker', model: 'able=tiny', endpoint_url: engine.url, concurrency: '4' }
  const settings = { server: place.url, price: '0.001', gpu: 'GPU', state, ...backend }
  const agent = await startAgent({ settings, log: { write: () => undefined } })
  const models = async () => (await place.connect().call(endpoints.models, { query: { detail: 'full' } })).models
  const offered = async () => (await models()).find(({ name }) => name === 'able')?.capabilities ?? []
  await vi.waitFor(async () => expect(await offered()).toContain('embeddings'), { timeout: 50_000, interval: 100 })
  const door = { url: place.url, key: (await place.user()).token, model: 'able' }
  const close = async () => {
    agent.kill()
    await agent.done.catch(() => undefined)
    await engine.close()
    expect((await place.audit()).faults).toEqual([])
    await place.stop()
    rmSync(state, { recursive: true, force: true })
  }
  return { door, engine, close }
}
