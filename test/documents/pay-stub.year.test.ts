import { expect, test } from 'vitest'
import { extractPayStub } from '../../server/src/documents/extract/pay-stub/extract-pay-stub.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

const SECTION: Section = { type: 'PAY_STUB', confidence: 1, pages: [1], region: undefined }

/** The values that are read of a stub of these texts. */
function read(texts: readonly Written[]) {
  const pages = [writtenPage([[40, 770, 'Example Works Ltd'], ...texts])]
  const { fields } = extractPayStub(SECTION, pages, { source: SOURCE, pages })
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

/** Rows of texts, 14 points apart: at these left edges, or where an edge is negative, ending there. */
const table = (edges: readonly number[], from: number, rows: readonly (readonly string[])[]): Written[] =>
  rows.flatMap((row, line) =>
    row.flatMap((text, at): Written[] => {
      const edge = edges[at] ?? 0
      return text === '' ? [] : [[edge < 0 ? -edge - 5 * text.length : edge, from - 14 * line, text]]
    }),
  )

test('what is left of the gross pay is paid out, though it stands in the row under the list of the year', () => {
  const fields = read(
    table([40, -180, 220, -350, 390, -560], 700, [
      ['Payments', '', 'Deductions', '', 'Cumulatives to date', ''],
      ['Basic salary', '2,900.00', 'PAYE', '310.20', 'Gross pay', '26,100.00'],
      ['Shift', '0.00', 'PRSI', '120.35', 'Taxable pay', '24,795.00'],
      ['', '', 'Pension', '145.00', 'PAYE', '2,791.80'],
      ['Gross Pay', '2,900.00', 'Total Deductions', '575.55', 'NET PAY', '2,324.45'],
    ]),
  )
  expect(fields).toMatchObject({ gross_pay: 2900, net_pay: 2324.45, ytd_gross_pay: 26100 })
  expect(fields.ytd_net_pay).toBeUndefined()
})

test('a line of the sums of the year names each before its amount', () => {
  const fields = read([
    ...table([40, -500], 700, [
      ['Lohnart', 'Betrag CHF'],
      ['Monatslohn', "5'100.00"],
      ['Bruttolohn', "5'100.00"],
      ['Total Abzüge', '-612.00'],
      ['Nettolohn', "4'488.00"],
    ]),
    [40, 600, "Jahreswerte kumuliert: Bruttolohn 30'600.00 / AHV-Lohn 30'600.00 / Nettolohn 26'928.00"],
  ])
  expect(fields).toMatchObject({ gross_pay: 5100, net_pay: 4488, ytd_gross_pay: 30600, ytd_net_pay: 26928 })
})

test.each([
  ['Apr–Nov', 'Paid', 'Gross Earnings', 'Total Deductions'],
  ['Saldo år', 'Beløb', 'Bruttoløn', 'Fradrag i alt'],
])('under %s stands what there was of the year', (year, now, gross, off) => {
  const fields = read(
    table([40, -260, -360], 700, [
      ['Text', now, year],
      ['Basic', '40,100.00', '320,800.00'],
      [gross, '40,100.00', '320,800.00'],
      [off, '5,200.00', '41,600.00'],
      ['Net Pay', '34,900.00', '279,200.00'],
    ]),
  )
  expect(fields).toMatchObject({ gross_pay: 40100, ytd_gross_pay: 320800 })
})

test.each([
  ['TOTAL TAXES', 'TOTAL OTHER DED', 'GROSS PAY', 'NET PAY', { total_taxes: 180, total_deductions: 62.5 }],
  ['Total impôts', 'Total retenues', 'Total gains', 'Paie nette', { gross_pay: 1000, net_pay: 757.5 }],
])('%s, %s and %s are sums of a stub', (taxes, off, gross, net, values) => {
  const rows = [
    [gross, '1,000.00'],
    [taxes, '180.00'],
    [off, '62.50'],
    [net, '757.50'],
  ]
  expect(read(table([40, -260], 700, rows))).toMatchObject(values)
})
