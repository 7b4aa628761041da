import { expect, test } from 'vitest'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import { findFlags } from '../../server/src/documents/risk/find-flags.ts'
import { partOf, readingOf, word } from './risk-case.ts'

const YEAR = { gross_pay: 24000, total_deductions: 6000, net_pay: 18000 }

/** Codes of a stub whose fields were read from the column of the year, with this pay to the left of it. */
function codes(pay: readonly string[], beside: readonly string[] = []): string[] {
  const part = partOf({ type: 'PAY_STUB', fields: YEAR })
  const current = Object.values(part.fields).flatMap(({ box }, n) => {
    const text = pay[n]
    return text ? [word(text, [200, box[1], 200 + 5 * text.length, box[3]])] : []
  })
  const reading = readingOf({ type: 'PAY_STUB', words: current, printed: [] }, [part])
  const extra = beside.map((text, n) => word(text, [60, 300 - 15 * n, 60 + 5 * text.length, 309 - 15 * n]))
  const pages = reading.pages.map(({ page }) => layOut({ ...page, words: [...page.words, ...extra] }))
  return findFlags({ ...reading, pages }, [part])
    .filter(({ severity }) => severity !== 'info')
    .map(({ code }) => code)
}

test.each<[string, string[], string[], string[]]>([
  ['both columns that close', ['2,000.00', '500.00', '1,500.00'], [], []],
  ['a net pay that was raised', ['2,000.00', '500.00', '2,150.00'], [], ['PAY_STUB_NET']],
  ['a reimbursement that is printed', ['2,000.00', '500.00', '1,650.00'], ['150.00'], []],
  ['a net pay alone', ['', '', '2,150.00'], [], []],
])('this pay beside the year so far: %s', (_, pay, beside, found) => expect(codes(pay, beside)).toEqual(found))
