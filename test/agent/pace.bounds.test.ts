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

test('a server that answers at once that there is no job is not asked in a hot loop', async () => {
  const { effects, market: server, start } = bench()
  server.answerTo = (path) => (path === '/hosts/next-job' ? { status: 204 } : undefined)
  start()
  await effects.pass(60_000)
  const asked = server.paths('/hosts/next-job').length
  expect(asked).toBeGreaterThan(20)
  expect(asked).toBeLessThanOrEqual(61)
})
