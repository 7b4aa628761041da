import { describe, expect, test } from 'vitest'
import type { Lines, Standing, StandingFor, Tried, Wanted } from '../../server/src/live/lines.ts'
import { type Candidate, rankOf } from '../../server/src/market/broker/rank.ts'
import { absent, inModel, inRedis, type Place } from './live-places.ts'
import { reachRedis } from './redis-servers.ts'

const redis = await reachRedis()
if ('reason' in redis) absent(redis.reason)
else describe('redis', () => suite(inRedis(redis)))
// The simulator's.
describe('model', () => suite(inModel()))

function suite(open: () => Promise<Place>): void {
  order(open)
  choices(open)
  refusing(open)
  warm(open)
  gone(open)
}

/** What a server has been sent: the message and the poll that it is for. */
type Sent = [message: string, poll: string]

async function servers(open: () => Promise<Place>) {
  const place = await open()
  const [one, other] = [place.one.lines as Lines, place.other.lines as Lines]
  const sent: Sent[] = []
  other.follow(
    (message, poll) => sent.push([message, poll]),
    () => undefined,
  )
  return { one, other, sent, place }
}

const NOBODY: Tried = { polls: [], hosts: [] }

const standingFor = (rank: string, more: Partial<StandingFor> = {}): StandingFor => ({
  ...{ rank, price_nano: 100n, input_price_nano: 7n, max_tokens: 100, capabilities: 1 },
  ...more,
})
const standing = (poll: string, more: Partial<StandingFor> = {}, models = ['m']): Standing => ({
  poll,
  host_id: `host_${poll}`,
  models: new Map(models.map((model) => [model, standingFor(poll, more)])),
})
const wanted = (more: Partial<Wanted> = {}): Wanted => ({
  ...{ model: 'm', max_tokens: 10, price_cap_nano: 100n, input_cap_nano: 7n, needs: 0 },
  ...{ target_host_id: null, only_hosts: null, not_hosts: null },
  ...more,
})

function order(open: () => Promise<Place>): void {
  test('the best in line is taken wherever it stands, once, and its server is told', async () => {
    const { one, other, sent } = await servers(open)
    await other.enter(standing('2'))
    await one.enter(standing('3'))
    await other.enter(standing('1'))
    expect(await one.take(wanted(), NOBODY, 'first')).toEqual({ server: other.server, poll: '1', host_id: 'host_1' })
    expect(await one.take(wanted(), NOBODY, 'second')).toEqual({ server: other.server, poll: '2', host_id: 'host_2' })
    expect(await one.take(wanted(), NOBODY, 'mine')).toEqual({ server: one.server, poll: '3', host_id: 'host_3' })
    expect(await one.take(wanted(), NOBODY, 'nobody')).toBeUndefined()
    await expect
      .poll(() => sent)
      .toEqual([
        ['first', '1'],
        ['second', '2'],
      ])
  })

  test('who left is met no more, in the line of any model', async () => {
    const { one, other } = await servers(open)
    const both = standing('1', { capabilities: 0 }, ['m', 'n'])
    await other.enter(both)
    expect((await one.waited()).sort()).toEqual(['m', 'n'])
    other.leave(both)
    await expect.poll(() => one.take(wanted({ model: 'n' }), NOBODY, '')).toBeUndefined()
    expect(await one.take(wanted(), NOBODY, '')).toBeUndefined()
    expect(await one.waited()).toEqual([])
  })
}

/** A sound host that asks so many nano-credits for a token of both kinds together. */
const ranked = (poll: string, price_nano: bigint, more: Partial<Candidate> = {}) => {
  const known = { tokens_per_second: null, flagged: false, verified: false }
  const host = { price_nano, gpu_utilization: 0, success_rate: 1, ...known, ...more }
  return standing(poll, { price_nano: 50n, rank: rankOf(host, 0) })
}

function warm(open: () => Promise<Place>): void {
  test.each<[string, bigint, Partial<Candidate>, string]>([
    ['at most a tenth dearer', 110n, {}, 'warm'],
    ['more than a tenth dearer', 111n, {}, 'best'],
    ['not as sound', 100n, { success_rate: 0.5 }, 'best'],
  ])('a warm host that is %s', async (_, price, more, taken) => {
    const { one } = await servers(open)
    await one.enter(ranked('best', 100n))
    await one.enter(ranked('next', 105n))
    await one.enter(ranked('warm', price, more))
    expect((await one.take(wanted({ warm: ['host_warm'] }), NOBODY, ''))?.poll).toBe(taken)
    expect((await one.take(wanted(), NOBODY, ''))?.poll).toBe(taken === 'best' ? 'next' : 'best')
  })

  test('a warm host that may not run the job, or is not there, changes nothing', async () => {
    const { one } = await servers(open)
    await one.enter(ranked('best', 100n))
    await one.enter(ranked('warm', 100n))
    const wish = wanted({ warm: ['host_warm', 'host_away'], not_hosts: ' host_warm ' })
    expect((await one.take(wish, NOBODY, ''))?.poll).toBe('best')
  })
}

