import { PDFDocument, type PDFPage, StandardFonts } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { extractStatement } from '../../server/src/documents/extract/statement/extract-statement.ts'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import type { PageLayout } from '../../server/src/documents/model/layout.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'

type Cell = readonly [x: number, text: string]

/** Pages of cells: each row is one line, 16 points under the one before. */
async function draw(...pages: Cell[][][]): Promise<PageLayout[]> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const rows of pages) {
    const page: PDFPage = pdf.addPage([612, 792])
    for (const [i, row] of rows.entries())
      for (const [x, text] of row) page.drawText(text, { x, y: 750 - 16 * i, size: 9, font })
  }
  const opened = await openPdf(await pdf.save())
  const read = await readPages(opened)
  await opened.loadingTask.destroy()
  return read.map(layOut)
}

function read(pages: PageLayout[], type: 'BANK_STATEMENT' | 'CREDIT_CARD_STATEMENT' = 'BANK_STATEMENT') {
  const section = { type, confidence: 1, pages: pages.map(({ page }) => page.number), region: undefined }
  const { fields, tables } = extractStatement(section, pages, { pages } as never)
  const rows = tables.flatMap((table) => table.rows.map(({ values }) => values))
  return {
    fields: Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value])),
    rows,
    fieldsAt: fields,
  }
}

const HEAD: Cell[] = [
  [40, 'Date'],
  [120, 'Description'],
  [400, 'Amount'],
  [500, 'Balance'],
]

const entry = (date: string, text: string, amount: string, balance = ''): Cell[] => [
  [40, date],
  [120, text],
  [400, amount],
  ...(balance ? [[500, balance] as const] : []),
]

test('amounts without a sign get their direction from the running balance', async () => {
  const pages = await draw([
    [[40, 'Quillon Bank']],
    [[40, 'Statement period: 2025-03-01 to 2025-03-31']],
    [[40, 'Opening balance: 100.00']],
    HEAD,
    entry('2025-03-02', 'Alder & Sons', '40.00', '60.00'),
    entry('2025-03-09', 'Merrow Ltd', '25.50', '85.50'),
  ])
  expect(read(pages).rows).toEqual([
    { date: '2025-03-02', description: 'Alder & Sons', withdrawal: 40, balance: 60 },
    { date: '2025-03-09', description: 'Merrow Ltd', deposit: 25.5, balance: 85.5 },
  ])
})

test('days without a year fall on the right side of the new year', async () => {
  const pages = await draw([
    [[40, 'Statement period: December 13, 2024 to January 12, 2025']],
    HEAD,
    entry('12/30', 'One', '-5.00'),
    entry('01/04', 'Two', '7.00'),
  ])
  expect(read(pages).rows.map(({ date }) => date)).toEqual(['2024-12-30', '2025-01-04'])
})

test('a table of another account behind the closing balance is left out', async () => {
  const pages = await draw(
    [
      [[40, 'Opening balance: 100.00']],
      [[40, 'Closing balance: 130.00']],
      HEAD,
      entry('2025-03-02', 'In', '+50.00', '150.00'),
      entry('2025-03-03', 'Out', '-20.00', '130.00'),
    ],
    [HEAD, entry('2025-03-05', 'Savings in', '+9.00', '509.00')],
  )
  const { rows, fields } = read(pages)
  expect(rows.map(({ description }) => description)).toEqual(['In', 'Out'])
  expect(fields).toMatchObject({ opening_balance: 100, closing_balance: 130 })
})

test.each(['text', 'ocr'] as const)(
  'an amount (%s) that the balances contradict is returned as printed, with less confidence',
  async (origin) => {
    const page = async (amount: string) => {
      const pages = await draw([
        [[40, 'Opening balance: 100.00']],
        [[40, 'Closing balance: 150.00']],
        HEAD,
        entry('2025-03-02', 'In', amount, '150.00'),
      ])
      for (const { page: drawn } of pages)
        for (const word of drawn.words) Object.assign(word, { origin, confidence: 0.93 })
      return pages
    }
    const [honest, edited] = [read(await page('+50.00')), read(await page('+58.00'))]
    expect(edited.rows[0]).toMatchObject({ deposit: 58 })
    expect(edited.fieldsAt.closing_balance?.confidence).toBeLessThan(
      honest.fieldsAt.closing_balance?.confidence as number,
    )
  },
)

