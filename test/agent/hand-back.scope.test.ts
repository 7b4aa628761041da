import { expect, test } from 'vitest'
import { Connection } from '../../agent/src/connection.ts'
import { handBackEarlierJobs } from '../../agent/src/hand-back.ts'
import { createLog } from '../../agent/src/log.ts'
import type { Identity } from '../../agent/src/state.ts'
import { memoryState, SERVER } from './agent-under-test.ts'
import { Marketplace } from './marketplace.ts'
import { virtualEffects } from './virtual-effects.ts'

const registered = {
  ...{ gpu: 'GPU', models: ['tiny'], price_per_token: '0.001', backend: 'worker' },
  ...{ endpoint_url: null, max_tokens: 4096 },
}

function bench() {
  const effects = virtualEffects()
  const market = new Marketplace(effects)
  effects.fetch = market.fetch
  const log = createLog({ write: () => undefined })
  const connection = new Connection({ server: SERVER, effects, log })
  const state = memoryState()
  const identity: Identity = {
    ...{ server: SERVER, host_id: 'host_01', api_key: 'mkt_h_x', registered },
    instances: [{ instance: 'before', machine: state.machine }],
  }
  state.save(identity)
  const runs = (instance: string) => Object.assign(market.submit(), { state: 'running' as const, attempt: 1, instance })
  const stop = new AbortController()
  const start = (instance: string) => {
    const known = state.load(SERVER) as Identity
    return handBackEarlierJobs({ connection, state, log, identity: known, instance, signal: stop.signal })
  }
  const saved = () => state.load(SERVER)?.instances.map(({ instance }) => instance)
  return { effects, market, runs, start, stop, saved }
}

const given = (market: Marketplace) =>
  market
    .paths('/hosts/results')
    .flatMap(({ body }) => (body.results as { job_id: string }[]).map(({ job_id }) => job_id))

test('of the jobs that a host runs only those of the start before are given back', async () => {
  const { market, runs, start, saved } = bench()
  const [mine, beside] = [runs('before'), runs('another agent with the same key')]
  await start('now')
  expect(given(market)).toEqual([mine.job_id])
  expect(beside.state).toBe('running')
  expect(saved()).toEqual(['now'])
})

test('killed before it could give them back, the next start still knows whose they are', async () => {
  const { effects, market, runs, start, stop, saved } = bench()
  runs('before')
  market.away = true
  const killed = start('killed at once').catch((error: Error) => error)
  await effects.pass(5000)
  expect(saved()).toEqual(['before', 'killed at once'])
  stop.abort(new Error('killed'))
  await effects.pass(60_000)
  expect(await killed).toMatchObject({ message: 'killed' })
})
