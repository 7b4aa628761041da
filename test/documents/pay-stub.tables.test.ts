import { expect, test } from 'vitest'
import { extractPayStub } from '../../server/src/documents/extract/pay-stub/extract-pay-stub.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

/** Figures and what stands over them. */
const AT_RIGHT = /^(?:-?\d[\d.,]+\d|Hours|Rate|Current|YTD|Amount|This Period|Abonos|Descontos)$/

/** The tables that are read of rows of texts whose cells begin at these edges, or end before the next one. */
function tables(edges: readonly number[], rows: readonly (readonly string[])[]) {
  const texts = rows.flatMap((row, line) =>
    row.flatMap((text, at): Written[] => {
      const [from, until] = [edges[at] ?? 0, edges[at + 1] ?? 600]
      const x = AT_RIGHT.test(text) ? until - 25 - 5 * text.length : from
      return text === '' ? [] : [[x, 740 - 16 * line, text]]
    }),
  )
  const page = writtenPage(texts)
  const section: Section = { type: 'PAY_STUB', confidence: 1, pages: [1], region: undefined }
  const found = extractPayStub(section, [page], { source: SOURCE, pages: [page] }).tables
  return Object.fromEntries(found.map(({ name, rows: all }) => [name, all.map(({ values }) => values)]))
}

test('lists under their headings are read with hours, rates, and the year beside the period', () => {
  const found = tables(
    [40, 190, 250, 320, 400],
    [
      ['Example Mills Ltd', '', '', 'Pay Statement'],
      ['Earnings', 'Hours', 'Rate', 'Current', 'YTD'],
      ['Regular', '80.00', '31.25', '2,500.00', '40,000.00'],
      ['Bonus', '', '', '100.00', '1,600.00'],
      ['Gross pay', '', '', '2,600.00', '41,600.00'],
      ['Deductions', '', '', 'Current', 'YTD'],
      ['Income tax', '', '', '352.18', '5,634.88'],
      ['Union dues', '', '', '', '120.00'],
      ['Total deductions', '', '', '352.18', '5,754.88'],
      ['Net pay', '', '', '2,247.82', '35,845.12'],
    ],
  )
  expect(found).toEqual({
    earnings: [
      { description: 'Regular', quantity: 80, rate: 31.25, amount: 2500, year_to_date: 40000 },
      { description: 'Bonus', amount: 100, year_to_date: 1600 },
    ],
    deductions: [
      { description: 'Income tax', amount: 352.18, year_to_date: 5634.88 },
      { description: 'Union dues', year_to_date: 120 },
    ],
  })
})

test('lists side by side keep to their sides, and a panel beside them is none of theirs', () => {
  const found = tables(
    [40, 120, 200, 290, 400, 500],
    [
      ['Payments', 'Amount', 'Deductions', 'Amount', 'This Period'],
      ['Salary', '3,083.33', 'PAYE Tax', '432.00', 'Taxable', '3,083.33'],
      ['On call', '125.00', 'Pension', '139.10', 'Insurable', '3,208.33'],
      ['', '', 'Dues', '11.00'],
    ],
  )
  expect(found.earnings).toEqual([
    { description: 'Salary', amount: 3083.33 },
    { description: 'On call', amount: 125 },
  ])
  expect(found.deductions).toEqual([
    { description: 'PAYE Tax', amount: 432 },
    { description: 'Pension', amount: 139.1 },
    { description: 'Dues', amount: 11 },
  ])
})

test('without headings the sums say what stands over them', () => {
  const found = tables(
    [40, 300],
    [
      ['Basic pay', '85,000.00'],
      ['Allowance', '13,500.00'],
      ['Gross pay', '98,500.00'],
      ['P.A.Y.E', '20,414.35'],
      ['Levy', '1,477.50'],
      ['Total deductions', '21,891.85'],
      ['Net pay', '76,608.15'],
    ],
  )
  expect(found.earnings?.map(({ amount }) => amount)).toEqual([85000, 13500])
  expect(found.deductions?.map(({ description }) => description)).toEqual(['P.A.Y.E', 'Levy'])
})

