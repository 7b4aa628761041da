import { HANDED_BACK } from '@mkt/schemas'
import { describe, expect, test } from 'vitest'
import { bench, SERVER } from './agent-under-test.ts'
import { thenSilent } from './scripted-backend.ts'

describe('an agent that is told twice to stop', () => {
  test('hands back all that runs in one call, with the text that was not told yet', async () => {
    const { market, effects, start, backend, state } = bench()
    const more = Promise.withResolvers<void>()
    backend.script = async function* (request) {
      yield { text: 'a' }
      await more.promise
      yield { text: 'b' }
      yield* thenSilent()(request)
    }
    const agent = start({ concurrency: 3 })
    const jobs = [market.submit(), market.submit(), market.submit()]
    await effects.until(() => jobs.every(({ pieces }) => pieces.length === 1))
    agent.drain('SIGINT')
    market.calls.length = 0
    more.resolve()
    const left = agent.leave()
    await agent.done
    expect(await left).toBe(true)
    const calls = market.paths('/hosts/results')
    expect(calls).toHaveLength(1)
    expect(jobs.map(({ end }) => end?.error?.code)).toEqual([HANDED_BACK, HANDED_BACK, HANDED_BACK])
    expect(state.saved.get(SERVER)?.instances).toEqual([])
  })

  test('brings the end of a job that is done instead of handing it back', async () => {
    const { market, effects, start, backend } = bench()
    backend.script = async function* () {
      for (const text of ['a', 'b']) yield { text }
      yield { finish_reason: 'stop' }
    }
    const agent = start()
    const job = market.submit()
    let refused = false
    market.answerTo = (path, body) => {
      const end = path === '/hosts/results' && (body.results as { finish_reason?: string }[])[0]?.finish_reason
      if (!end || refused) return undefined
      refused = true
      return {
        status: 503,
        body: { error: 'no_host_available', message: 'Not now.' },
        headers: { 'retry-after': '50' },
      }
    }
    await effects.until(() => refused)
    agent.drain('SIGINT')
    expect(await agent.leave()).toBe(true)
    expect([job.state, job.pieces]).toEqual(['completed', ['a', 'b']])
  })

  test('hands back without the text where that would not fit into the call', async () => {
    const { market, effects, start, backend } = bench()
    const much = 'x'.repeat(16_000)
    backend.script = async function* (request) {
      market.away = true
      for (let i = 0; i < 100; i++) yield { text: much }
      yield* thenSilent()(request)
    }
    const agent = start()
    const job = market.submit()
    await effects.until(() => agent.tally.pieces === 100)
    market.away = false
    agent.drain('SIGINT')
    expect(await agent.leave()).toBe(true)
    expect(job.end).toMatchObject({ tokens: [], error: { code: HANDED_BACK } })
  })

  test('gives a server that does not answer 2 s, and leaves the rest to a next start', async () => {
    const { market, effects, start, backend, state } = bench()
    backend.script = thenSilent('a')
    const agent = start()
    const job = market.submit()
    await effects.until(() => job.pieces.length === 1)
    effects.fetch = (_url, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('gone'))))
    agent.drain('SIGINT')
    const began = effects.monotonic()
    let told: boolean | undefined
    void agent.leave().then((answer) => {
      told = answer
    })
    await effects.until(() => told !== undefined)
    expect(told).toBe(false)
    expect(effects.monotonic() - began).toBe(2000)
    expect(state.saved.get(SERVER)?.instances).toHaveLength(1)
  })

  test('before it has registered ends at once', async () => {
    const { market, start } = bench()
    market.away = true
    const agent = start()
    agent.drain('SIGINT')
    expect(await agent.leave()).toBe(true)
    await agent.done
  })
})
