import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  billedTokens,
  type GuardTerms,
  middlePrice,
  type Offer,
  provenFor,
  quote,
} from '../../server/src/market/jobs/price.ts'

const BOUND = 600n
const OWN: GuardTerms = { market_nano: undefined, unproven_nano: undefined }
const STRANGERS: GuardTerms = { market_nano: undefined, unproven_nano: BOUND }

const price = fc.bigInt({ min: 0n, max: 1_000n })
const unpaid: fc.Arbitrary<Offer> = fc.record({
  price_nano: fc.oneof(price, fc.constant(0n), fc.constant(9_000_000_000n)),
  input_price_nano: fc.constant(0n),
  proven_tokens: fc.constant(0),
  paid: fc.constant(false),
  failing: fc.boolean(),
})
const offer: fc.Arbitrary<Offer> = fc.record({
  price_nano: price,
  input_price_nano: fc.constant(0n),
  proven_tokens: fc.constantFrom(0, 0, 40, 400, 4000),
  paid: fc.constant(true),
  failing: fc.boolean(),
})
const offers = fc.array(offer, { minLength: 1, maxLength: 30 })
const terms = fc.record({
  market_nano: fc.option(price, { nil: undefined }),
  unproven_nano: fc.constantFrom(undefined, BOUND),
})
const tokens = fc.constantFrom(1, 128, 1000, 10_000)
const sorted = (list: readonly Offer[]) =>
  list.map(({ price_nano }) => price_nano).sort((a, b) => Number(a - b)) as [bigint, ...bigint[]]

test('the limit is the larger of twice the cheapest proven price and the market’s; free hosts set none', () => {
  fc.assert(
    fc.property(offers, terms, tokens, (list, given, length) => {
      const able = list.filter((one) => one.proven_tokens > 0 && one.price_nano > 0n)
      const long = able.filter((one) => one.proven_tokens >= length)
      const counted = long.length > 0 ? long : able
      expect(provenFor(list, length)).toEqual(counted)
      if (counted.length === 0) return
      const twice = 2n * sorted(counted)[0]
      const market = given.market_nano ?? 0n
      expect(quote(list, given, { tokens: length }).limit_nano).toBe(market > twice ? market : twice)
    }),
    { numRuns: 500 },
  )
})

test('while nobody is proven it is the middle price of those that ask something and do not fail, bounded with strangers', () => {
  fc.assert(
    fc.property(fc.array(unpaid, { minLength: 1, maxLength: 20 }), tokens, (list, length) => {
      const asking = list.filter((one) => one.price_nano > 0n)
      const sound = asking.filter((one) => !one.failing)
      const prices = sorted(sound.length > 0 ? sound : asking)
      const middle = prices[prices.length >> 1] ?? 0n
      const strangers = quote(list, STRANGERS, { tokens: length })
      expect(strangers.limit_nano).toBe(middle < BOUND ? middle : BOUND)
      expect(strangers.within).toBe(list.some((one) => one.price_nano <= strangers.limit_nano))
      const twice = 2n * (prices[0] ?? 0n)
      const own = quote(list, OWN, { tokens: length })
      expect(own).toMatchObject({ limit_nano: middle > twice ? middle : twice, within: true })
    }),
    { numRuns: 500 },
  )
})

test('what is reserved is a price that somebody asks: the highest within the limit, with strangers of the proven ones', () => {
  fc.assert(
    fc.property(offers, terms, tokens, (list, given, length) => {
      const { limit_nano, price_nano, within } = quote(list, given, { tokens: length })
      const proven = provenFor(list, length)
      const counted = proven.length > 0 && given.unproven_nano !== undefined ? proven : list
      const prices = sorted(counted).filter((one) => one <= limit_nano)
      expect(within).toBe(prices.length > 0)
      expect(price_nano).toBe(prices.at(-1) ?? limit_nano)
    }),
    { numRuns: 500 },
  )
})

