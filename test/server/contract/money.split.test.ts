import { market as endpoints } from '@mkt/schemas'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billedTokens } from '../../../server/src/market/jobs/price.ts'
import { charge, release, reserve, splitGross } from '../../../server/src/market/ledger/postings.ts'
import { type Marketplace, startMarketplace, type TestUser } from '../marketplace.ts'
import { ask } from './ask.ts'

const MAX_PRICE = 9_000_000n * 1_000_000_000n
const tokens = fc.integer({ min: 0, max: 1_000_000 })
const price = fc.oneof(fc.bigInt({ min: 0n, max: 200n }), fc.bigInt({ min: 0n, max: MAX_PRICE }))

test('the platform takes 12 % rounded half up, the host the rest, for any tokens and price', () => {
  fc.assert(
    fc.property(tokens, price, (count, nano) => {
      const gross = BigInt(count) * nano
      const shares = splitGross(gross)
      expect(shares.gross).toBe(gross)
      expect(shares.fee + shares.host).toBe(gross)
      // Half up, said without division: the fee is the only integer in (exact - 1/2, exact + 1/2].
      const off = shares.fee * 100n - gross * 12n
      expect(off > -50n && off <= 50n).toBe(true)
      expect(shares.host >= 0n && shares.fee >= 0n).toBe(true)
    }),
    { seed: 12, numRuns: 2000 },
  )
})

test.each([
  [0n, 0n],
  [1n, 0n],
  [4n, 0n],
  [5n, 1n],
  [12n, 1n],
  [13n, 2n],
  [25n, 3n],
  [1_000_000_000n, 120_000_000n],
  [37n, 4n],
])('of %d nano-credits the platform takes %d', (gross, fee) => {
  expect(splitGross(gross)).toEqual({ gross, fee, host: gross - fee })
})

test('every posting of a job balances, and its charge gives back what the reserve had over', () => {
  fc.assert(
    fc.property(tokens, price, fc.bigInt({ min: 0n, max: 10n ** 15n }), (count, nano, over) => {
      const paid = (amount: bigint) => ({ paid: amount, promo: 0n })
      const shares = splitGross(BigInt(count) * nano)
      const reserved = shares.gross + over
      const ended = charge('usr_1', 'job_1', 'host_1', paid(reserved), shares)
      for (const posting of [
        reserve('usr_1', 'job_1', paid(reserved)),
        release('usr_1', 'job_1', paid(reserved)),
        ended,
      ])
        expect(posting.entries.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n)
      const of = (account: string) => ended.entries.find((entry) => entry.account === account)?.amount ?? 0n
      expect(of('user:usr_1')).toBe(over)
      expect(of('host:host_1')).toBe(shares.host)
      expect(of('platform:fees')).toBe(shares.fee)
      expect(() => charge('usr_1', 'job_1', 'host_1', paid(shares.gross - 1n), shares)).toThrow(RangeError)
    }),
    { seed: 88 },
  )
})

test('billed tokens never exceed what the engine says, max_tokens, or the bytes delivered', () => {
  const pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 4 }), { maxLength: 20 })
  const engine = fc.option(fc.nat(40), { nil: undefined })
  fc.assert(
    fc.property(pieces, engine, fc.integer({ min: 1, max: 30 }), (texts, engine_tokens, max_tokens) => {
      const billed = billedTokens({ engine_tokens, pieces: texts, max_tokens })
      const bytes = Buffer.byteLength(texts.join(''))
      const counted = engine_tokens ?? texts.filter((text) => text !== '').length
      expect(billed).toBe(Math.min(counted, max_tokens, bytes))
    }),
    { seed: 7, numRuns: 500 },
  )
})

let place: Marketplace
let buyer: TestUser
beforeAll(async () => {
  place = await startMarketplace({ signupCredits: 1000 })
  buyer = await place.user()
})
afterAll(() => place.stop())

test.each([
  [1n, 1],
  [25n, 1],
  [25n, 3],
  [333_333_333n, 7],
  [4n, 10],
  [0n, 5],
])(
  'at %d nano-credits a token, %d tokens through HTTP: user, host and platform agree to the nano-credit',
  async (nano, count) => {
    const model = `m-${nano}-${count}`
    const host = await place.host({ models: [model], price: nano })
    const credits = async () => (await ask(place.url, 'GET /users/me', { as: buyer.authorization })).text
    const fees = (await place.audit()).fees_nano
    const spendable = /"credits":([\d.]+)/.exec(await credits())?.[1] as string
    const json = { model, input_text: 'x', max_tokens: count + 2 }
    const { body } = await ask(place.url, 'POST /run/model', { as: buyer.authorization, json })
    const { job_id } = body as { job_id: string }
    await host.next()
    const pieces = Array.from({ length: count }, () => 't')
    const [end] = await host.results([{ job_id, tokens: pieces, finish_reason: 'stop' }])

    const gross = nano * BigInt(count)
    const fee = (gross * 12n + 50n) / 100n
    expect(end?.credits_earned).toBe(gross - fee)
    const { balance, total_earnings } = await host.client.call(endpoints.hostMe, {})
    expect([balance, total_earnings]).toEqual([gross - fee, gross - fee])
    expect(BigInt(Math.round(Number(spendable) * 1e9)) - gross).toBe(
      BigInt(Math.round(Number(/"credits":([\d.]+)/.exec(await credits())?.[1]) * 1e9)),
    )
    const books = await place.audit()
    expect(books.fees_nano - fees).toBe(fee)
    expect([books.faults, books.sum_nano]).toEqual([[], 0n])
  },
)
