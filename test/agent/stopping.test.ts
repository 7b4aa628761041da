import { describe, expect, test } from 'vitest'
import type { Agent } from '../../agent/src/daemon.ts'
import { type Bench, bench } from './agent-under-test.ts'
import { thenSilent } from './scripted-backend.ts'

/** Resolves when the agent has ended, however much virtual time that takes. */
async function ended(effects: Bench['effects'], agent: Agent): Promise<void> {
  let over = false
  void agent.done.then(() => {
    over = true
  })
  await effects.until(() => over)
}

const said = (market: Bench['market']) =>
  market.calls.flatMap(({ path, body }) => (/heartbeat|results/.test(path) ? [body.stopping] : []))

describe('an agent that stops', () => {
  test('takes its host off sale at once, whose models stay what they are', async () => {
    const { market, effects, start } = bench()
    const agent = start()
    await effects.until(() => market.paths('/hosts/next-job').length > 0)
    expect(said(market)).toEqual([undefined])
    market.calls.length = 0
    agent.drain('SIGTERM')
    await ended(effects, agent)
    expect(market.paths('/hosts/heartbeat').map(({ body }) => body)).toEqual([
      expect.objectContaining({ stopping: true, available_models: ['tiny'] }),
    ])
  })

  test('goes on saying so with each call until it ends, and a next start is on sale again', async () => {
    const { market, effects, start, backend } = bench()
    backend.script = thenSilent('a')
    const agent = start({ first_token_timeout_ms: 600_000, idle_timeout_ms: 600_000 })
    const job = market.submit()
    await effects.until(() => job.pieces.length === 1)
    market.calls.length = 0
    agent.drain('SIGTERM')
    await ended(effects, agent)
    expect(job.end?.error?.code).toBe('handed_back')
    expect(said(market).length).toBeGreaterThan(3)
    expect(new Set(said(market))).toEqual(new Set([true]))
    market.calls.length = 0
    start()
    await effects.until(() => market.paths('/hosts/next-job').length > 0)
    expect(said(market)).toEqual([undefined])
  })

  test('is not put back on sale by a heartbeat that was on its way', async () => {
    const { market, effects, start } = bench()
    const agent = start()
    await effects.until(() => market.paths('/hosts/next-job').length > 0)
    const late = Promise.withResolvers<void>()
    const order: unknown[] = []
    const { fetch } = market
    effects.fetch = async (url, init) => {
      const stopping = String(init?.body).includes('stopping')
      if (!url.endsWith('heartbeat')) return fetch(url, init)
      if (!stopping && order.length === 0) {
        order.push('on its way')
        await late.promise
      }
      order.push(stopping)
      return fetch(url, init)
    }
    await effects.until(() => order.length > 0)
    agent.drain('SIGTERM')
    await effects.pass(50)
    late.resolve()
    await ended(effects, agent)
    expect(order).toEqual(['on its way', true, false, true])
  })

  test('while it still looks for its engine says so as well', async () => {
    const { market, effects, start, backend } = bench()
    const first = start()
    await effects.until(() => market.paths('/hosts/next-job').length > 0)
    first.kill()
    const silent = (signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    Object.assign(backend, { probe: silent, availableModels: silent })
    market.calls.length = 0
    const second = start()
    await effects.pass(5000)
    expect(said(market)).toEqual([])
    second.drain('SIGINT')
    await ended(effects, second)
    expect(said(market)).toEqual([true])
  })
})
