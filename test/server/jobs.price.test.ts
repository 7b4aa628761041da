import fc from 'fast-check'
import { expect, test } from 'vitest'
import { billedTokens, median, type Offer, quote } from '../../server/src/market/jobs/price.ts'

const price = fc.bigInt({ min: 0n, max: 1_000n })
const offer: fc.Arbitrary<Offer> = fc.record({ price_nano: price, proven: fc.boolean() })
const offers = fc.array(offer, { minLength: 1, maxLength: 30 })
const least = (list: readonly Offer[]) =>
  list.reduce((low, { price_nano }) => (price_nano < low ? price_nano : low), list[0]?.price_nano as bigint)

test('the reserved price is one that somebody asks, the highest within the limit', () => {
  fc.assert(
    fc.property(offers, (list) => {
      const { limit_nano, price_nano } = quote(list)
      const within = list.filter((one) => one.price_nano <= limit_nano)
      expect(within.some((one) => one.price_nano === price_nano)).toBe(true)
      expect(within.every((one) => one.price_nano <= price_nano)).toBe(true)
    }),
  )
})

test('the cheapest host may always run the job, and nobody above twice the cheapest and the dearest proven one', () => {
  fc.assert(
    fc.property(offers, (list) => {
      const { limit_nano } = quote(list)
      const proven = list.filter((one) => one.proven)
      const counted = proven.length > 0 ? proven : list
      const dearest = counted.reduce((high, one) => (one.price_nano > high ? one.price_nano : high), 0n)
      const twice = 2n * least(list)
      expect(limit_nano >= twice).toBe(true)
      expect(limit_nano <= (twice > dearest ? twice : dearest)).toBe(true)
    }),
  )
})

test('free decoys, however many, leave at least half of the proven hosts within the limit', () => {
  fc.assert(
    fc.property(offers, fc.nat(50), (list, decoys) => {
      const proven = list.filter((one) => one.proven)
      if (proven.length === 0) return
      const free = Array.from({ length: decoys }, () => ({ price_nano: 0n, proven: false }))
      const { limit_nano } = quote([...list, ...free])
      const within = proven.filter((one) => one.price_nano <= limit_nano)
      expect(within.length * 2).toBeGreaterThanOrEqual(proven.length)
    }),
  )
})

test('a dear newcomer changes nothing: it cannot raise what a job may cost', () => {
  fc.assert(
    fc.property(offers, price, (list, asked) => {
      if (!list.some((one) => one.proven) || asked < least(list)) return
      const before = quote(list).limit_nano
      expect(quote([...list, { price_nano: asked, proven: false }]).limit_nano).toBe(before)
    }),
  )
})

test('the order of the offers does not matter', () => {
  fc.assert(
    fc.property(offers, (list) => {
      expect(quote(list.toReversed())).toEqual(quote(list))
    }),
  )
})

test('a buyer’s own limit is kept to the nano-credit, and reserved where nobody is within it', () => {
  fc.assert(
    fc.property(offers, price, (list, most) => {
      const { limit_nano, price_nano } = quote(list, most)
      expect(limit_nano).toBe(most)
      expect(price_nano <= most).toBe(true)
      if (!list.some((one) => one.price_nano <= most)) expect(price_nano).toBe(most)
    }),
  )
})

test('one free decoy beside one honest host does not keep it from the job, and is out once that host has delivered', () => {
  const offers = (proven: boolean): Offer[] => [
    { price_nano: 0n, proven: false },
    { price_nano: 10n, proven },
  ]
  expect(quote(offers(false))).toEqual({ limit_nano: 10n, price_nano: 10n })
  expect(quote(offers(true))).toEqual({ limit_nano: 10n, price_nano: 10n })
})

test('the median is one of the prices, with no more than half of them on either side', () => {
  fc.assert(
    fc.property(
      fc.array(price, { minLength: 1, maxLength: 25 }),
      fc.constantFrom('lower', 'upper'),
      (prices, ofTwo) => {
        const middle = median(prices, ofTwo)
        expect(prices).toContain(middle)
        expect(prices.filter((one) => one < middle).length * 2).toBeLessThanOrEqual(prices.length)
        expect(prices.filter((one) => one > middle).length * 2).toBeLessThanOrEqual(prices.length)
      },
    ),
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
