import { expect, test } from 'vitest'
import { extractLetter } from '../../server/src/documents/extract/letter/extract-letter.ts'
import { extractPayStub } from '../../server/src/documents/extract/pay-stub/extract-pay-stub.ts'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import { extractTaxForm } from '../../server/src/documents/extract/tax-form/extract-tax-form.ts'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, writtenPage } from './written-page.ts'

/*
 * Layouts of the papers that a lender gets, each with the cause for which one like it was misread: pay stubs, letters
 * and statements in the words of several countries.
 */

const EXTRACTORS = {
  BANK_STATEMENT: extractStatement,
  CREDIT_CARD_STATEMENT: extractStatement,
  PAY_STUB: extractPayStub,
  INCOME_LETTER: extractLetter,
  TAX_FORM: extractTaxForm,
} as const

/** The values and rows that are read of a page of these texts. */
function read(
  type: keyof typeof EXTRACTORS,
  texts: readonly Written[],
  sizes: (text: string) => number = () => 10,
  boxes: readonly Box[] = [],
) {
  const section: Section = { type, confidence: 1, pages: [1], region: undefined }
  const page = writtenPage(texts, boxes)
  for (const segment of page.lines.flatMap(({ segments }) => segments))
    segment.size = sizes(segment.words.at(-1)?.text ?? '')
  const { fields, tables } = EXTRACTORS[type](section, [page], { source: SOURCE, pages: [page] })
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
    rows: tables[0]?.rows.map(({ values }) => values) ?? [],
  }
}

/** Lines of texts: captions begin at their column's edge, figures end there; an empty text is left out. */
const lines = (edges: readonly number[], from: number, rows: readonly (readonly string[])[]): Written[] =>
  rows.flatMap((row, line) =>
    row.flatMap((text, at): Written[] => {
      const edge = edges[at] ?? 0
      const left = /^[-€$ ]*\d[\d.,]*$/.test(text) ? edge + 60 - 5 * text.length : edge
      return text === '' ? [] : [[left, from - 14 * line, text]]
    }),
  )

test.each([
  ['I. DEVENGOS', 'A. TOTAL DEVENGADO', 'TOTAL APORTACIONES', 'B. TOTAL A DEDUCIR', 'LÍQUIDO TOTAL A PERCIBIR'],
  ['Payments', 'Gross pay', 'Total insurance', 'Total deductions', 'Net pay'],
])('the total of a part under the sum of all that is earned is not that sum: %s', (list, ...captions) => {
  const [gross = '', part = '', off = '', net = ''] = captions
  const { fields } = read('PAY_STUB', [
    ...lines([40, 300, 420], 700, [
      [list],
      ['Salario base', '1.700,00'],
      [gross, '', '1.700,00'],
      ['Comunes', '80,00'],
      ['Desempleo', '26,35'],
      [part, '106,35'],
      ['IRPF', '190,40'],
      [off, '', '296,75'],
      [net, '', '1.403,25'],
    ]),
  ])
  expect(fields).toMatchObject({ gross_pay: 1700, total_deductions: 296.75, net_pay: 1403.25 })
})

test.each([
  ['Basis', 'Inhouding', 'Cumulatieven', 'T/m deze periode'],
  ['Grondslag', 'Ingehouden', 'Jaartotalen', 'Cumulatief'],
])('a Dutch tax is not what it is counted from, and the year runs up to this period: %s', (base, off, year, until) => {
  const { fields } = read('PAY_STUB', [
    ...lines([40, 240, 340, 440], 700, [
      ['Omschrijving', base, 'Betaling', off],
      ['Salaris', '', '2.600,00'],
      ['Brutoloon', '', '2.600,00'],
      ['Loonheffing', '2.480,00', '', '401,50'],
      ['Reiskosten', '', '84,00'],
      ['Netto uit te betalen', '', '2.282,50'],
    ]),
    ...lines([40, 240, 380], 560, [
      [year, 'Deze periode', until],
      ['Brutoloon', '2.600,00', '20.800,00'],
    ]),
  ])
  expect(fields).toMatchObject({ gross_pay: 2600, total_taxes: 401.5, net_pay: 2282.5, ytd_gross_pay: 20800 })
})

const letter = (...sentences: string[]) =>
  read('INCOME_LETTER', [
    [40, 740, 'Ridgeway Mills Inc.'],
    [40, 700, 'This is to confirm that Ada Merrow is employed by us full time (38 hours per week).'],
    ...sentences.map((text, at): Written => [40, 686 - 14 * at, text]),
  ]).fields

