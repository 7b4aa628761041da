import { expect, test } from 'vitest'
import type { Reference, Suspect } from '../../../server/src/market/verification/candidate-store.ts'
import { BETWEEN_MS } from '../../../server/src/market/verification/check-pace.ts'
import { costAt, isFarTooDear, pauseMs, usualPrice } from '../../../server/src/market/verification/check-price.ts'
import { beginTest } from '../../../server/src/market/verification/sequential-test.ts'

const { undecided, verified } = BETWEEN_MS
const USUAL = 100n
const asking = (price_nano: bigint, verdict: Suspect['verdict'], input_price_nano = 0n): Suspect => ({
  ...{ host_id: 'a', owner_user_id: null, model: 'm', price_nano, input_price_nano, max_tokens: 100, verdict },
  ...{ disputed: 0, flagged: 0, related: 0, state_json: JSON.stringify({ ...beginTest(), doubt: -100 }) },
})
const reference = (price_nano: bigint, input_price_nano = 0n) => ({ price_nano, input_price_nano }) as Reference

test('what is usual goes by the dearest trusted host, and by the bound of the operator where they ask nothing', () => {
  expect(usualPrice([reference(3n), reference(5n)], 70n)).toBe(10n)
  expect(usualPrice([reference(3n, 8n)], 70n)).toBe(16n)
  expect(usualPrice([reference(0n)], 70n)).toBe(140n)
})

test('a host at a usual price is looked at as often as any', () => {
  expect(pauseMs(asking(100n, null), USUAL)).toBe(undecided)
  expect(pauseMs(asking(0n, 'watch', 100n), USUAL)).toBe(undecided)
  expect(pauseMs(asking(100n, 'verified'), USUAL)).toBe(verified)
})

test('a dearer one is looked at less often by as much, an unknown one that is far too dear not at all', () => {
  expect(pauseMs(asking(300n, null), USUAL)).toBe(3 * undecided)
  expect(pauseMs(asking(1n, 'undecided', 1000n), USUAL)).toBe(10 * undecided)
  expect(pauseMs(asking(300n, 'verified'), USUAL)).toBe(3 * verified)
  expect([1001n, 10n ** 9n].map((price) => pauseMs(asking(price, null), USUAL))).toEqual([Infinity, Infinity])
  expect([isFarTooDear(asking(1000n, null), USUAL), isFarTooDear(asking(1001n, null), USUAL)]).toEqual([false, true])
})

test('a known one is looked at within sixty hours in the mean, whatever it asks and whoever disputes', () => {
  for (const usual of [USUAL, 0n]) {
    expect(pauseMs(asking(10n ** 12n, 'verified'), usual)).toBe(20 * verified)
    expect(pauseMs(asking(10n ** 12n, 'watch'), usual)).toBe(20 * verified)
    expect(pauseMs({ ...asking(10n ** 12n, 'verified'), disputed: 1 }, usual)).toBe(20 * verified)
  }
  expect(pauseMs(asking(10n ** 12n, 'refused'), USUAL)).toBe(Infinity)
})

test('a job costs what is written and what is read, with the words that a chat has around it', () => {
  expect(costAt(asking(5n, null, 2n), { input_text: 'häh', max_tokens: 10 })).toBe(50n + 2n * (4n + 64n))
})