describe('where any host is proven', () => {
  const someProven = offers.filter((list) => provenFor(list, 1).length > 0)
  const others = fc.array(unpaid, { maxLength: 50 })

  test('hosts that nobody paid change neither what a job reserves among strangers nor which honest host may run it', () => {
    fc.assert(
      fc.property(someProven, others, terms, tokens, (honest, crooks, { market_nano }, length) => {
        const given = { market_nano, unproven_nano: BOUND }
        const demand = { tokens: length }
        expect(quote([...crooks, ...honest], given, demand)).toEqual(quote(honest, given, demand))
      }),
      { numRuns: 500 },
    )
  })

  test('in a market of one’s own they change no limit, and what is reserved stays within it', () => {
    fc.assert(
      fc.property(someProven, others, terms, tokens, (honest, crooks, { market_nano }, length) => {
        const given = { market_nano, unproven_nano: undefined }
        const [before, after] = [honest, [...honest, ...crooks]].map((list) => quote(list, given, { tokens: length }))
        expect(after?.limit_nano).toBe(before?.limit_nano)
        expect((after?.price_nano as bigint) <= (before?.limit_nano as bigint)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

test('where none is proven strangers, however many, make no token cost more than the operator’s bound', () => {
  fc.assert(
    fc.property(fc.array(unpaid, { minLength: 1, maxLength: 50 }), tokens, (list, length) => {
      const { limit_nano, price_nano } = quote(list, STRANGERS, { tokens: length })
      expect(limit_nano <= BOUND && price_nano <= BOUND).toBe(true)
    }),
  )
})

test('one decoy beside one honest host keeps it from no job, at nothing, at a billionth or at nine credits', () => {
  const honest: Offer = { price_nano: 500n, input_price_nano: 0n, proven_tokens: 0, paid: false, failing: false }
  for (const price_nano of [0n, 1n, 9_000_000_000n]) {
    for (const given of [OWN, STRANGERS]) {
      const { limit_nano } = quote([{ ...honest, price_nano }, honest], given, { tokens: 10 })
      expect(limit_nano >= honest.price_nano).toBe(true)
    }
  }
})

test('a limit never passes the ceiling that was agreed on before the length was known', () => {
  fc.assert(
    fc.property(offers, terms, price, (list, given, ceiling) => {
      expect(quote(list, given, { tokens: 10, ceiling }).limit_nano <= ceiling).toBe(true)
    }),
  )
})

test('the order of the offers does not matter', () => {
  fc.assert(
    fc.property(offers, terms, tokens, (list, given, length) => {
      expect(quote(list.toReversed(), given, { tokens: length })).toEqual(quote(list, given, { tokens: length }))
    }),
  )
})

test('a buyer’s own limit is kept to the nano-credit, and reserved where nobody is within it', () => {
  fc.assert(
    fc.property(offers, terms, price, (list, given, most) => {
      const agreed = quote(list, given, { tokens: 10, max_price: most })
      const prices = sorted(list).filter((one) => one <= most)
      expect(agreed).toEqual({ limit_nano: most, price_nano: prices.at(-1) ?? most, within: prices.length > 0 })
    }),
  )
})

test('the middle price is one of the prices, with no more than half of them on either side', () => {
  fc.assert(
    fc.property(fc.array(offer, { minLength: 1, maxLength: 25 }), fc.constantFrom('lower', 'upper'), (list, ofTwo) => {
      const middle = middlePrice(list, ofTwo)
      const prices = sorted(list)
      expect(prices).toContain(middle)
      expect(prices.filter((one) => one < middle).length * 2).toBeLessThanOrEqual(prices.length)
      expect(prices.filter((one) => one > middle).length * 2).toBeLessThanOrEqual(prices.length)
      const below = prices.filter((one) => one < middle).length * 2 < prices.length
      expect(ofTwo === 'lower' ? below : true).toBe(true)
    }),
  )
})

test('while nobody is proven those whom somebody paid decide the limit of one’s own; among strangers they may raise it only', () => {
  const some = fc.array(
    offer.map((one) => ({ ...one, proven_tokens: 0, failing: false })),
    { minLength: 1, maxLength: 9 },
  )
  fc.assert(
    fc.property(some, fc.array(unpaid, { maxLength: 50 }), tokens, (paid, others, length) => {
      const asking = paid.filter((one) => one.price_nano > 0n)
      if (asking.length === 0) return
      const middle = middlePrice(asking, 'lower')
      const list = [...paid, ...others]
      const sound = list.filter((one) => one.price_nano > 0n && !one.failing)
      const all = middlePrice(sound, 'upper')
      const larger = middle > all ? middle : all
      expect(quote(list, STRANGERS, { tokens: length }).limit_nano).toBe(larger < BOUND ? larger : BOUND)
      const twice = 2n * sorted(sound)[0]
      expect(quote(list, OWN, { tokens: length }).limit_nano).toBe(middle > twice ? middle : twice)
    }),
  )
})

test('billed tokens stay within every bound, count no empty piece, and an explicit zero is free', () => {
  const pieces = fc.array(fc.oneof(fc.constant(''), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 30 })
  fc.assert(
    fc.property(
      pieces,
      fc.option(fc.nat(60), { nil: undefined }),
      fc.integer({ min: 1, max: 40 }),
      (list, said, most) => {
        const billed = billedTokens({ engine_tokens: said, pieces: list, max_tokens: most })
        expect(Number.isInteger(billed) && billed >= 0).toBe(true)
        expect(billed).toBeLessThanOrEqual(most)
        expect(billed).toBeLessThanOrEqual(list.reduce((bytes, piece) => bytes + Buffer.byteLength(piece), 0))
        if (said !== undefined) expect(billed).toBeLessThanOrEqual(said)
        else expect(billed).toBe(Math.min(most, list.filter((piece) => piece !== '').length))
        if (said === 0) expect(billed).toBe(0)
        const empty = billedTokens({ engine_tokens: said, pieces: [...list, '', ''], max_tokens: most })
        expect(empty).toBe(billed)
      },
    ),
  )
})
