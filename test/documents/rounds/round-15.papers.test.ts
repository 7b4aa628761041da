import { expect, test } from 'vitest'
import { sumsClose, truthIsWhole, unsaidOn } from './paper-checks.ts'
import { textsOf } from './round-3/papers/place.ts'
import { lacking, printedBy } from './round-12/papers/index.ts'
import { files, leftOfActs } from './round-15/acts.ts'
import { all, left } from './round-15/papers/index.ts'

if (left.length > 0) console.log(`papers of the fifteenth round that cannot be made here: ${left.join(', ')}`)

const TODAY = '2026-11-27'

/** Its total is rounded to whole rupees, after the tax. */
const ROUNDED = 'in-gst-tax-invoice'

test('the fifteenth round has papers of thinly covered countries, one of a layout', () => {
  expect(all.length).toBe(56)
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  expect(new Set(all.map(({ name }) => name.slice(0, 2))).size).toBeGreaterThan(20)
  expect(new Set(all.map(({ truth }) => truth.document_type)).size).toBe(14)
})

test('the truth of the fifteenth round has known names, values and columns, and nothing is dated after today', () => {
  for (const sheet of all) truthIsWhole(sheet, TODAY)
})

test('sums and check digits of the fifteenth round close', () => {
  for (const sheet of all) if (sheet.name !== ROUNDED) sumsClose(sheet)
})

test('the pages of the fifteenth round print what the truth says', async () => {
  expect(await unsaidOn(printedBy(all.filter((each) => !lacking(each))))).toEqual([])
}, 180_000)

const whole = test.skipIf(left.length > 0)

whole(
  'what was done to papers of the fifteenth round leaves their texts, but for the number that was blackened',
  async () => {
    const made = new Map<string, string>()
    for await (const { name, kind, bytes } of files((each) => each.startsWith('innocent-'))) {
      expect(kind).toBe('innocent')
      made.set(name, (await textsOf(bytes)).map(({ text }) => text).join(' '))
    }
    expect(made.size).toBe(13 - leftOfActs.length)
    expect([...made].filter(([, text]) => text.length < 100)).toEqual([])
    const blackened = made.get('innocent-number-blackened-fi-palkkalaskelma') ?? '2 582,94'
    expect(blackened).toContain('2 582,94')
    expect(blackened).not.toContain('FI17')
  },
  180_000,
)
