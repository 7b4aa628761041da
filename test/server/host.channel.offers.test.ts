import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveStreams } from '../../server/src/live/streams.ts'
import type { Claimed } from '../../server/src/market/broker/claim.ts'
import { OffersUnderWay, RECEIPT_MS } from '../../server/src/market/channel/offers-under-way.ts'
import { RunningHere } from '../../server/src/market/channel/running-here.ts'
import { DatabaseAway } from '../../server/src/storage/database-away.ts'
import { SimulatedClock } from '../simulation/simulated-clock.ts'
import { type Marketplace, startMarketplace } from './marketplace.ts'

let place: Marketplace
beforeAll(async () => {
  place = await startMarketplace()
})
afterAll(() => place.stop())

test('nothing said of an offer in time is told once; of one that arrived, or is named, never', () => {
  const clock = new SimulatedClock()
  const offers = new OffersUnderWay({ ...place.market, clock })
  const late: number[] = []
  const offer = (job_id: string) => ({ job_id, attempt: 1 }) as Claimed
  for (const id of [1, 2, 3]) offers.send(id, offer(`job_${id}`), () => late.push(id))
  offers.received(1)
  offers.named('job_2')
  while (clock.step());
  expect(late).toEqual([3])
  expect(clock.monotonic()).toBe(RECEIPT_MS)
})

test('a host is told of no end while its run goes on', async () => {
  const buyer = await place.user()
  const host = await place.host()
  const { host_id } = host
  const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })
  await host.next(2)
  const running = new RunningHere(place.market, host_id)
  running.add({ job_id, attempt: 1, instance: undefined })
  expect(await running.ended()).toEqual([])
  await buyer.client.call(endpoints.cancelJob, { params: { job_id } })
  expect(await running.ended()).toMatchObject([{ job_id, attempt: 1, state: 'cancelled' }])
  expect(await running.ended()).toEqual([])
})

test('an end that cannot be looked up at that moment is told later', async () => {
  const buyer = await place.user()
  const { host_id, next } = await place.host()
  const { job_id } = await buyer.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x' } })
  await next(2)
  let away = true
  const streams = {
    now: () => 0,
    find: (id: string) => {
      if (away) throw new DatabaseAway('the connection is cut')
      return place.market.streams.find(id)
    },
  } as LiveStreams
  const running = new RunningHere({ ...place.market, streams }, host_id)
  running.add({ job_id, attempt: 1, instance: undefined })
  await buyer.client.call(endpoints.cancelJob, { params: { job_id } })
  expect(await running.ended()).toEqual([])
  away = false
  expect(await running.ended()).toMatchObject([{ job_id, attempt: 1, state: 'cancelled' }])
})
