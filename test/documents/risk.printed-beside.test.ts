import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { rawPdf } from './raw-pdf.ts'

const show = (x: number, y: number, text: string) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`
/** With its end at `x`: a digit of Helvetica is 5.56 wide, a sign half of that. */
const ending = (x: number, y: number, text: string) =>
  show(x - [...text].reduce((wide, sign) => wide + (/\d/.test(sign) ? 5.56 : 2.78), 0), y, text)
const row = (y: number, caption: string, figure: string) => [show(50, y, caption), ending(440, y, figure)].join(' ')

async function judged(lines: string[]) {
  const { reading, parts, flags } = await runPipeline(rawPdf({ content: lines.join('\n') }), undefined, { ocr: false })
  const level = assess(flags, circumstancesOf(reading, parts)).level
  return { level, codes: flags.filter(({ severity }) => severity !== 'info').map(({ code }) => code) }
}

const stub = (net: string, ...more: string[]) =>
  judged([
    show(50, 740, 'Earnings statement'),
    show(50, 720, 'Employer: Merrow Ltd'),
    show(50, 705, 'Employee: Maribel Oswin'),
    show(50, 690, 'Pay period: 2025-03-01 to 2025-03-15'),
    show(50, 675, 'Pay date: 2025-03-20'),
    row(640, 'Gross pay', '2,400.00'),
    row(620, 'Total deductions', '473.50'),
    row(600, 'Net pay', net),
    ...more,
  ])

test.each([
  ['in the column of the net pay, below it', row(580, 'Vacation pay accrued to date', '400.00')],
  ['in a sentence beside it', show(50, 580, 'Ask about our savings plan from 400.00 a year')],
  ['at the foot of the page', show(50, 60, 'Annual bonus 400.00')],
])('an amount %s is no part of a net pay that was raised by it', async (_, line) => {
  expect(await stub('1,926.50', line)).toEqual({ level: 'LOW', codes: [] })
  const { level, codes } = await stub('2,326.50', line)
  expect(codes).toContain('PAY_STUB_NET')
  expect(level).not.toBe('LOW')
})

test('what is paid beside the pay, between the deductions and the net pay, is a part of it', async () => {
  expect(await stub('2,326.50', row(610, 'Travel expenses', '400.00'))).toEqual({ level: 'LOW', codes: [] })
})

const goods = (y: number, [what, count, price, amount]: readonly [string, string, string, string]) =>
  [show(50, y, what), ending(300, y, count), ending(370, y, price), ending(440, y, amount)].join(' ')

const bill = (sum: string, ...more: string[]) =>
  judged([
    show(50, 760, 'INVOICE'),
    show(50, 740, 'Merrow Joinery Ltd'),
    show(50, 720, 'Invoice number: A-1207'),
    show(50, 705, 'Invoice date: 2025-03-20'),
    show(50, 690, 'Bill to: Maribel Oswin'),
    `${show(50, 660, 'Description')} ${show(280, 660, 'Qty')} ${show(345, 660, 'Price')} ${show(400, 660, 'Amount')}`,
    goods(640, ['Oak shelf, planed', '2', '300.00', '600.00']),
    goods(625, ['Ash bench', '1', '400.00', '400.00']),
    row(580, 'Subtotal', sum),
    row(565, 'Total', sum),
    ...more,
  ])

test.each([
  ['away from the amounts, between lines and sum', show(50, 602, 'Deposit held 37.00')],
  ['of what the lines come to, away from them', show(50, 60, 'Credit limit 1,000.00')],
])('an amount %s is no part of sums that were raised', async (_, line) => {
  expect((await bill('1,000.00', line)).level).toBe('LOW')
  const { level, codes } = await bill('1,200.00', line)
  expect(codes).toContain('INVOICE_LINES_SUM')
  expect(level).not.toBe('LOW')
})

test('a charge in the column of the amounts is a part of the sum', async () => {
  expect((await bill('1,037.00', row(602, 'Delivery', '37.00'))).level).toBe('LOW')
})
