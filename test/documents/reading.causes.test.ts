import { expect, test } from 'vitest'
import { extractInvoice } from '../../server/src/documents/extract/invoice/extract-invoice.ts'
import { extractLetter } from '../../server/src/documents/extract/letter/extract-letter.ts'
import { extractPayStub } from '../../server/src/documents/extract/pay-stub/extract-pay-stub.ts'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import { hasShape } from '../../server/src/documents/extract/tax/box-values.ts'
import type { DocumentPart, Section } from '../../server/src/documents/model/findings.ts'
import { documentCurrency } from '../../server/src/documents/values/currency.ts'
import { findDates, parseDate } from '../../server/src/documents/values/date.ts'
import { findVatIds } from '../../server/src/documents/values/tax-ids.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

const EXTRACTORS = {
  BANK_STATEMENT: extractStatement,
  CREDIT_CARD_STATEMENT: extractStatement,
  INVOICE: extractInvoice,
  PAY_STUB: extractPayStub,
  INCOME_LETTER: extractLetter,
} as const

/** The values and rows that are read of a page of these texts. */
function read(type: keyof typeof EXTRACTORS, texts: readonly Written[]) {
  const section: Section = { type, confidence: 1, pages: [1], region: undefined }
  const page = writtenPage(texts)
  const found = EXTRACTORS[type](section, [page], { source: SOURCE, pages: [page] })
  const tables: DocumentPart['tables'] = found.tables
  return {
    fields: Object.fromEntries(Object.entries(found.fields).map(([name, { value }]) => [name, value])),
    rows: tables[0]?.rows.map(({ values }) => values) ?? [],
  }
}

/** Lines of texts at these left edges, from a height down; an empty text is left out. */
const lines = (edges: readonly number[], from: number, rows: readonly (readonly string[])[]): Written[] =>
  rows.flatMap((row, line) =>
    row.flatMap((text, at): Written[] => (text === '' ? [] : [[edges[at] ?? 0, from - 16 * line, text]])),
  )

test('rows are dated by month and day, or day and month, without a sign between them', () => {
  const dated = (days: readonly string[], heads: readonly string[]) =>
    read('CREDIT_CARD_STATEMENT', [
      [40, 720, 'Relevé du 2031-04-03 au 2031-05-02'],
      ...lines([40, 120, 400], 600, [[...heads], ...days.map((day, at) => [day, `Achat ${'ABC'[at]}`, '12,50'])]),
    ]).rows.map(({ date }) => date)
  expect(dated(['04 05', '04 19', '05 01'], ['Date', 'Description', 'Montant'])).toEqual([
    '2031-04-05',
    '2031-04-19',
    '2031-05-01',
  ])
  expect(dated(['0504', '1904', '0105'], ['Date', 'Description', 'Montant'])).toEqual([
    '2031-04-05',
    '2031-04-19',
    '2031-05-01',
  ])
})

test('a day parted from its month by a blank is one', () => {
  const period = { start: '2031-08-01', end: '2031-08-31' }
  expect(parseDate('3. 8.', { period })?.value).toBe('2031-08-03')
  expect(parseDate('3. 8. 2031')?.value).toBe('2031-08-03')
})

test('a word that begins like a weekday is no weekday before a day', () => {
  const period = { start: '2031-08-01', end: '2031-09-30' }
  expect(parseDate('Saldo 30.09.', { period })).toBeUndefined()
  expect(parseDate('Sa 30.08.', { period })?.value).toBe('2031-08-30')
  expect(parseDate('Saturday 30 August 2031')?.value).toBe('2031-08-30')
})

test('a period goes on in the line under its first day', () => {
  const { fields } = read('BANK_STATEMENT', [
    [400, 740, 'Período de 2031-03-01'],
    [400, 728, 'até 2031-03-31'],
  ])
  expect(fields).toMatchObject({ statement_start_date: '2031-03-01', statement_end_date: '2031-03-31' })
})

const EDGES = [40, 110, 300, 390, 480] as const
const HEADS = ['Datum', 'Text', 'Soll', 'Haben', 'Saldo']
const ROWS = [
  ['04.05.2031', 'Kartenzahlung Blumen', '40,00', '', '960,00'],
  ['09.05.2031', 'Gehalt Hafenwerk', '', '500,00', '1.460,00'],
  ['21.05.2031', 'Übertrag Sparplan Reise', '300,00', '', '1.160,00'],
]

