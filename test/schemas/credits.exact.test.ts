import { creditsGiven, formatCredits, MAX_NANO, parseCredits, writeJson } from '@mkt/schemas'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const nano = fc.bigInt({ min: -MAX_NANO, max: MAX_NANO })

test('every amount is printed as its exact decimal and read back', () => {
  fc.assert(
    fc.property(nano, (amount) => {
      expect(parseCredits(formatCredits(amount))).toBe(amount)
    }),
  )
  expect([1n, -1_500_000_000n, 0n, MAX_NANO].map(formatCredits)).toEqual(['0.000000001', '-1.5', '0', '9000000'])
})

test('text that is no exact amount is refused', () => {
  for (const text of ['', '.', '1.', '.5', '1e3', '0.0000000001', '--1', '1,5', ' 1', 'NaN', '12345678901']) {
    expect(parseCredits(text), text).toBeUndefined()
  }
})

test('money leaves as the exact decimal, also where a double has no such number', () => {
  fc.assert(
    fc.property(nano, (amount) => {
      expect(writeJson({ amount })).toBe(`{"amount":${formatCredits(amount)}}`)
    }),
  )
  expect(writeJson([8_999_999_000_000_001n])).toBe('[8999999.000000001]')
})

test('a number given is taken to the nano-credit, or refused where a double leaves its ninth decimal open', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 8_388_607_999_999_999n }), (amount) => {
      expect(creditsGiven.parse(Number(formatCredits(amount)))).toBe(amount)
    }),
  )
  for (const value of [1e-10, Number('8999999.000000001'), 9_000_001, Number.NaN, '1']) {
    expect(creditsGiven.safeParse(value).success, String(value)).toBe(false)
  }
  expect(creditsGiven.parse(9_000_000)).toBe(MAX_NANO)
})
