import { describe, expect, test } from 'vitest'
import type { DocumentType } from '../../schemas/src/documents/fields.ts'
import { extractPayStub } from '../../server/src/documents/extract/pay-stub/extract-pay-stub.ts'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import { Chance } from './chance.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

const EXTRACT = { PAY_STUB: extractPayStub, BANK_STATEMENT: extractStatement }

/** What is read of a page of these texts, some places of it barred with black. */
function read(type: DocumentType & keyof typeof EXTRACT, texts: readonly Written[], bars: readonly Box[] = []) {
  const layout = writtenPage(texts)
  const fills = bars.map((box, order) => ({ box, color: '#000000', order }))
  const page = { ...layout, page: { ...layout.page, fills } }
  const section: Section = { type, confidence: 1, pages: [1], region: undefined }
  const { fields } = EXTRACT[type](section, [page], { source: SOURCE, pages: [page] })
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

const MONTHS = [
  ['Statement 1 to {d} August 2026', '2026-08'],
  ['Statement period: 1st to {d}th June 2026', '2026-06'],
  ['1 to {d} March 2026', '2026-03'],
  ['Relevé du 1er au {d} juillet 2026', '2026-07'],
] as const

describe.each(MONTHS)('%s', (said, month) => {
  const day = 24 + (said.length % 5)

  test('is a span whose first day has the month of the last', () => {
    const fields = read('BANK_STATEMENT', [[40, 740, said.replace('{d}', String(day))]])
    expect(fields).toMatchObject({ statement_start_date: `${month}-01`, statement_end_date: `${month}-${day}` })
  })
})

test.each(['Page 1 to 31 August 2026', 'Branch 1 to 31 August 2026', 'See notes 1 to 31 August 2026'])(
  '%s begins on no day',
  (said) => {
    expect(read('BANK_STATEMENT', [[40, 740, said]])).not.toHaveProperty('statement_start_date')
  },
)

const FIGURES: readonly Written[] = [
  [40, 560, 'Salaire brut'],
  [400, 560, '2 457,38'],
  [40, 540, 'Total des cotisations'],
  [400, 540, '543,96'],
  [40, 520, 'Net payé'],
  [400, 520, '1 913,42'],
]

test.each([
  ['Cumuls 2026 : Brut', 'Net imposable'],
  ['Cumul annuel brut', 'Impôt'],
  ['Total annuel : Brut', 'Heures'],
])('the gross of the year stands behind %s', (said, next) => {
  const chance = new Chance(said.length)
  const [year, other] = [chance.whole(19_000, 29_999), chance.whole(12_000, 18_999)]
  const plain = (units: number) => `${Math.floor(units / 1000)} ${String(units % 1000).padStart(3, '0')},64`
  const foot: Written[] = [
    [40, 480, `${said} ${plain(year)}`],
    [320, 480, `${next} ${plain(other)}`],
  ]
  expect(read('PAY_STUB', [[40, 720, 'Bulletin de paie'], ...FIGURES, ...foot]).ytd_gross_pay).toBe(year + 0.64)
})

const HEAD: readonly Written[] = [
  [40, 740, 'Silverbrook Packaging Inc.'],
  [400, 740, 'Earnings Statement'],
  [40, 726, '4400 Parkway, Kenosha, WI 53144'],
  [400, 712, 'Pay date: 08/28/2026'],
  [40, 690, 'Marisol Tamsin'],
  [400, 677, 'Employee no. 02217'],
]

test('whose address was taken out is still whose the stub is', () => {
  expect(read('PAY_STUB', HEAD, [[39, 676, 200, 688]]).employee_name).toBe('Marisol Tamsin')
  // A rule far below, or a bar in another place, covers no address of theirs.
  expect(read('PAY_STUB', HEAD, [[39, 600, 200, 612]])).not.toHaveProperty('employee_name')
  expect(read('PAY_STUB', HEAD, [[300, 676, 460, 688]])).not.toHaveProperty('employee_name')
})
