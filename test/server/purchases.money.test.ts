import { NANO_PER_CREDIT } from '@mkt/schemas'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOf, creditsOfRefund, formatAmount, parsePrice } from '../../server/src/market/purchases/money.ts'

test('prices are exact, of currencies that are counted in hundredths or wholes', () => {
  expect(parsePrice('0.01 usd')).toEqual({ nano: 10_000_000n, currency: 'usd' })
  expect(parsePrice('1.5 JPY')).toEqual({ nano: 1_500_000_000n, currency: 'jpy' })
  for (const text of ['', '0 usd', '-1 usd', '0.01', '0.01usd', '1e-2 usd', '0.0000000001 usd', '1 kwd', '1 us'])
    expect([text, parsePrice(text)]).toEqual([text, undefined])
})

test('amounts are rounded up to the smallest unit, and written with its decimals', () => {
  const price = (text: string) => parsePrice(text) as NonNullable<ReturnType<typeof parsePrice>>
  expect(amountOf(50n * NANO_PER_CREDIT, price('0.01 usd'))).toBe(50)
  expect(amountOf(1n, price('0.01 usd'))).toBe(1)
  expect(amountOf(50n * NANO_PER_CREDIT + 1n, price('0.01 usd'))).toBe(51)
  expect(amountOf(3n * NANO_PER_CREDIT, price('1.5 jpy'))).toBe(5)
  expect([formatAmount(5, 'usd'), formatAmount(1234, 'eur'), formatAmount(50, 'jpy')]).toEqual(['0.05', '12.34', '50'])
})

test('refunds take back their part, never more than all, and all of them for the whole amount', () => {
  const credits = fc.bigInt({ min: 1n, max: 9_000_000n * NANO_PER_CREDIT })
  fc.assert(
    fc.property(credits, fc.integer({ min: 1, max: 1e9 }), fc.nat(2e9), fc.nat(2e9), (nano, amount, one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)].map((part) =>
        creditsOfRefund(nano, part, amount),
      )
      expect((less as bigint) <= (more as bigint) && (more as bigint) <= nano).toBe(true)
      expect(creditsOfRefund(nano, amount, amount)).toBe(nano)
      expect(creditsOfRefund(nano, 0, amount)).toBe(0n)
    }),
  )
})
