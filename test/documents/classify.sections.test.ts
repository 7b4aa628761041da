import { expect, test } from 'vitest'
import { classify } from '../../server/src/documents/classify/classify.ts'
import { extract } from '../../server/src/documents/extract/extract.ts'
import type { PageLayout } from '../../server/src/documents/model/layout.ts'
import type { Reading } from '../../server/src/documents/model/reading.ts'
import { type Written, writtenPage } from './written-page.ts'

function readingOf(...pages: Written[][]): Reading {
  const layouts: PageLayout[] = pages.map((texts, index) => writtenPage(texts, [], index + 1))
  return { source: { attachments: [], issues: [] } as unknown as Reading['source'], pages: layouts }
}

const at = (x: number, y: number, lines: string[]): Written[] => lines.map((text, index) => [x, y - 14 * index, text])

const W2 = [
  '1 Wages, tips, other compensation',
  '3 Social security wages',
  '5 Medicare wages and tips',
  'Form W-2 Wage and Tax Statement',
]
const T4 = [
  'Employment income',
  "Employee's CPP contributions",
  'EI insurable earnings',
  'Income tax deducted',
  'T4 (23)',
]
const NEC = ["PAYER'S TIN", "RECIPIENT'S TIN", '1 Nonemployee compensation', 'Form 1099-NEC', 'OMB No. 1545-0116']
const INVOICE = [
  'INVOICE',
  'Invoice number: A-1001',
  'Bill to: Nimbus Gardens',
  'Subtotal 100.00',
  'VAT 20.00',
  'Amount due 120.00',
]
const PROSE = [
  'Attention: you may file this form electronically and you should read what is said here before you do so.',
  'The copy that appears in red is for information only and it is not to be printed or to be filed with the agency.',
  'If you have questions about this notice please call the number that is printed on the back of the letter to you.',
]
const LETTER = ['Dear Ms Okafor', 'the garden is in bloom', 'and the gate is open', 'come and see', 'on Sunday', 'Otto']

const typesOf = (reading: Reading) => classify(reading).map(({ type, pages }) => `${type} ${pages.join(',')}`)

test('four W-2s in a square are four slips, each with its quarter', () => {
  const page = [...at(40, 700, W2), ...at(340, 700, W2), ...at(40, 300, W2), ...at(340, 300, W2)]
  const sections = classify(readingOf(page))
  expect(sections.map(({ type }) => type)).toEqual(Array(4).fill('W2_TAX_SLIP'))
  const corners = sections.map(({ region }) => region?.map((side) => Math.round(side / 100)))
  expect(new Set(corners.map(String)).size).toBe(4)
  for (const { region } of sections) expect((region?.[2] ?? 0) - (region?.[0] ?? 0)).toBeLessThan(400)
})

test('three T4s under each other are three slips, top down', () => {
  const sections = classify(readingOf([...at(40, 750, T4), ...at(40, 500, T4), ...at(40, 250, T4)]))
  expect(sections).toHaveLength(3)
  expect(sections.map(({ region }) => (region?.[3] ?? 0) > 700)).toEqual([true, false, false])
})

test('one slip with captions in two languages is one slip', () => {
  const french = [
    "Revenus d'emploi",
    "Cotisations de l'employé au RPC",
    "Gains assurables d'AE",
    'Impôt sur le revenu retenu',
    'T4 (23)',
  ]
  expect(typesOf(readingOf([...at(40, 700, T4.slice(0, 4)), ...at(40, 640, french)]))).toEqual(['T4_TAX_SLIP 1'])
})

test('instructions before a form do not hide it', () => {
  expect(typesOf(readingOf(at(40, 700, PROSE), at(40, 700, W2), at(40, 700, PROSE)))).toEqual(['W2_TAX_SLIP 2'])
})

test('a guide to a document does not stand for it', () => {
  const guide = ['How to read your pay statement', ...PROSE, 'Net pay', 'Pay period', 'Gross pay', 'Deductions']
  const table = ['Pay date', 'the day that you are paid', 'Net pay', 'Gross pay', 'Deductions', 'Pay period']
  const stub = ['PAY STATEMENT', 'Pay period 1 to 14 May', 'Gross pay 900.00', 'Net pay 700.00', 'Deductions 200.00']
  expect(typesOf(readingOf(at(40, 780, guide), at(40, 700, table), at(40, 780, stub)))).toEqual(['PAY_STUB 3'])
})

test('slips of several kinds in one file are told apart', () => {
  expect(typesOf(readingOf(at(40, 700, W2), at(40, 700, NEC)))).toEqual(['W2_TAX_SLIP 1', '1099_NEC_TAX_SLIP 2'])
})

test('a page that goes on with an invoice is joined to it; another invoice is not', () => {
  const goesOn = ['Page 2 of 2', 'Invoice number: A-1001', 'Terms and conditions', 'Delivery within ten days']
  const other = INVOICE.map((line) => line.replace('A-1001', 'B-2002'))
  expect(typesOf(readingOf(at(40, 700, INVOICE), at(40, 700, goesOn), at(40, 700, other)))).toEqual([
    'INVOICE 1,2',
    'INVOICE 3',
  ])
})

test('nothing that fits, and nothing at all, are unknown', () => {
  expect(typesOf(readingOf(at(40, 700, LETTER), at(40, 700, LETTER)))).toEqual(['UNKNOWN 1,2'])
  expect(typesOf(readingOf([]))).toEqual(['UNKNOWN 1'])
})

test('an e-invoice attachment settles what a meagre page is', () => {
  const reading = readingOf(at(40, 700, ['Reference 4711', 'VAT 20.00', 'Amount due 120.00']))
  const xml = '<rsm:CrossIndustryInvoice xmlns:rsm="urn"/>'
  expect(typesOf(reading)).toEqual(['UNKNOWN 1'])
  expect(
    typesOf({
      ...reading,
      source: { ...reading.source, attachments: [{ name: 'x.xml', description: '', xml, bytes: 1 }] },
    }),
  ).toEqual(['INVOICE 1'])
})

test('an unknown document gives its pairs, in the kind that the contract says for their names', () => {
  const reading = readingOf(
    at(40, 700, [
      'Flight number: QX 204',
      'Gate:',
      'B 12',
      'Subtotal: 12.50',
      'Total tax: none',
      'HOUSEHOLD SIZE',
      '3 persons',
    ]),
  )
  const [part] = extract(reading, classify(reading))
  const values = Object.fromEntries(Object.entries(part?.fields ?? {}).map(([name, { value }]) => [name, value]))
  expect(values).toEqual({ flight_number: 'QX 204', gate: 'B 12', subtotal: 12.5, household_size: '3 persons' })
})
