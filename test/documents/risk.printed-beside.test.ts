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