test('of what one sentence states, the pay of an hour is not the income', () => {
  const said = ['Her base pay is $26.50 per hour, which equals an annual salary of $55,120.00.']
  expect(letter(...said)).toMatchObject({ gross_income: 55120, pay_frequency: 'annual' })
  expect(letter('Her annual salary is $44,200.00, or $21.25 an hour.').gross_income).toBe(44200)
  expect(letter('She is paid an hourly wage of $21.25 per hour.')).toMatchObject({ gross_income: 21.25 })
})

const ROWS = [
  ['01/09/31', 'UPI Grocer', '1,240.00', '', '40,878.50'],
  ['11/09/31', 'Transfer A Rao', '', '5,000.00', '45,878.50'],
  ['21/09/31', 'Cheque 118', '2,000.00', '', '43,878.50'],
]

test.each([
  [
    ['Date', 'Narration', 'Withdrawal', 'Deposit', 'Closing'],
    ['', '', 'Amt.', 'Amt.', 'Balance'],
  ],
  [
    ['Txn', 'Particulars', 'Debit', 'Credit', 'Running'],
    ['Dt', '', '(INR)', '(INR)', 'Balance'],
  ],
])('headings of two lines name every column, and a summary below has captions of its own: %j', (upper, lower) => {
  const summary = [
    ['Opening Balance', 'Dr Count', 'Debits', 'Credits', 'Closing Bal'],
    ['42,118.50', '2', '3,240.00', '5,000.00', '43,878.50'],
  ]
  const { fields, rows } = read('BANK_STATEMENT', [
    ...lines([40, 110, 300, 390, 480], 640, [upper]),
    ...lines([40, 110, 300, 390, 480], 628, [lower]),
    ...lines([40, 110, 300, 390, 480], 612, ROWS),
    ...lines([40, 150, 240, 330, 480], 540, summary),
  ])
  expect(rows.map(({ withdrawal, deposit, balance }) => [withdrawal, deposit, balance])).toEqual([
    [1240, undefined, 40878.5],
    [undefined, 5000, 45878.5],
    [2000, undefined, 43878.5],
  ])
  expect(fields).toMatchObject({ opening_balance: 42118.5, closing_balance: 43878.5 })
  expect(fields).toMatchObject({ total_withdrawals: 3240, total_deposits: 5000 })
})

test.each([
  ['Frequency:', 'Bi-Weekly (26)', 'Bi-Weekly'],
  ['Verloning:', 'Maand', 'Maand'],
  ['Pay period:', 'Week', 'Week'],
  ['Pay period:', 'Week 17', undefined],
])('how often is paid, with how many a year has, and where a caption asks for a length of time: %s %s', (...said) => {
  const [caption, value, often] = said
  const { fields } = read('PAY_STUB', [
    [40, 740, 'Ridgeway Mills Inc.'],
    [40, 700, caption],
    [140, 700, value],
    ...lines([40, 240], 600, [
      ['Gross pay', '900.00'],
      ['Net pay', '700.00'],
    ]),
  ])
  expect(fields.pay_frequency).toBe(often)
})

test('captions over larger values have them under themselves, and a firm stands behind its number', () => {
  const page = (caption: string, named: string): Written[] => [
    [40, 740, 'Azienda'],
    [300, 740, 'Periodo di retribuzione'],
    [40, 724, '00418 OFFICINE VALDORA SRL'],
    [300, 724, 'Agosto 2031'],
    ...lines([40, 150, 350], 690, [
      ['Codice dipendente', caption, 'Codice fiscale'],
      ['A118', named, 'BRTNDR81H14C794W'],
    ]),
    ...lines([300, 380, 460], 500, [
      ['TOTALI', 'TRATTENUTE', 'COMPETENZE'],
      ['', '412,29', '2.004,57'],
    ]),
    ...lines([300, 460], 460, [['NETTO DEL MESE', '1.592,28']]),
  ]
  for (const caption of ['Cognome Nome', 'Nominativo'])
    expect(read('PAY_STUB', page(caption, 'BASSI ELENA'), larger).fields).toMatchObject({
      employer_name: 'OFFICINE VALDORA SRL',
      employee_name: 'BASSI ELENA',
      total_deductions: 412.29,
      gross_pay: 2004.57,
      net_pay: 1592.28,
    })
})

/** Values right under captions are set larger. */
const larger = (text: string) => (/^(?:SRL|2031|A118|ELENA|BRTN\w+)$/.test(text) ? 14 : 10)

