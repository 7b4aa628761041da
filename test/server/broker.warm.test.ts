import { market as endpoints, type JobOffer } from '@mkt/schemas'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { chainOf, lookedFor, noted } from '../../server/src/market/broker/prompt-chain.ts'
import { ManualClock } from './manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

describe('the chain of a prompt', () => {
  const job = { user_id: 'usr_1', model: 'm', input_text: '' }
  const said = 'x'.repeat(700)
  const messages = [
    { role: 'system' as const, content: 'y'.repeat(300) },
    { role: 'user' as const, content: said },
  ]
  const chain = (more: object = {}, of = job) => chainOf(of, { messages, ...more }, 'secret')
  const longer = [
    ...messages,
    { role: 'assistant' as const, content: 'Yes.' },
    { role: 'user' as const, content: said },
  ]

  test('of a follow-up begins with that of the turn before, of which the whole is noted', () => {
    const [before, after] = [chain(), chain({ messages: longer })]
    expect(before.hashes).toHaveLength(3)
    expect(after.hashes.slice(0, 3)).toEqual(before.hashes)
    expect(lookedFor(after)).toContain(noted(before).at(-1))
    expect(lookedFor(after)[0]).toBe(after.hashes.at(-1))
  })

  test('of a text that is asked alone is that of the same text in a chat', () => {
    const asked = chainOf({ ...job, input_text: said }, {}, 'secret')
    expect(chainOf(job, { messages: [{ role: 'user', content: said }] }, 'secret')).toEqual(asked)
  })

  test.each<[string, object, object]>([
    ['another user', {}, { user_id: 'usr_2' }],
    ['another model', {}, { model: 'n' }],
    ['other tools', { tools: [{ type: 'function', function: { name: 'say' } }] }, {}],
    ['another key of the buyer', { cache_key: 'k' }, {}],
  ])('of %s is another, from its first block on', (_, options, of) => {
    const other = chain(options, { ...job, ...of })
    expect(other.hashes.filter((hash) => chain().hashes.includes(hash))).toEqual([])
  })

  test("begins with the buyer's key, however short the prompt is, and is no text", () => {
    const keyed = chainOf({ ...job, input_text: 'Hi' }, { cache_key: 'talk' }, 'secret')
    expect(noted(keyed)).toHaveLength(1)
    expect(chainOf({ ...job, input_text: 'Hi' }, {}, 'secret').hashes).toEqual([])
    expect(chain().hashes.join()).not.toMatch(/xxx|yyy/)
    expect(chainOf(job, { messages }, 'other').hashes).not.toEqual(chain().hashes)
  })

  test('of a long prompt is noted at few places and looked for at a bounded number', () => {
    const long = chainOf({ ...job, input_text: 'z'.repeat(262_144) }, {}, 'secret')
    expect(noted(long).length).toBeLessThan(14)
    expect(lookedFor(long).length).toBeLessThan(280)
  })
})

let place: Marketplace
const LONG = 'Of the sea and what is in it. '.repeat(20)

/** Two hosts that wait, of which the dear one has served the first turn. */
async function stage(dear: bigint, clock?: ManualClock) {
  place = await startMarketplace(clock ? { clock } : {})
  const hosts = { cheap: await place.host(), dear: await place.host({ price: dear }) }
  const buyer = await place.user()
  const ask = async (messages: object[], more: object = {}) =>
    await buyer.client.call(endpoints.runModel, { body: { model: 'm', messages, ...more } as never })
  return { ...hosts, buyer, ask }
}
const user = (content: string) => ({ role: 'user', content })
const end = async (host: TestHost, offer: JobOffer | null | undefined) => {
  if (!offer) return
  const { job_id, attempt } = offer
  await host.results([{ job_id, attempt, tokens: ['Yes.'], finish_reason: 'stop' }])
}
const jobOf = async (buyer: TestUser, job_id: string) =>
  await buyer.client.call(endpoints.getJob, { params: { job_id }, query: { detail: 'full' } })

/** Which host gets the second turn of a chat whose first one the dear host had. */
async function second({ cheap, dear, buyer, ask }: Awaited<ReturnType<typeof stage>>, then: string) {
  const parked = dear.next(20)
  await ask([user(LONG)])
  await end(dear, await parked)
  const polls = [cheap.next(2), dear.next(2)]
  const idle = ({ host_id }: TestHost) => place.market.waiting.ofHost(host_id).some(({ busy }) => !busy)
  await vi.waitFor(() => expect([idle(cheap), idle(dear)]).toEqual([true, true]))
  const { job_id } = await ask([user(LONG), { role: 'assistant', content: 'Yes.' }, user(then)])
  const offers = await Promise.all(polls)
  await end(cheap, offers[0])
  await end(dear, offers[1])
  return await jobOf(buyer, job_id)
}

async function closes() {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
}

describe('a follow-up', () => {
  afterEach(closes)

  test('goes to the host that has read its beginning, at a price that is near enough', async () => {
    const cast = await stage(1_100_000n)
    const job = await second(cast, 'And then?')
    expect(job.host_id).toBe(cast.dear.host_id)
    expect(job.routing?.reason).toMatch(/read the beginning of this prompt/)
  })

  test('goes to the cheapest where the warm one asks more than a tenth more', async () => {
    const cast = await stage(1_100_001n)
    const job = await second(cast, 'And then?')
    expect(job.host_id).toBe(cast.cheap.host_id)
    expect(job.routing?.reason).toMatch(/cheapest/)
  })
})

describe('a follow-up that comes at once', () => {
  afterEach(closes)

  /** The second turn comes before the host that had the first one asks again, if that comes `back` at all. */
  async function atOnce(dear: bigint, text: string, back: boolean) {
    // Time stands still: on a busy machine a moment is soon over.
    const clock = new ManualClock()
    const { cheap, dear: warm, buyer, ask } = await stage(dear, clock)
    const parked = warm.next(20)
    await ask([user(text)])
    const first = await parked
    const waiting = cheap.next(2)
    await vi.waitFor(() => expect(place.market.waiting.ofHost(cheap.host_id).some(({ busy }) => !busy)).toBe(true))
    await end(warm, first)
    const { job_id } = await ask([user(text), { role: 'assistant', content: 'Yes.' }, user('And then?')])
    const again = back ? await warm.next() : clock.advance(150)
    await end(warm, again ?? undefined)
    if (again) place.market.waiting.dismiss()
    await end(cheap, await waiting)
    return { job: await jobOf(buyer, job_id), warm, cheap }
  }
  const VERY_LONG = LONG.repeat(5)

  test('waits a moment for the host that has read its beginning and is about to ask', async () => {
    const { job, warm } = await atOnce(1_100_000n, VERY_LONG, true)
    expect(job.host_id).toBe(warm.host_id)
    expect(job.routing?.reason).toMatch(/read the beginning of this prompt/)
  })

  test.each<[string, bigint, string, boolean]>([
    ['where that does not come', 1_000_000n, VERY_LONG, false],
    ['where that asks too much', 1_100_001n, VERY_LONG, true],
    ['where the prompt is soon read', 1_000_000n, LONG, true],
  ])('goes to another host %s', async (_, price, text, back) => {
    const { job, cheap } = await atOnce(price, text, back)
    expect(job.host_id).toBe(cheap.host_id)
  })
})
