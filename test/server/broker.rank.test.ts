import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Candidate, candidateOf, compareHosts, rankOf, reasonFor } from '../../server/src/market/broker/rank.ts'

// Few values each, so that ties at every step are common.
const candidate: fc.Arbitrary<Candidate> = fc.record({
  price_nano: fc.oneof(fc.bigInt({ min: 0n, max: 2n }), fc.bigInt({ min: 0n, max: 2n ** 60n })),
  gpu_utilization: fc.constantFrom(0, 0.25, 1),
  success_rate: fc.constantFrom(0, 0.5, 0.9, 1),
  tokens_per_second: fc.constantFrom(null, 0, 10, 50.5, 1e9),
  flagged: fc.constantFrom(false, false, true),
  verified: fc.boolean(),
})
const same = (order: number) => order === 0

test('the order of hosts is a strict weak order', () => {
  fc.assert(
    fc.property(candidate, candidate, candidate, (a, b, c) => {
      expect(same(compareHosts(a, a))).toBe(true)
      expect(Math.sign(compareHosts(a, b)) + Math.sign(compareHosts(b, a))).toBe(0)
      if (compareHosts(a, b) < 0 && compareHosts(b, c) < 0) expect(compareHosts(a, c)).toBeLessThan(0)
      if (same(compareHosts(a, b)) && same(compareHosts(b, c))) expect(same(compareHosts(a, c))).toBe(true)
      if (same(compareHosts(a, b))) expect(Math.sign(compareHosts(a, c))).toBe(Math.sign(compareHosts(b, c)))
    }),
    { numRuns: 3000 },
  )
})

test('ranks sort as text as hosts compare, and by who came first among equals', () => {
  fc.assert(
    fc.property(candidate, candidate, (a, b) => {
      const order = Math.sign(compareHosts(a, b))
      const [early, late] = [rankOf(a, 5), rankOf(b, 1e12)]
      // Beyond a million tokens a second all are as fast.
      const capped = a.tokens_per_second === 1e9 || b.tokens_per_second === 1e9
      if (order !== 0 && !capped) expect(early < late).toBe(order < 0)
      if (order === 0) expect(early < late).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

const isShaky = ({ success_rate }: Candidate) => success_rate < 0.8

test('flagged hosts come last, failing ones before them; then price decides, verification, load, success, speed', () => {
  fc.assert(
    fc.property(candidate, candidate, (a, b) => {
      const order = Math.sign(compareHosts(a, b))
      if (a.flagged !== b.flagged) expect(order).toBe(a.flagged ? 1 : -1)
      else if (isShaky(a) !== isShaky(b)) expect(order).toBe(isShaky(a) ? 1 : -1)
      else if (a.price_nano !== b.price_nano) expect(order).toBe(a.price_nano < b.price_nano ? -1 : 1)
      else if (a.verified !== b.verified) expect(order).toBe(a.verified ? -1 : 1)
      else if (a.gpu_utilization !== b.gpu_utilization)
        expect(order).toBe(a.gpu_utilization < b.gpu_utilization ? -1 : 1)
      else if (a.success_rate !== b.success_rate) expect(order).toBe(a.success_rate > b.success_rate ? -1 : 1)
      else {
        const [fast, slow] = [
          a.tokens_per_second ?? Number.POSITIVE_INFINITY,
          b.tokens_per_second ?? Number.POSITIVE_INFINITY,
        ]
        expect(order).toBe(fast === slow ? 0 : fast > slow ? -1 : 1)
      }
    }),
    { numRuns: 3000 },
  )
})

test('prices beyond 2^53 that differ by a nano-credit are told apart', () => {
  const base = { gpu_utilization: 0, success_rate: 1, tokens_per_second: null, flagged: false, verified: false }
  expect(compareHosts({ ...base, price_nano: 2n ** 53n }, { ...base, price_nano: 2n ** 53n + 1n })).toBe(-1)
})

test('before its first heartbeat a host counts as idle', () => {
  const row = {
    price_nano: 1n,
    input_price_nano: 2n,
    gpu_utilization: null,
    success_rate: 1,
    tokens_per_second: null,
    flagged: 0,
    verified: 0,
  }
  expect(candidateOf(row)).toMatchObject({ gpu_utilization: 0, price_nano: 3n })
})

test('the reason names what decided, and claims nothing that is not so', () => {
  fc.assert(
    fc.property(candidate, fc.array(candidate, { maxLength: 5 }), (winner, others) => {
      const reason = reasonFor(winner, others)
      const prices = others.map((other) => other.price_nano)
      if (others.length === 0) expect(reason).toBe('the only host waiting for this model')
      if (reason.startsWith('the cheapest')) expect(prices.every((price) => winner.price_nano < price)).toBe(true)
      if (reason.includes('of the cheapest')) expect(prices.every((price) => winner.price_nano <= price)).toBe(true)
      const beaten = others.some((other) => compareHosts(other, winner) < 0)
      expect(reason === 'the best of the waiting hosts that may run this job').toBe(beaten)
    }),
    { numRuns: 2000 },
  )
})