test('the last line sums up what moved and says what is left, and what another account holds is not it', () => {
  const under = [
    ['', 'Summe / Saldo', '340,00', '500,00', '1.160,00'],
    ['', 'Genossenschaftsanteile'],
    ['', 'Kontostand am 31.05.2031', '', '', '50,00'],
  ]
  const { fields, rows } = read('BANK_STATEMENT', lines(EDGES, 600, [HEADS, ...ROWS, ...under]))
  expect(rows).toHaveLength(3)
  expect(fields).toMatchObject({ closing_balance: 1160, total_deposits: 500, total_withdrawals: 340 })
})

test('without a column of balances one on the side of debits is owed, and nothing follows the last', () => {
  const columns = HEADS.slice(0, 4)
  const { fields, rows } = read(
    'BANK_STATEMENT',
    lines(EDGES, 600, [
      columns,
      ['', 'Saldo alt', '200,00'],
      ...ROWS.map((row) => row.slice(0, 4)),
      ['', 'Saldo neu', '40,00'],
      ['', 'Rahmen', '', '1.500,00'],
    ]),
  )
  expect(rows).toHaveLength(3)
  expect(fields).toMatchObject({ opening_balance: -200, closing_balance: -40 })
})

test('captions side by side hide no caption that begins within what two of them seem to say', () => {
  const { fields } = read('BANK_STATEMENT', [
    ...lines([40, 170, 300, 430], 660, [
      ['Počáteční zůstatek', 'Připsáno celkem', 'Odepsáno celkem', 'Konečný zůstatek'],
      ['100,00', '30,00', '50,00', '80,00'],
    ]),
  ])
  expect(fields).toMatchObject({ total_deposits: 30, total_withdrawals: 50 })
})

test.each([
  [['Herr und Frau', 'Beat und Anna Zürcher'], 'Beat und Anna Zürcher'],
  [['Gent.le Sig.ra', 'PAOLA CONTI'], 'PAOLA CONTI'],
  [['Sunniva Lie', 'c/o Anders Lie'], 'Sunniva Lie'],
])('%s: the name is who is addressed, not how, and not who takes the letters', (head, name) => {
  const block = [...head, 'Dorfweg 8', '3550 Langnau'].map((text, at): Written => [320, 740 - 11 * at, text])
  expect(read('BANK_STATEMENT', block).fields.account_holder_name).toBe(name)
})

test("money that deposits are insured to, and money that was changed, is not the paper's own", () => {
  const insured =
    'Měna účtu  CZK\n3. 8. Platba -14 500,00\nVklady jsou pojištěny: vklad je pojištěn do výše 100 000 EUR.'
  expect(documentCurrency(insured)?.currency).toBe('CZK')
  const abroad = 'Montréal QC H2X 1Y4\nSolde 204,15 $\nAchat 16,20 USD X 1,4912  24,15\nTotal 228,30 $'
  expect(documentCurrency(abroad)?.currency).toBe('CAD')
})

test('a number of the goods and services tax may be parted after its fifth figure', () => {
  expect(findVatIds('TPS 5 % (12345 6782 RT0001)').map(({ plain }) => plain)).toEqual(['123456782RT0001'])
})

test('an invoice number stands beside its bare caption under the title, in slashes to its end', () => {
  const beside: Written[] = [
    [400, 740, 'FACTURE'],
    [400, 724, 'Numéro'],
    [500, 724, 'FA1182'],
  ]
  expect(read('INVOICE', beside).fields.invoice_number).toBe('FA1182')
  expect(read('INVOICE', [[40, 740, 'Faktura VAT nr FV 12/03/2031']]).fields.invoice_number).toBe('FV 12/03/2031')
})

test('terms of payment are without the caption before them and the day behind them', () => {
  const terms = (text: string) => read('INVOICE', [[40, 300, text]]).fields.payment_terms
  expect(terms('Konditionen: 30 Tage netto')).toBe('30 Tage netto')
  expect(terms('Modalità di pagamento: bonifico 30 gg Scadenza: 18/03/2031')).toBe('bonifico 30 gg')
})