function choices(open: () => Promise<Place>): void {
  test('a host stands in the line of each model at its price for it', async () => {
    const { one } = await servers(open)
    const dear = { poll: '1', host_id: 'host_1' }
    const models = [
      ['m', standingFor('1', { price_nano: 100n })] as const,
      ['n', standingFor('2', { price_nano: 5n })] as const,
    ]
    await one.enter({ ...dear, models: new Map(models) })
    expect(await one.take(wanted({ price_cap_nano: 99n }), NOBODY, '')).toBeUndefined()
    expect((await one.take(wanted({ model: 'n', price_cap_nano: 99n }), NOBODY, ''))?.poll).toBe('1')
  })

  const CHOICES: [string, Partial<Wanted>, string | undefined][] = [
    ['too long', { max_tokens: 101 }, undefined],
    ['too cheap', { price_cap_nano: 99n }, undefined],
    ['too cheap to read', { input_cap_nano: 6n }, undefined],
    ['more able', { needs: 2 }, undefined],
    ['able', { needs: 1 }, '1'],
    ['aimed at the second', { target_host_id: 'host_2' }, '2'],
    ['for the second only', { only_hosts: ' host_9 host_2 ' }, '2'],
    ['not for the first', { not_hosts: ' host_1 ' }, '2'],
    ['of a price with more digits than a double has', { price_cap_nano: 9_007_199_254_740_993_000n }, '1'],
  ]
  test.each(CHOICES)('a job that is %s', async (_, terms, poll) => {
    const { one } = await servers(open)
    await one.enter(standing('1'))
    await one.enter(standing('2'))
    expect((await one.take(wanted(terms), NOBODY, ''))?.poll).toBe(poll)
  })

  test('who was tried is passed over and stays, also behind a page of others', async () => {
    const { one } = await servers(open)
    for (let poll = 0; poll < 120; poll++) await one.enter(standing(String(100 + poll)))
    const polls = Array.from({ length: 110 }, (_, at) => ({ server: one.server, poll: String(100 + at) }))
    expect((await one.take(wanted(), { polls, hosts: [] }, ''))?.poll).toBe('210')
    expect((await one.take(wanted(), NOBODY, ''))?.poll).toBe('100')
  })
}

function refusing(open: () => Promise<Place>): void {
  test.each([false, true])('a host that was tried is passed over with all of its polls (warm: %s)', async (isWarm) => {
    const { one, other } = await servers(open)
    const cheap = (poll: string) => ({ ...standing(poll), host_id: 'host_cheap' })
    for (const poll of ['1', '2', '3']) await one.enter(cheap(poll))
    await other.enter(cheap('4'))
    await one.enter(standing('5'))
    const wish = wanted(isWarm ? { warm: ['host_cheap'] } : {})
    const hosts = ['host_cheap']
    expect(await one.take(wish, { polls: [], hosts }, '')).toMatchObject({ poll: '5', host_id: 'host_5' })
    expect(await one.take(wish, { polls: [], hosts }, '')).toBeUndefined()
    expect(await one.take(wish, NOBODY, '')).toMatchObject({ poll: '1', host_id: 'host_cheap' })
  })
}

function gone(open: () => Promise<Place>): void {
  test('a server that is gone is found out at once, and what it left in the line goes', async () => {
    const { one, other, place } = await servers(open)
    for (let poll = 0; poll < 60; poll++) await other.enter(standing(String(100 + poll)))
    await one.enter(standing('900'))
    // What a killed one looks like: its connections are gone, and it takes nothing back.
    await (place.other as unknown as { close(): Promise<void> }).close()
    // Until Redis has noticed; it takes one of them for each try.
    await expect.poll(async () => (await one.take(wanted(), NOBODY, ''))?.poll).toBe('900')
    expect(await one.waited()).toEqual([])
  })

  test('a server that is asked for its places after Redis was emptied takes them anew', async () => {
    const { one, other, place } = await servers(open)
    let asked = 0
    other.follow(
      () => undefined,
      () => void asked++,
    )
    await other.enter(standing('1'))
    await place.empty()
    await expect.poll(() => asked, { timeout: 5000 }).toBeGreaterThan(0)
    await other.enter(standing('1'))
    expect((await one.take(wanted(), NOBODY, ''))?.poll).toBe('1')
  })
}
