import { market as endpoints } from '@mkt/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Marketplace, startMarketplace, type TestUser } from './marketplace.ts'

let place: Marketplace
let user: TestUser
let other: TestUser
beforeAll(async () => {
  place = await startMarketplace({ paidCredits: 100 })
  user = await place.user()
  other = await place.user()
})
afterAll(() => place.stop())

/** Follows a user's changes; `next` is the next event: its name, and the list that it is about. */
async function follow({ client }: TestUser, seconds = 60) {
  const leave = new AbortController()
  const events = client.events(endpoints.changes, { query: { seconds } }, { signal: leave.signal })
  const next = async () => {
    const { value, done } = await events.next()
    return done ? 'over' : `${value.event} ${value.data}`
  }
  expect(await next()).toBe('watching {}')
  return { next, leave: () => leave.abort() }
}

test('own lists are told of when they change, and nobody else hears of them', async () => {
  const mine = await follow(user)
  const theirs = await follow(other)
  const host = await place.host({ owner: user.authorization })
  expect(await mine.next()).toBe('changed {"list":"hosts"}')
  await other.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens: 3 } })
  expect(await theirs.next()).toBe('changed {"list":"jobs"}')
  const offer = await host.next(10)
  await host.results([{ job_id: offer?.job_id ?? '', tokens: ['a'], finish_reason: 'stop' }])
  expect(await theirs.next()).toBe('changed {"list":"jobs"}')
  await user.client.call(endpoints.changeOwnedHost, { params: { host_id: host.host_id }, body: { paused: true } })
  expect(await mine.next()).toBe('changed {"list":"hosts"}')
  mine.leave()
  theirs.leave()
})

test('many changes are few events', async () => {
  await place.host()
  const many = await place.user()
  const { next, leave } = await follow(many, 3)
  for (let count = 0; count < 20; count++)
    await many.client.call(endpoints.runModel, { body: { model: 'm', input_text: 'x', max_tokens: 1 } })
  let told = 0
  while ((await next()) !== 'over') told++
  leave()
  expect(told).toBeGreaterThan(0)
  expect(told).toBeLessThan(8)
})

test('a user has eight streams at most, and one more when one of them has ended', async () => {
  const watcher = await place.user()
  const open = await Promise.all(Array.from({ length: 8 }, () => follow(watcher)))
  await expect(follow(watcher)).rejects.toMatchObject({ status: 429 })
  open[0]?.leave()
  await expect
    .poll(async () => {
      const again = await follow(watcher).catch(() => undefined)
      again?.leave()
      return again !== undefined
    })
    .toBe(true)
  for (const { leave } of open) leave()
})