test('one table of both is parted by the headings over its figures', () => {
  const found = tables(
    [40, 100, 250, 340, 440],
    [
      ['Cod.', 'Descricao', '', 'Abonos', 'Descontos'],
      ['01', 'Vencimento base', '', '1,180.00', ''],
      ['60', 'Seguranca Social', '', '', '129.80'],
      ['61', 'IRS', '', '', '88.00'],
      ['', 'Totais', '', '1,180.00', '217.80'],
    ],
  )
  expect(found.earnings).toEqual([{ description: 'Vencimento base', amount: 1180 }])
  expect(found.deductions?.map(({ amount }) => amount)).toEqual([129.8, 88])
})

test('captions over the sums themselves head no list', () => {
  const found = tables(
    [40, 160, 280, 400],
    [
      ['Net pay', 'Deductions', 'Taxes'],
      ['1,800.00', '50.00', '150.00'],
      ['Gross pay'],
      ['Salary', '2,000.00'],
      ['Total gross', '2,000.00'],
    ],
  )
  expect(found).toEqual({ earnings: [{ description: 'Salary', amount: 2000 }] })
})

test('a stub that lists nothing has no tables', () => {
  expect(
    tables(
      [40, 300],
      [
        ['Gross pay', '2,000.00'],
        ['Net pay', '1,500.00'],
      ],
    ),
  ).toEqual({})
})

test('headings centred over their captions, two lists side by side, and plans named by a number', () => {
  const texts: Written[] = [
    [40, 740, 'Example Foundry Ltd'],
    [110, 700, 'Earnings'],
    [260, 700, 'Hours'],
    [420, 700, 'Current'],
    [40, 684, 'Regular Salary'],
    [263, 684, '72.00'],
    [418, 684, '1,944.00'],
    [40, 668, 'TOTAL GROSS'],
    [263, 668, '72.00'],
    [418, 668, '1,944.00'],
    [70, 630, 'Statutory'],
    [190, 630, 'Current'],
    [330, 630, 'Other Deductions'],
    [450, 630, 'Current'],
    [40, 614, 'Income Tax'],
    [194, 614, '300.00'],
    [316, 614, '457(b)'],
    [456, 614, '60.00'],
    [40, 598, 'TOTAL'],
    [194, 598, '300.00'],
    [316, 598, 'TOTAL'],
    [456, 598, '60.00'],
    [40, 560, 'NET PAY'],
    [418, 560, '1,584.00'],
  ]
  const page = writtenPage(texts)
  const section: Section = { type: 'PAY_STUB', confidence: 1, pages: [1], region: undefined }
  const { fields, tables: found } = extractPayStub(section, [page], { source: SOURCE, pages: [page] })
  const values = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
  expect(values).toMatchObject({ gross_pay: 1944, total_taxes: 300, total_deductions: 60, net_pay: 1584 })
  const rows = found.flatMap(({ name, rows: all }) => all.map((row) => ({ name, ...row.values })))
  expect(rows).toMatchObject([
    { name: 'earnings', description: 'Regular Salary', quantity: 72, amount: 1944 },
    { name: 'deductions', description: 'Income Tax', amount: 300 },
    { name: 'deductions', description: '457(b)', amount: 60 },
  ])
})

test('counted lists and sums, and hours and rates in one table of both lists', () => {
  const found = tables(
    [40, 300],
    [
      ['I. DEVENGOS', ''],
      ['Salario base', '1.310,00'],
      ['A. TOTAL DEVENGADO', '1.310,00'],
      ['II. DEDUCCIONES', ''],
      ['Desempleo', '20,31'],
      ['B. TOTAL A DEDUCIR', '20,31'],
      ['LIQUIDO TOTAL A PERCIBIR (A-B)', '1.289,69'],
    ],
  )
  expect(found).toMatchObject({
    earnings: [{ description: 'Salario base', amount: 1310 }],
    deductions: [{ description: 'Desempleo', amount: 20.31 }],
  })
  expect([found.earnings?.length, found.deductions?.length]).toEqual([1, 1])
  const french = tables(
    [40, 220, 290, 360, 430, 500],
    [
      ['Rubriques', 'Base', 'Taux', 'A deduire', 'A payer'],
      ['Salaire de base', '120,00', '14,0000', '', '1.680,00'],
      ['Maladie', '1.680,00', '0,7500', '12,60', ''],
      ['Salaire brut', '', '', '', '1.680,00'],
    ],
  )
  expect(french).toMatchObject({
    earnings: [{ description: 'Salaire de base', quantity: 120, rate: 14, amount: 1680 }],
  })
})
