import { setImmediate as turn } from 'node:timers/promises'
import { market } from '@mkt/schemas'
import { expect, test } from 'vitest'
import { Connection } from '../../agent/src/connection.ts'
import { createLog } from '../../agent/src/log.ts'
import { bench } from './agent-under-test.ts'
import { Marketplace } from './marketplace.ts'
import { virtualEffects } from './virtual-effects.ts'

test('a server that asks for an hour is asked again within the leases of running jobs', async () => {
  const effects = virtualEffects()
  const server = new Marketplace(effects)
  effects.fetch = server.fetch
  const connection = new Connection({
    server: 'http://market.test',
    effects,
    log: createLog({ write: () => undefined }),
  })
  let answers = 0
  const busy = { status: 503, body: { error: 'no_host_available', message: 'x' }, headers: { 'retry-after': '3600' } }
  server.answerTo = () => (answers++ < 1 ? busy : undefined)
  let done = false
  const { signal } = new AbortController()
  void connection
    .persist(() => connection.client.call(market.hostMe, {}), { signal })
    .then(() => {
      done = true
    })
  await effects.until(() => done)
  expect(effects.monotonic()).toBeGreaterThanOrEqual(60_000)
  expect(effects.monotonic()).toBeLessThan(90_000)
})

test('a server that answers at once that there is no job is asked a second later at the earliest', async () => {
  const { effects, market: server, start } = bench()
  server.answerTo = (path) => (path === '/hosts/next-job' ? { status: 204 } : undefined)
  // A turn of the event loop passes between a call and its answer, as on any network.
  effects.fetch = async (url, init) => {
    await turn()
    return await server.fetch(url, init)
  }
  start()
  await effects.pass(60_000)
  const asked = server.paths('/hosts/next-job').map(({ at }) => at)
  expect(asked.length).toBeGreaterThan(20)
  const waits = asked.slice(1).map((at, index) => at - (asked[index] as number))
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1000)
})
