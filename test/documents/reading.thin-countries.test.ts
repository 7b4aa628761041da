import { expect, test } from 'vitest'
import { extractInvoice } from '../../server/src/documents/extract/invoice/extract-invoice.ts'
import { extractLetter } from '../../server/src/documents/extract/letter/extract-letter.ts'
import { extractPayStub } from '../../server/src/documents/extract/pay-stub/extract-pay-stub.ts'
import { extractReceipt } from '../../server/src/documents/extract/receipt/extract-receipt.ts'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import { findLines } from '../../server/src/documents/layout/lines.ts'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { Section } from '../../server/src/documents/model/findings.ts'
import type { PageLayout } from '../../server/src/documents/model/layout.ts'
import { SOURCE } from './risk-case.ts'
import { type Written, wordsOf, writtenPage } from './written-page.ts'

const EXTRACTORS = {
  BANK_STATEMENT: extractStatement,
  INVOICE: extractInvoice,
  PAY_STUB: extractPayStub,
  RECEIPT: extractReceipt,
  INCOME_LETTER: extractLetter,
} as const

function fieldsOf(type: keyof typeof EXTRACTORS, page: PageLayout) {
  const section: Section = { type, confidence: 1, pages: [1], region: undefined }
  const { fields } = EXTRACTORS[type](section, [page], { source: SOURCE, pages: [page] })
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

const read = (type: keyof typeof EXTRACTORS, texts: readonly Written[], boxes: readonly Box[] = []) =>
  fieldsOf(type, writtenPage(texts, boxes))

const block = (x: number, top: number, ...texts: string[]): Written[] =>
  texts.map((text, at) => [x, top - 12 * at, text] as const)

/** A block whose lines end at one right edge: five points a character. */
const flushRight = (edge: number, top: number, ...texts: string[]): Written[] =>
  block(0, top, ...texts).map(([, y, text]) => [edge - 5 * text.length, y, text] as const)

test.each([
  [
    'a caption of the language',
    ['Titularis: Wouters - Peeters', 'Molenweg 7 bus 2, 9100 Sint-Niklaas'],
    'Wouters - Peeters',
  ],
  ['a number of tax behind it', ['Client: PFA DUMITRESCU ANCA CIF 20418831', 'Str. Lunga 4'], 'PFA DUMITRESCU ANCA'],
  [
    'two people with initials',
    ['Mr A B Rewi & Mrs C D Hohepa', '7A Tory Street', 'Palmerston North 4410'],
    'Mr A B Rewi & Mrs C D Hohepa',
  ],
  [
    'the town over the street',
    ['Halászné Vadász Emese', 'Baja', 'Duna utca 12. 1/3.', '6500'],
    'Halászné Vadász Emese',
  ],
  [
    'an address in one line',
    ['Joana Prado Teixeira', 'Rua das Acácias, 77 ap 12 - Ouro Fino/MG - 37570-000'],
    'Joana Prado Teixeira',
  ],
  [
    'an address without a code',
    [
      'CHIDINMA GRACE ADA OLA EZE-BALOGUN',
      'BLOCK 7 FLAT 3 PALM CRESCENT BEHIND UNITY SCHOOL, GRA',
      'PHASE 2, PORT HARCOURT, RIVERS',
    ],
    'CHIDINMA GRACE ADA OLA EZE-BALOGUN',
  ],
  ['whom it is sent to', ['To: Ms. Ingrid Vale', 'Sakura Heights 301, 7 Minami-cho, Naka-ku'], 'Ms. Ingrid Vale'],
] as const)('the holder of an account is known by %s', (_, lines, name) => {
  expect(read('BANK_STATEMENT', block(50, 700, ...lines)).account_holder_name).toBe(name)
})

test.each([
  ['Konto', '1234.56.78903', 'NO93 8601 1117 947'],
  ['Számlaszám:', '11773016-11111018-00000000', 'HU42 1177 3016 1111 1018 0000 0000'],
  ['Αριθμός λογαριασμού:', '110-002-31-00417', 'GR16 0110 1250 0000 0001 2300 695'],
])('%s beside an IBAN captions the number as the bank writes it', (caption, number, iban) => {
  const head: Written[] = [...block(300, 700, caption, 'IBAN:'), ...block(420, 700, number, iban)]
  expect(read('BANK_STATEMENT', head).account_number).toBe(number)
})

test('a statement names its days by from and in, and its bank by a signature at the foot', () => {
  const heads = ['Data', 'Descriere', 'Debit', 'Credit', 'Sold']
  const rows = [heads, ['03/06/2031', 'Plata', '1,100', '', '4,100'], ['04/06/2031', 'Plata', '100', '', '4,000']]
  const table = rows.flatMap((row, at) =>
    row.flatMap((text, column): Written[] => (text ? [[50 + 100 * column, 500 - 16 * at, text]] : [])),
  )
  const fields = read('BANK_STATEMENT', [
    [50, 640, 'Din 01/06/2031 în 30/06/2031'],
    ...table,
    [430, 300, 'Mori Shinkin Bank'],
  ])
  expect(fields).toMatchObject({
    statement_start_date: '2031-06-01',
    statement_end_date: '2031-06-30',
    bank_name: 'Mori Shinkin Bank',
  })
})

test('an address that is set flush right is read from its right edge', () => {
  const own = block(50, 740, 'Seeblick Textil AG', 'Uferweg 3', '8800 Thalwil')
  const theirs = flushRight(540, 690, 'Vertraulich', 'Frau', 'Nora Amsler', 'Am Bach 9', '8820 Wädenswil')
  expect(read('PAY_STUB', [...own, ...theirs, [50, 600, 'Lohnabrechnung Mai 2031']]).employee_name).toBe('Nora Amsler')
})

const GOODS: Written[] = [
  [50, 520, 'Benämning'],
  [300, 520, 'Antal'],
  [400, 520, 'À-pris'],
  [480, 520, 'Summa'],
  [50, 500, 'Räcke'],
  [300, 500, '2'],
  [400, 500, '150,00'],
  [480, 500, '300,00'],
  [400, 470, 'Att betala'],
  [480, 470, '300,00'],
]

test('who prints their own facts beside their address at the foot sends the invoice', () => {
  const fields = read('INVOICE', [
    ...block(50, 760, 'Holm Smide'),
    [320, 760, 'Faktura 31-07'],
    ...block(50, 720, 'Er beteckning', 'Best. K-2207 / Lena Ek'),
    ...block(320, 720, 'Granlunda Fastigheter AB', 'Fakturaenheten', 'Box 41', '741 21 KNIVSTA'),
    [50, 660, 'Ert momsreg.nr'],
    [150, 660, 'SE556000016701'],
    ...GOODS,
    ...block(50, 400, 'Holm Smide AB', 'Ässjevägen 2', '741 40 Knivsta'),
    ...block(200, 400, 'Bankgiro 5050-1055', 'Telefon 018-30 41 41'),
    ...block(380, 400, 'Org.nr 556000-4615', 'Momsreg.nr SE556000461501'),
  ])
  expect(fields).toMatchObject({
    vendor_name: 'Holm Smide AB',
    vendor_tax_id: 'SE556000461501',
    customer_name: 'Granlunda Fastigheter AB',
    customer_tax_id: 'SE556000016701',
    purchase_order: 'K-2207',
  })
})

/** A page on which one line is set larger. */
function withLarge(texts: readonly Written[], large: string): PageLayout {
  const page = writtenPage(texts)
  const words = wordsOf(texts).map((word) => (large.split(' ').includes(word.text) ? { ...word, size: 14 } : word))
  return { ...page, page: { ...page.page, words }, lines: findLines(1, words) }
}

test('of two addresses side by side the one under a larger name is the letterhead', () => {
  const head = 'Imprimerie Lesage SRL'
  const texts: Written[] = [
    ...block(50, 738, head, 'Rue Haute 7 - 5000 Namur', 'TVA BE 0403.170.701'),
    ...block(330, 740, 'Lycée de la Vallée ASBL', 'Économat', '4500 Huy', 'TVA BE 0404.484.654'),
    [50, 660, 'NOTE DE CRÉDIT'],
  ]
  expect(fieldsOf('INVOICE', withLarge(texts, head))).toMatchObject({
    vendor_name: head,
    customer_name: 'Lycée de la Vallée ASBL',
  })
})

test('initials before a street are no legal form', () => {
  const seller = block(50, 700, 'Nilgiri Lamps & Wires', 'S.P. Road, 7/3, Near Clock Tower', 'Mysuru - 570001')
  expect(read('INVOICE', [[250, 740, 'TAX INVOICE'], ...seller]).vendor_name).toBe('Nilgiri Lamps & Wires')
})

test('a box that is headed by the customer is theirs in all of its columns', () => {
  const texts: Written[] = [
    ...block(50, 740, 'ΝΗΣΟΣ ΕΡΓΑ Ι.Κ.Ε.', 'Α.Φ.Μ.: EL094014249'),
    [50, 660, 'ΣΤΟΙΧΕΙΑ ΠΕΛΑΤΗ'],
    [50, 640, 'Επωνυμία: Ακτή Φάρος Α.Ε.'],
    [330, 640, 'Α.Φ.Μ.: 094259216'],
    [330, 700, 'Εξόφληση έως: 07/11/2031'],
  ]
  const boxes: Box[] = [
    [45, 655, 560, 675],
    [45, 630, 300, 655],
    [300, 630, 560, 655],
  ]
  expect(read('INVOICE', texts, boxes)).toMatchObject({ customer_tax_id: '094259216', due_date: '2031-11-07' })
})

test.each([
  ['due_date', '2031-10-04', [[50, 500, 'Zahlbar innert 30 Tagen bis 04.10.2031. Besten Dank.']]],
  ['payment_terms', 'Átutalás', [[50, 500, 'Fizetési mód: Átutalás']]],
] as const)('an invoice says its %s', (name, value, texts) => {
  expect(read('INVOICE', texts)[name]).toBe(value)
})

test('a receipt that is made out to a guest says at its foot who was paid', () => {
  const fields = read('RECEIPT', [
    [250, 740, 'RECEIPT'],
    [50, 700, 'Mr. & Mrs. Ashdown (Room 7)'],
    [50, 600, 'Stay, 1 night'],
    [400, 600, '31,000'],
    [50, 584, 'Subtotal'],
    [400, 584, '31,000'],
    ...block(50, 500, 'Kawabe Ryokan Hotaru-an', '7 Kawabe, Izu-shi, Shizuoka 410-0001'),
  ])
  expect(fields.merchant_name).toBe('Kawabe Ryokan Hotaru-an')
})

test('a letter greets by the given name whom it is addressed to, at its very top', () => {
  const head = block(50, 770, 'Lakeside Veterinary Group, P.C.', '7 Shore Road, Mentor, OH 44060')
  const address = block(50, 730, 'Amelia Ortiz-Bell', '41 Elm Court', 'Mentor, OH 44060')
  const offer = block(50, 670, 'Dear Amelia,', 'You will be paid $20.00 per hour, which annualizes to $41,600.00.')
  expect(read('INCOME_LETTER', [...head, ...address, ...offer])).toMatchObject({
    employee_name: 'Amelia Ortiz-Bell',
    gross_income: 41_600,
  })
})

test('the letter N right before figures is the naira', () => {
  const said = 'Her gross annual emolument is N7,200,000.00 (Seven Million, Two Hundred Thousand Naira only).'
  expect(read('INCOME_LETTER', [[20, 600, said]]).gross_income).toBe(7_200_000)
})