test('balances by day are no transactions', async () => {
  const pages = await draw([
    [[40, 'Withdrawals']],
    [
      [40, 'Date'],
      [120, 'Description'],
      [400, 'Amount'],
    ],
    entry('2025-03-02', 'Rent', '500.00'),
    [[40, 'Daily balance summary']],
    [
      [40, 'Date'],
      [120, 'Amount'],
      [240, 'Date'],
      [320, 'Amount'],
    ],
    [
      [40, '2025-03-02'],
      [120, '700.00'],
      [240, '2025-03-03'],
      [320, '650.00'],
    ],
  ])
  expect(read(pages).rows).toEqual([{ date: '2025-03-02', description: 'Rent', withdrawal: 500 }])
})

test('on a card a plain amount is a purchase and a credit goes back', async () => {
  const pages = await draw([
    HEAD.slice(0, 3),
    entry('2025-03-02', 'Bookshop', '12.00'),
    entry('2025-03-05', 'Payment', '80.00 CR'),
  ])
  expect(read(pages, 'CREDIT_CARD_STATEMENT').rows).toEqual([
    { date: '2025-03-02', description: 'Bookshop', withdrawal: 12 },
    { date: '2025-03-05', description: 'Payment', deposit: 80 },
  ])
})

test('headings of two lines; the date behind the amounts, once a day', async () => {
  const pages = await draw([
    [[40, 'Statement from Jan 31/25 to Feb 28/25']],
    [
      [200, 'Amounts deducted'],
      [330, 'Amounts added'],
    ],
    [
      [40, 'Description'],
      [200, 'from your account ($)'],
      [330, 'to your account ($)'],
      [440, 'Date'],
      [500, 'Balance ($)'],
    ],
    [
      [40, 'STARTING BALANCE'],
      [440, 'JAN31'],
      [500, '1,000.00'],
    ],
    [
      [40, 'PHARMACY 1120'],
      [200, '30.00'],
      [440, 'FEB03'],
    ],
    [
      [40, 'TRANSFER IN'],
      [330, '75.25'],
      [440, 'FEB03'],
      [500, '1,045.25'],
    ],
  ])
  const { rows, fields } = read(pages)
  expect(rows).toEqual([
    { date: '2025-02-03', description: 'PHARMACY 1120', withdrawal: 30 },
    { date: '2025-02-03', description: 'TRANSFER IN', deposit: 75.25, balance: 1045.25 },
  ])
  expect(fields).toMatchObject({ opening_balance: 1000, statement_end_date: '2025-02-28' })
})

test('cheques in two columns and kinds of interest at nothing', async () => {
  const head: Cell[] = [
    [40, 'Check number'],
    [110, 'Date paid'],
    [200, 'Amount'],
    [300, 'Check number'],
    [370, 'Date paid'],
    [460, 'Amount'],
  ]
  const pages = await draw([
    [[40, 'Statement period: 03/01/2025 - 03/31/2025']],
    [[40, 'Checks paid']],
    head,
    [
      [40, '1201'],
      [110, '03/04'],
      [200, '$210.00'],
      [300, '1203'],
      [370, '03/11'],
      [460, '$64.50'],
    ],
    [
      [40, '1202'],
      [110, '03/05'],
      [200, '$18.00'],
    ],
    [
      [40, 'Interest charged'],
      [200, '$0.00'],
    ],
  ])
  const { rows } = read(pages)
  expect(rows.map(({ date, withdrawal }) => [date, withdrawal]).toSorted()).toEqual([
    ['2025-03-04', 210],
    ['2025-03-05', 18],
    ['2025-03-11', 64.5],
  ])
})

test('what is not printed is left out', async () => {
  const pages = await draw([HEAD, entry('2025-03-02', 'In', '+50.00', '150.00')])
  const { fields } = read(pages)
  expect(Object.keys(fields)).toEqual([])
})

test('a total that is called one is not passed over for a summary’s word that the rows agree with', async () => {
  const pages = await draw([
    [[40, 'Opening balance: 100.00']],
    [[40, 'Closing balance: 130.00']],
    [[40, 'Total deposits: 950.00']],
    [[40, 'Credits: 50.00']],
    HEAD,
    entry('2025-03-02', 'In', '+50.00', '150.00'),
    entry('2025-03-03', 'Out', '-20.00', '130.00'),
  ])
  expect(read(pages).fields).toMatchObject({ total_deposits: 950 })
})
