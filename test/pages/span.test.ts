import { expect, test } from 'vitest'
import { hourText, momentText, relativeText, zoneText } from '../../server/web/parts/moments.ts'
import { shareText } from '../../server/web/parts/share.ts'
import { spanText } from '../../server/web/parts/span.ts'
import { whole } from '../../server/web/texts/texts.ts'

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

test('an hour is one of UTC, wherever it is read, and the first one of a day is its own', () => {
  expect(hourText('2026-11-27T00:00:00.000Z')).toBe('Fri 00:00')
  expect(hourText('2026-11-27T23:00:00.000Z')).toBe('Fri 23:00')
})

test("a moment is one of the reader's clock, and says how far that is from UTC", () => {
  const at = new Date(2026, 8, 7, 4, 5, 9).getTime()
  expect(momentText(at)).toBe('7 Sept 2026, 04:05:09')
  const [, sign, hours, minutes] = /^UTC(?:([+−])(\d\d):(\d\d))?$/.exec(zoneText(at)) ?? []
  const ahead = (sign === '−' ? -1 : 1) * (60 * Number(hours ?? 0) + Number(minutes ?? 0))
  expect(ahead + new Date(at).getTimezoneOffset()).toBe(0)
})

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
test.each([
  [-59 * SECOND, 'just now'],
  [59 * SECOND, 'just now'],
  [-60 * SECOND, '1 min. ago'],
  [-3 * HOUR, '3 hr. ago'],
  [2 * HOUR, 'in 2 hr.'],
  [-DAY, 'yesterday'],
  [DAY, 'tomorrow'],
  [-2 * DAY, '2 days ago'],
  [12 * DAY, 'in 12 days'],
])('%i ms from now is %s', (ms, text) => {
  const now = new Date(2026, 10, 27, 12).getTime()
  expect(relativeText(now + ms, now)).toBe(text)
})

test('what is further off than a month is its day', () => {
  const now = new Date(2026, 10, 27, 12).getTime()
  expect(relativeText(new Date(2026, 4, 1, 12).getTime(), now)).toBe('1 May 2026')
})

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-1234, '-1,234'],
  [12_345_678, '12,345,678'],
])('%i is written %s', (n, text) => {
  expect(whole(n)).toBe(text)
})
