import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { extractLetter } from '../../server/src/documents/extract/letter/extract-letter.ts'
import { extractPayStub } from '../../server/src/documents/extract/pay-stub/extract-pay-stub.ts'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'

type Cell = readonly [x: number, text: string, size?: number]

async function read(type: 'PAY_STUB' | 'INCOME_LETTER', rows: Cell[][]): Promise<Record<string, string | number>> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const page = pdf.addPage([612, 792])
  for (const [i, row] of rows.entries())
    for (const [x, text, size = 9] of row) page.drawText(text, { x, y: 750 - 16 * i, size, font })
  const opened = await openPdf(await pdf.save())
  const pages = (await readPages(opened)).map(layOut)
  await opened.loadingTask.destroy()
  const section = { type, confidence: 1, pages: [1], region: undefined }
  const { fields } = (type === 'PAY_STUB' ? extractPayStub : extractLetter)(section, pages, { pages } as never)
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

test('captions in a row have their values under them, not beside them', async () => {
  const fields = await read('PAY_STUB', [
    [[40, 'Tolland Nurseries', 16]],
    [[40, 'Pay Stub']],
    [],
    [
      [40, 'EMPLOYEE', 7],
      [240, 'PAY DATE', 7],
      [400, 'PAY PERIOD', 7],
      [500, 'THROUGH', 7],
    ],
    [
      [40, 'Nora Quist'],
      [240, '2025-05-09'],
      [400, '2025-04-21'],
      [500, '2025-05-04'],
    ],
  ])
  expect(fields).toEqual({
    employee_name: 'Nora Quist',
    employer_name: 'Tolland Nurseries',
    pay_date: '2025-05-09',
    pay_period_start: '2025-04-21',
    pay_period_end: '2025-05-04',
  })
})

test('of several amounts called gross, those are taken that add up to the net pay', async () => {
  const fields = await read('PAY_STUB', [
    [
      [40, 'Gross'],
      [200, '1,900.00'],
    ],
    [
      [40, 'Gross pay'],
      [200, '2,000.00'],
      [300, '9,000.00'],
    ],
    [
      [40, 'Total deductions'],
      [200, '500.00'],
      [300, '2,250.00'],
    ],
    [
      [40, 'Net pay'],
      [200, '1,500.00'],
      [300, '6,750.00'],
    ],
  ])
  expect(fields).toMatchObject({ gross_pay: 2000, total_deductions: 500, net_pay: 1500 })
  expect(fields).not.toHaveProperty('ytd_gross_pay')
})

test('a letter states a salary in a sentence; a bonus is not it', async () => {
  const fields = await read('INCOME_LETTER', [
    [[40, 'Gadwall Shipping Ltd.', 16]],
    [],
    [[40, 'March 3, 2025']],
    [],
    [[40, 'This letter confirms that Ivo Castellan has been employed by Gadwall Shipping Ltd. as a mate since']],
    [[40, 'May 1, 2019. A bonus of $4,000.00 may be paid. The gross annual salary is $61,250.00, paid']],
    [[40, 'biweekly.']],
  ])
  expect(fields).toEqual({
    employee_name: 'Ivo Castellan',
    employer_name: 'Gadwall Shipping Ltd.',
    letter_date: '2025-03-03',
    gross_income: 61_250,
    pay_frequency: 'biweekly',
  })
})

test('an empty form of verification gives nothing', async () => {
  const fields = await read('INCOME_LETTER', [
    [
      [40, 'Employee name:'],
      [300, 'Job title:'],
    ],
    [
      [40, 'Gross salary:'],
      [300, 'Pay frequency:'],
    ],
    [[40, 'Date signed:']],
  ])
  expect(fields).toEqual({})
})

test('a period that ends before it begins is returned as it is printed', async () => {
  const dated = (start: string, end: string) =>
    read('PAY_STUB', [
      [[40, 'Tolland Nurseries', 16]],
      [[40, `Period Beginning: ${start}`]],
      [[40, `Period Ending: ${end}`]],
      [[40, 'Pay Date: 2025-05-09']],
    ])
  expect(await dated('2025-04-21', '2025-04-14')).toMatchObject({
    pay_period_start: '2025-04-21',
    pay_period_end: '2025-04-14',
  })
})

test("an amount behind another row's caption is that row's, and one in its own row is gross pay", async () => {
  const paper = (gross: Cell[]): Cell[][] => [
    [[40, 'Tolland Nurseries LLC', 16]],
    [[40, 'Earnings Statement']],
    [
      [40, 'Earnings'],
      [160, 'Current'],
      [300, 'Deductions'],
      [440, 'Current'],
    ],
    [
      [40, 'Regular'],
      [160, '1,600.00'],
      [300, 'Medicare'],
      [440, '23.20'],
    ],
    [[40, 'Gross'], ...gross, [300, 'Dental'], [440, '14.50']],
  ]
  expect(await read('PAY_STUB', paper([]))).not.toHaveProperty('gross_pay')
  expect(await read('PAY_STUB', paper([[160, '1,600.00']]))).toMatchObject({ gross_pay: 1600 })
})

test('a full stop ends the name of who employs, but for that of a word made short', async () => {
  const letter = (firm: string) =>
    read('INCOME_LETTER', [
      [[40, 'March 3, 2025']],
      [[40, `This letter verifies that Nora Quist is employed by ${firm}.`]],
      [[40, 'Sincerely, Pat Lund']],
    ])
  expect(await letter('Tolland Fruit Growers')).toMatchObject({ employer_name: 'Tolland Fruit Growers' })
  expect(await letter('Tolland Bros. Nurseries')).toMatchObject({ employer_name: 'Tolland Bros. Nurseries' })
})
