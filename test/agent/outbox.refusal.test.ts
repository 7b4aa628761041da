import { expect, test } from 'vitest'
import { Connection } from '../../agent/src/connection.ts'
import { createLog } from '../../agent/src/log.ts'
import { Outbox } from '../../agent/src/outbox.ts'
import { Marketplace, type Reply } from './marketplace.ts'
import { virtualEffects } from './virtual-effects.ts'

function bench() {
  const effects = virtualEffects()
  const market = new Marketplace(effects)
  effects.fetch = market.fetch
  const log = createLog({ write: () => undefined })
  const connection = new Connection({ server: 'http://market.test', effects, log })
  const outbox = new Outbox({ connection, effects, log, host_id: 'host_01', instance: 'i1' })
  void outbox.run(new AbortController().signal)
  const job = market.submit()
  Object.assign(job, { state: 'running', attempt: 1, instance: 'i1' })
  return { effects, market, outbox, job, delivery: outbox.open(job) }
}

// What may pass says nothing of the results: text that a buyer pays for must not be thrown away for it.
test.each<[string, Reply]>([
  ['stops', { status: 503, body: { error: 'no_host_available', message: 'The server is stopping.' } }],
  ['is full', { status: 429, body: { error: 'rate_limited', message: 'Too many.' }, headers: { 'retry-after': '2' } }],
  ['has a defect', { status: 500, body: { error: 'internal_error', message: 'Something went wrong.' } }],
  ['did not get it in time', { status: 408, body: { error: 'invalid_request', message: 'The body is late.' } }],
  ['is behind a proxy that is in trouble', { status: 502, body: '<html>Bad gateway</html>' }],
  ['is behind a proxy that knows nothing of it', { status: 404, body: '<html>Not found</html>' }],
])('a server that %s for a minute gets every piece after it', async (_what, reply) => {
  const { effects, market, outbox, job, delivery } = bench()
  market.answerTo = () => reply
  for (const piece of ['a', 'b', 'c']) delivery.push(piece)
  outbox.notify()
  await effects.pass(60_000)
  expect(delivery.outcome).toBeUndefined()
  market.answerTo = () => undefined
  delivery.end({ finish_reason: 'stop' })
  outbox.notify()
  await effects.until(() => delivery.outcome !== undefined)
  expect([delivery.outcome, job.pieces, job.ends]).toEqual(['completed', ['a', 'b', 'c'], 1])
})

test('the late answer to an attempt does not end the next attempt of the same job', async () => {
  const { effects, market, outbox, job, delivery } = bench()
  // The first attempt's call is answered only once the job runs here again, as its second attempt.
  let second: typeof delivery | undefined
  const usual = market.fetch
  effects.fetch = async (url, init) => {
    const answer = await usual(url, init)
    if (!second) {
      Object.assign(job, { attempt: 2, state: 'running', pieces: [], end: undefined })
      second = outbox.open({ job_id: job.job_id, attempt: 2 })
    }
    return answer
  }
  delivery.push('of the first')
  delivery.end({ finish_reason: 'stop' })
  outbox.notify()
  await effects.until(() => second !== undefined)
  await effects.pass(100)
  expect(delivery.outcome).toBe('lost')
  expect(second?.outcome).toBeUndefined()
  second?.push('of the second')
  second?.end({ finish_reason: 'stop' })
  outbox.notify()
  await effects.until(() => second?.outcome !== undefined)
  expect([second?.outcome, job.pieces]).toEqual(['completed', ['of the second']])
})
