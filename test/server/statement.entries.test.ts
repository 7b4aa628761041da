import { market as endpoints, formatCredits } from '@mkt/schemas'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grant } from '../../server/src/market/ledger/grant.ts'
import { ManualClock } from './manual-clock.ts'
import { type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

const PRICE = 1_000_000n
const clock = new ManualClock()
let place: Marketplace
let owner: TestUser
let host: TestHost
beforeAll(async () => {
  place = await startMarketplace({ clock, signupCredits: 0, paidCredits: 100 })
  owner = await place.user('owner')
  host = await place.host({ owner: owner.authorization })
})
afterAll(async () => {
  expect((await place.audit()).faults).toEqual([])
  await place.stop()
})

const later = () => clock.advance(1000)
async function job(buyer: TestUser, tokens: number, end: object = { finish_reason: 'stop' }): Promise<string> {
  await host.heartbeat()
  const { job_id } = await buyer.client.call(endpoints.runModel, {
    body: { model: 'm', input_text: 'x', max_tokens: 20 },
  })
  await host.next()
  if (tokens > 0) await host.results([{ job_id, tokens: Array(tokens).fill('t'), ...end }])
  return job_id
}
type Query = { from?: string; to?: string; limit?: number; cursor?: string }
const statement = (user: TestUser, query: Query = {}) => user.client.call(endpoints.userStatement, { query })

test('one line a job, whatever it had set aside; grants and earnings beside them', async () => {
  const buyer = await place.user()
  await place.grant(buyer.user_id, 5n)
  const job_id = await job(buyer, 3)
  // An open job has set credits aside, which are still the buyer's.
  await job(buyer, 0)
  later()
  const { opening_balance, entries, closing_balance, next_cursor } = await statement(buyer)
  expect([opening_balance, next_cursor]).toEqual([0n, null])
  const [signup = 0n] = entries.map(({ amount }) => amount)
  expect(entries).toEqual([
    expect.objectContaining({ kind: 'grant', reference: 'test', job_id: null, balance: signup }),
    expect.objectContaining({ kind: 'grant', amount: 5n, reference: 'test', balance: signup + 5n }),
    expect.objectContaining({
      kind: 'job',
      amount: -3n * PRICE,
      job_id,
      model: 'm',
      tokens: 3,
      price_per_token: PRICE,
    }),
  ])
  expect(closing_balance).toBe(signup + 5n - 3n * PRICE)
  const { credits } = await buyer.client.call(endpoints.me, {})
  expect(closing_balance - credits).toBe(20n * PRICE)
})

test("a host's statement is its owner's and its own to read: shares of jobs, withdrawals, and what came back", async () => {
  const { host_id } = host
  const body = { amount: 1000n, host_id }
  await owner.client.call(endpoints.createWithdrawal, { body: { ...body, destination: 'bank' } })
  await owner.client.call(endpoints.createWithdrawal, { body: { ...body, destination: 'credits' } })
  later()
  const read = await owner.client.call(endpoints.hostStatement, { query: { host_id } })
  expect(read.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['job', (3n * PRICE * 88n) / 100n],
    ['withdrawal', -1000n],
    ['transfer', -1000n],
  ])
  expect(read.closing_balance).toBe((await host.client.call(endpoints.hostMe, {})).balance)
  expect((await host.client.call(endpoints.hostStatement, { query: {} })).entries).toEqual(read.entries)
  expect((await statement(owner)).entries.at(-1)).toMatchObject({ kind: 'transfer', amount: 1000n })
  await expect(owner.client.call(endpoints.hostStatement, { query: {} })).rejects.toMatchObject({
    details: [{ path: 'query.host_id' }],
  })
})

test('any cut of any history: opening and entries make closing, periods meet, pages and CSV say the same', async () => {
  const step = fc.record({
    what: fc.constantFrom('grant', 'job', 'cancel', 'open'),
    size: fc.integer({ min: 1, max: 20 }),
  })
  const cuts = fc.array(fc.nat(20), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 8 }),
      cuts,
      fc.integer({ min: 1, max: 4 }),
      async (steps, at, limit) => {
        const buyer = await place.user()
        const start = clock.now() - 1000
        for (const { what, size } of steps) {
          later()
          if (what === 'grant') await place.grant(buyer.user_id, BigInt(size))
          else if (what === 'job') await job(buyer, size)
          else {
            const job_id = await job(buyer, size, {})
            if (what === 'cancel') await buyer.client.call(endpoints.cancelJob, { params: { job_id } })
          }
        }
        later()
        const times = [...new Set([start, ...at.map((seconds) => start + seconds * 1000 + 500), clock.now() + 30_000])]
        await agree(
          buyer,
          times.sort((a, b) => a - b),
          limit,
        )
      },
    ),
    { numRuns: 12 },
  )
})

