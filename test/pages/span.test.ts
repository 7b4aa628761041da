import { expect, test } from 'vitest'
import { hourText } from '../../server/web/parts/days.ts'
import { shareText } from '../../server/web/parts/share.ts'
import { spanText } from '../../server/web/parts/span.ts'

test.each([
  [-5, '< 0.1 s'],
  [0, '< 0.1 s'],
  [100, '0.1 s'],
  [9949, '9.9 s'],
  [9950, '10 s'],
  [59_499, '59 s'],
  [59_500, '1 min 0 s'],
  [119_600, '2 min 0 s'],
  [3_599_500, '1 h 0 min'],
  [7_500_000, '2 h 5 min'],
])('%i ms reads as a person says it: %s', (ms, text) => {
  expect(spanText(ms)).toBe(text)
})

test.each([
  [1, '100 %'],
  [0.998, '99.8 %'],
  [0, '0 %'],
  [undefined, '–'],
])('a part of %d is %s', (part, text) => {
  expect(shareText(part)).toBe(text)
})

test('the first hour of a day is its own', () => {
  const midnight = new Date(2026, 10, 27, 0, 0)
  expect(hourText(midnight.toISOString())).toBe('Fri 00:00')
})