test('amounts in boxes stand right of their captions', () => {
  const texts = lines([40, 240, 440], 300, [['BASE IMPONIBLE', 'CUOTA IVA', 'TOTAL FACTURA']])
  const { fields } = read('INVOICE', [...texts, [150, 284, '100,00'], [380, 284, '21,00'], [560, 284, '121,00']])
  expect(fields).toMatchObject({ subtotal: 100, total_tax: 21, invoice_total: 121 })
})

test('whom an invoice is for stands over who takes the letters, be there a number in the name', () => {
  const block = ['Faktureringsadress', 'Föreningen Björken 4', 'c/o Skötarna', 'Box 418', '751 05 UPPSALA']
  const { fields } = read(
    'INVOICE',
    block.map((text, at): Written => [40, 740 - 12 * at, text]),
  )
  expect(fields.customer_name).toBe('Föreningen Björken 4')
})

test('a lone figure under the column of the year is the net pay of the period', () => {
  const { fields } = read(
    'PAY_STUB',
    lines([40, 300, 400], 600, [
      ['Additions', 'Period', 'YTD'],
      ['Salary', '3,000.00', '9,000.00'],
      ['Net Pay', '', '2,400.00'],
      ['Net pay to date 7,200.00'],
    ]),
  )
  expect(fields).toMatchObject({ net_pay: 2400, ytd_net_pay: 7200 })
})

test('a row of figures without a caption sums up the list over it', () => {
  const { fields } = read(
    'PAY_STUB',
    lines([40, 300, 400], 600, [
      ['TAX', 'THIS PAY', 'YTD'],
      ['Withheld', '400.00', '1,200.00'],
      ['Levy', '16.00', '48.00'],
      ['', '416.00', '1,248.00'],
    ]),
  )
  expect(fields.total_taxes).toBe(416)
})

test('the ends of a pay period have captions of their own in every language', () => {
  const ends = (from: string, to: string) =>
    read(
      'PAY_STUB',
      lines([40, 200], 700, [
        [from, '01-03-2031'],
        [to, '31-03-2031'],
      ]),
    ).fields
  const period = { pay_period_start: '2031-03-01', pay_period_end: '2031-03-31' }
  expect(ends('Van', 'Tot en met')).toMatchObject(period)
  expect(ends('Fran och med', 'Till och med')).toMatchObject(period)
})

test('an item of a list is a sentence by itself', () => {
  const { fields } = read(
    'INCOME_LETTER',
    lines([60, 450], 500, [
      ['* Your monthly amount (before deductions) is', '$2,100.40'],
      ['* The amount we deduct for medical insurance is', '$202.90'],
    ]),
  )
  expect(fields.gross_income).toBe(2100.4)
})

test('a letter is dated over its signature, behind the word that goes before a day', () => {
  const { fields } = read('INCOME_LETTER', [
    [60, 500, 'Y para que conste se expide el presente en Soria,'],
    [60, 484, 'a 7 de mayo de 2031.'],
  ])
  expect(fields.letter_date).toBe('2031-05-07')
})

test('headings at the left of their columns over figures at the right, as spreadsheets set them', () => {
  const { rows } = read('BANK_STATEMENT', [
    ...lines([40, 110, 300, 370], 600, [['Datum', 'Omschrijving', 'Bedrag', 'Saldo']]),
    ...lines([40, 110, 338, 412], 584, [
      ['03-02-2031', 'Huur opslag', '-64,00', '931,20'],
      ['09-02-2031', 'Teruggave', '18,50', '949,70'],
      ['21-02-2031', 'Pinbetaling', '-9,95', '939,75'],
    ]),
  ])
  expect(rows).toMatchObject([
    { description: 'Huur opslag', withdrawal: 64, balance: 931.2 },
    { description: 'Teruggave', deposit: 18.5, balance: 949.7 },
    { description: 'Pinbetaling', withdrawal: 9.95, balance: 939.75 },
  ])
})

test('typesetters print hyphens as minus signs, and Romance days have a word before their month', () => {
  expect(hasShape('ssn', '900\u221212\u22123456')).toBe(true)
  expect(hasShape('ein', '98\u22127654321')).toBe(true)
  const period = { start: '2030-04-30', end: '2031-04-30' }
  expect(findDates('del 1 de abril', { period })).toMatchObject([{ value: '2031-04-01', completed: true }])
})