test('what somebody does stands under the name in one box and is no part of it, unless the name had no room', () => {
  const box = (name: string, under: string): Written[] => [
    [30, 740, 'TRANSPORTES VALE LTDA'],
    [80, 700, 'Nome do Funcionário'],
    [330, 700, 'CBO'],
    [80, 688, name],
    [330, 688, '411010'],
    [80, 676, under],
  ]
  const boxes = [[76, 670, 326, 712] as const]
  const named = (name: string, under: string) =>
    read('PAY_STUB', box(name, under), undefined, boxes).fields.employee_name
  expect(named('CLAUDIA REGINA FONTES', 'ASSISTENTE ADMINISTRATIVO')).toBe('CLAUDIA REGINA FONTES')
  expect(named('MARIA APARECIDA VANDERLINDE-CAVALCANTEDESOUZA', 'FONTES')).toMatch(/FONTES$/)
})

test.each(['Mr D P Wainwright', 'Mrs Clara Ferriday'])(
  'the one person whom a stub calls by title is paid: %s',
  (name) => {
    const { fields } = read('PAY_STUB', [
      [40, 770, 'Brackwater Joinery Limited'],
      [480, 770, 'PAY ADVICE'],
      [40, 740, 'Employee No. 00118'],
      [250, 740, name],
      [430, 740, 'NI No. JG103759A'],
      ...lines([40, 240], 600, [
        ['Gross pay', '900.00'],
        ['Net pay', '700.00'],
      ]),
      [120, 400, name],
    ])
    expect(fields.employee_name).toBe(name)
  },
)

test('a subject that the letter calls a position is nobody', () => {
  const offer = (...said: string[]) =>
    read('INCOME_LETTER', [
      [70, 740, 'Howe Forest Products Ltd.'],
      [70, 660, 'Odalys Trembath'],
      [70, 648, '2207 Redrooffs Rd'],
      [70, 636, 'Halfmoon Bay BC V0N 1Y2'],
      ...said.map((text, at): Written => [70, 600 - 14 * at, text]),
    ]).fields.employee_name
  const position = ['Re: Offer of Employment - Timber Cruiser', 'We offer you the position of Timber Cruiser.']
  expect(offer(...position)).toBe('Odalys Trembath')
  expect(offer('Re: Verification of Employment - Tessa Cole', 'We confirm that she works here.')).toBe('Tessa Cole')
})

test.each(['Volksbank Talheim eG · Marktstraße 18 · 35260 Talheim', 'Nordbank AG | Kai 4 | 20457 Hamburg'])(
  'the line of a window says where the bank is, not who is under it: %s',
  (sender) => {
    const { fields } = read('BANK_STATEMENT', [
      [48, 770, 'Volksbank Talheim eG'],
      [48, 741, sender],
      [48, 726, 'Annegret Siebert'],
      [48, 715, 'Am Hainweg 7'],
      [48, 704, '35274 Kirchhain'],
      ...lines([40, 170, 480], 600, [
        ['Bu-Tag', 'Vorgang', 'Betrag EUR'],
        ['01.09.2031', 'Dauerauftrag', '-640,00'],
        ['', 'Fitness Lahn KG Beitrag'],
        ['', 'Station 1188 Marburg'],
      ]),
    ])
    expect(fields.account_holder_name).toBe('Annegret Siebert')
  },
)

test.each(['EURO', 'Euro'])('an account is kept in a currency by its name: %s', (named) => {
  const { fields } = read('BANK_STATEMENT', [
    [40, 740, 'Banca Valdora'],
    ...lines([40, 130], 700, [['Divisa', named]]),
    ...lines([40, 144, 380, 460], 640, [
      ['Data', 'Descrizione', 'Dare', 'Avere'],
      ['02.07.2031', 'Pagamento', '61,30'],
      ['27.07.2031', 'Emolumenti', '', '1.712,44'],
    ]),
  ])
  expect(fields.currency).toBe('EUR')
})

test('what a rate comes to is listed under the transactions of a card, and is none', () => {
  const { rows } = read('CREDIT_CARD_STATEMENT', [
    [40, 740, 'Opening/Closing Date 12/15/30 - 01/14/31'],
    ...lines([40, 140, 480], 600, [
      ['Date', 'Description', 'Amount'],
      ['12/20', 'Toys and more', '146.30'],
      ['01/14', 'Purchase interest charge', '14.62'],
    ]),
    ...lines([40, 140, 330, 480], 540, [
      ['Balance type', 'Annual rate', 'Subject to rate', 'Interest'],
      ['Purchases', '21.49%', '$800.96', '14.62'],
    ]),
  ])
  expect(rows.map(({ withdrawal }) => withdrawal)).toEqual([146.3, 14.62])
})

test.each([
  ['Tax Year to 5 April 2031', '2031'],
  ['Tax year ended December 31, 2030', '2030'],
])('a tax year is called by the day on which it ends: %s', (said, year) => {
  const { fields } = read('TAX_FORM', [
    [40, 770, 'P60 End of Year Certificate'],
    [40, 750, said],
  ])
  expect(fields.tax_year).toBe(year)
})
