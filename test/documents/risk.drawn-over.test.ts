import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { rawPdf } from './raw-pdf.ts'

const show = (x: number, y: number, text: string, font = 'F1') =>
  `BT /${font} 10 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`

const row = (y: number, day: string, what: string, [out, into]: [string, string], balance: string) =>
  [show(40, y, day), show(100, y, what), show(300, y, out), show(380, y, into), show(460, y, balance)].join('\n')

const STATEMENT = [
  show(40, 740, 'Harbour Street Bank'),
  show(40, 725, 'Statement of account 01/03/2025 to 31/03/2025'),
  show(40, 710, 'Account number 0078 4411'),
  show(40, 695, 'Opening balance 1,000.00'),
  show(40, 680, 'Closing balance 1,300.00'),
  [show(40, 650, 'Date'), show(100, 650, 'Description'), show(300, 650, 'Withdrawals')].join('\n'),
  [show(380, 650, 'Deposits'), show(460, 650, 'Balance')].join('\n'),
  row(635, '03/03/2025', 'Wages Merrow Ltd', ['', '900.00'], '1,900.00'),
  row(620, '07/03/2025', 'Rent', ['450.00', ''], '1,450.00'),
  row(605, '12/03/2025', 'Betting shop', ['250.00', ''], '1,200.00'),
  row(590, '19/03/2025', 'Refund', ['', '180.00'], '1,380.00'),
  row(575, '28/03/2025', 'Telephone', ['80.00', ''], '1,300.00'),
]

const over = (colour: string) => `${colour} rg 38 601 480 13 re f 0 g`
/** An upper and a lower bow at the left of the last but one digit of 1,300.00, and a whole signature. */
const BOWS = '0.8 w 474 582 m 470 580 470 579 474 578 c S 474 578 m 470 577 470 575 474 575 c S'
const SIGNED = '1 w 380 120 m 400 150 420 90 440 130 c 460 110 480 140 500 120 c S'
const TICKS = [635, 620, 605, 590, 575].map((y) => `1 w 500 ${y + 3} m 502 ${y} l 507 ${y + 8} l S`).join(' ')

async function flagsOf(...more: string[]): Promise<string[]> {
  const { flags } = await runPipeline(rawPdf({ content: [...STATEMENT, ...more].join('\n') }), undefined, {
    ocr: false,
  })
  return flags.filter(({ severity }) => severity === 'high').map(({ code }) => code)
}

test('a row under a patch of paper is told of; what is blacked out shows by itself', async () => {
  expect(await flagsOf(over('1 g 1 1 1'))).toContain('ROW_PAINTED_OVER')
  expect(await flagsOf(over('0 0 0'))).not.toContain('ROW_PAINTED_OVER')
  expect(await flagsOf()).toEqual([])
})

test('strokes that make another digit are told of; signatures and ticks beside figures are not', async () => {
  expect(await flagsOf(BOWS)).toEqual(['STROKES_ON_FIGURE'])
  expect(await flagsOf(SIGNED, TICKS)).toEqual([])
})

/** Bows in rows, so many and so far apart. */
const bows = (count: number, foot: number, step: number) =>
  Array.from({ length: count }, (_, n) => {
    const [x, y] = [40 + step * (n % 50), foot + step * Math.floor(n / 50)]
    return `0.3 w ${x} ${y} m ${x + 3} ${y + 2} ${x + 3} ${y + 5} ${x} ${y + 7} c S`
  }).join(' ')

test('strokes for show elsewhere excuse none on a figure; a pattern under all of them is a drawing', async () => {
  expect(await flagsOf(BOWS, bows(50, 20, 10), bows(50, 760, 10))).toEqual(['STROKES_ON_FIGURE'])
  expect(await flagsOf(bows(3500, 150, 9))).toEqual([])
})

test('thousands set before a figure make one number with it, and its row no longer fits', async () => {
  const set = show(372.2, 590, '2,', 'F2')
  expect(await flagsOf(set)).toEqual(expect.arrayContaining(['NUMBER_IN_TWO_PIECES', 'STATEMENT_RUNNING_BALANCE']))
})
