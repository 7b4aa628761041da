import { expect, test } from 'vitest'
import { extractPayStub } from '../../server/src/documents/extract/pay-stub/extract-pay-stub.ts'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import type { Fields, Section } from '../../server/src/documents/model/findings.ts'
import { saidOtherwise } from '../../server/src/documents/risk/said-otherwise.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'
import { writtenPaper } from './written-paper.ts'

function read(type: 'PAY_STUB' | 'BANK_STATEMENT', ...sheets: (readonly Written[])[]) {
  const pages = sheets.map((texts, at) => writtenPage(texts, [], at + 1))
  const section: Section = { type, confidence: 1, pages: pages.map(({ page }) => page.number), region: undefined }
  const extractor = type === 'PAY_STUB' ? extractPayStub : extractStatement
  return extractor(section, pages, { source: SOURCE, pages })
}

/** Which fields of what was read the paper says otherwise in another place. */
function told(type: 'PAY_STUB' | 'BANK_STATEMENT', fields: Fields): string[] {
  const facts = writtenPaper(type, [], {})
  return saidOtherwise({ ...facts, part: { ...facts.part, fields } }).map(
    ({ severity, fields: of }) => `${severity} ${of}`,
  )
}

const stub = (...lines: (readonly [string, string])[]): Written[] =>
  [['Gross pay', '4,000.00'], ['Total deductions', '800.00'], ...lines].flatMap(([caption = '', amount = ''], at) => [
    [40, 700 - 20 * at, caption] as const,
    [300, 700 - 20 * at, amount] as const,
  ])

test('a net pay that does not fit is not passed over for a weaker name that does', () => {
  const { fields } = read('PAY_STUB', stub(['Net pay', '4,200.00'], ['Amount paid', '3,200.00']))
  expect(fields.net_pay).toMatchObject({ value: 4200 })
})

test('of two names that are as good the sum chooses, gains nothing by it, and says so', () => {
  const { fields } = read('PAY_STUB', stub(['Net pay', '4,200.00'], ['Total net pay', '3,200.00']))
  expect(fields.net_pay).toMatchObject({ value: 3200, otherwise: { value: 4200 } })
  expect(fields.net_pay?.confidence).toBeLessThan(0.98)
  expect(told('PAY_STUB', fields)).toEqual(['medium net_pay'])
  const same = read('PAY_STUB', stub(['Net pay', '3,200.00'], ['Total net pay', '3,200.00']))
  expect(told('PAY_STUB', same.fields)).toEqual([])
})

const COLUMNS = [40, 120, 330, 410, 500]
const HEAD = ['Date', 'Description', 'Debit', 'Credit', 'Balance']
const FIRST = [
  HEAD,
  ['02/07/2025', 'CARD COFFEE HOUSE', '40.00', '', '960.00'],
  ['09/07/2025', 'WAGES HARBOUR WORKS', '', '500.00', '1,460.00'],
]
const SECOND = [
  HEAD,
  ['21/07/2025', 'RENT', '300.00', '', '1,160.00'],
  ['25/07/2025', 'CARD SHOE SHOP', '60.00', '', '1,100.00'],
]

const table = (rows: readonly (readonly string[])[]): Written[] =>
  rows.flatMap((row, line) =>
    row.flatMap((text, at): Written[] => (text === '' ? [] : [[COLUMNS[at] ?? 40, 560 - 16 * line, text]])),
  )

const summary = (closing: string): Written[] => [
  [40, 620, 'Opening balance: 1,000.00'],
  [40, 600, `Closing balance: ${closing}`],
]

test('a closing balance said otherwise at the end of the rows is told', () => {
  const end = ['31/07/2025', 'Closing balance', '', '', '1,100.00']
  const both = (closing: string) =>
    read('BANK_STATEMENT', [...summary(closing), ...table([...FIRST, ...SECOND.slice(1), end])]).fields
  expect(told('BANK_STATEMENT', both('6,100.00'))).toEqual(['medium closing_balance'])
  expect(told('BANK_STATEMENT', both('1,100.00'))).toEqual([])
})

test('a closing balance on which a page ends drops none of the rows behind it', () => {
  const { fields, tables } = read('BANK_STATEMENT', [...summary('1,460.00'), ...table(FIRST)], table(SECOND))
  expect(tables[0]?.rows).toHaveLength(4)
  expect(fields.closing_balance).toMatchObject({ value: 1460 })
})

test('the end of another account does not speak against this one', () => {
  const other = [
    HEAD,
    ['01/07/2025', 'Balance forward', '', '', '5,000.00'],
    ['21/07/2025', 'RENT', '300.00', '', '4,700.00'],
    ['31/07/2025', 'Closing balance', '', '', '4,700.00'],
  ]
  const own = [...FIRST, ['31/07/2025', 'Closing balance', '', '', '1,460.00']]
  const { fields } = read('BANK_STATEMENT', [[40, 620, 'Opening balance: 1,000.00'], ...table(own)], table(other))
  expect(fields.closing_balance).toMatchObject({ value: 1460 })
  expect(told('BANK_STATEMENT', fields)).toEqual([])
})

test('rows that begin from another balance are of another account', () => {
  const other = [
    HEAD,
    ['01/07/2025', 'Opening balance', '', '', '5,000.00'],
    ['21/07/2025', 'RENT', '300.00', '', '4,700.00'],
  ]
  const anew = read('BANK_STATEMENT', [...summary('1,460.00'), ...table(FIRST)], table(other))
  expect(anew.tables[0]?.rows).toHaveLength(2)
})