async function agree(buyer: TestUser, times: number[], limit: number): Promise<void> {
  const iso = (ms: number) => new Date(ms).toISOString()
  const whole = await statement(buyer, { from: iso(times[0] as number), to: iso(times.at(-1) as number) })
  let [balance, count] = [whole.opening_balance, 0]
  expect(balance).toBe(0n)
  for (const [index, from] of times.slice(0, -1).entries()) {
    const period = { from: iso(from), to: iso(times[index + 1] as number) }
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const page = await statement(buyer, { ...period, limit, ...(cursor ? { cursor } : {}) })
      expect(page.opening_balance).toBe(balance)
      for (const { amount, balance: after } of page.entries) {
        balance += amount
        expect(after).toBe(balance)
      }
      expect(page.closing_balance).toBe(balance)
      count += page.entries.length
      expect(page.entries.length).toBeLessThanOrEqual(limit)
      cursor = page.next_cursor ?? undefined
    }
  }
  expect([balance, count]).toEqual([whole.closing_balance, whole.entries.length])
  const csv = await fetchCsv(buyer, `?format=csv&from=${iso(times[0] as number)}&to=${iso(times.at(-1) as number)}`)
  expect(csv.slice(2, -1).map((cells) => cells.slice(1, 4))).toEqual(
    whole.entries.map(({ kind, amount, balance }) => [kind, formatCredits(amount), formatCredits(balance)]),
  )
  expect(csv.at(-1)?.[3]).toBe(formatCredits(whole.closing_balance))
}

async function fetchCsv(user: TestUser, query: string, accept = '*/*'): Promise<string[][]> {
  const headers = { authorization: user.authorization, accept }
  const answer = await fetch(`${place.url}/users/me/statement${query}`, { headers })
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = (await answer.text()).split('\r\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => line.split(','))
}

test('a long history comes whole, in pages and as CSV, jobs among it', async () => {
  const buyer = await place.user()
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: 450 }, () => place.grant(buyer.user_id, 1n)))
    await job(buyer, 1)
  }
  later()
  const { credits } = await buyer.client.call(endpoints.me, {})
  const first = await statement(buyer, { limit: 1000 })
  const second = await statement(buyer, { limit: 1000, cursor: first.next_cursor as string })
  expect([first.entries.length + second.entries.length, second.closing_balance]).toEqual([1 + 3 * 451, credits])
  const lines = await fetchCsv(buyer, '?format=csv')
  expect([lines.length, lines.at(-1)?.[3]]).toEqual([3 + 1 + 3 * 451, formatCredits(credits)])
})

test('CSV for an Accept of text/csv; a text that a spreadsheet would run is text', async () => {
  const buyer = await place.user()
  await grant(place.market, buyer.user_id, 7n, '=HYPERLINK("http://evil","x")')
  later()
  const lines = await fetchCsv(buyer, '', 'text/csv')
  expect(lines[0]?.slice(0, 4)).toEqual(['time', 'kind', 'amount', 'balance'])
  expect(lines[1]?.[1]).toBe('opening')
  await grant(place.market, buyer.user_id, 1n, 'gift;=1+1')
  later()
  expect((await fetchCsv(buyer, '', 'text/csv')).flat().join(',')).toContain(`"gift;'=1+1"`)
  expect(lines.flat().join(',')).toContain(`"'=HYPERLINK(""http://evil"",""x"")"`)
})

test('a period in the wrong order, or of years, is refused in a sentence', async () => {
  for (const query of [
    { from: '2026-02-01', to: '2026-02-01' },
    { from: '2020-01-01', to: '2026-01-01' },
  ]) {
    await expect(statement(owner, query)).rejects.toMatchObject({ status: 400, details: [{ path: 'query.from' }] })
  }
  await expect(statement(owner, { from: 'yesterday' })).rejects.toMatchObject({ status: 400 })
})
