import { expect, test } from 'vitest'
import { layOut } from '../../server/src/documents/layout/lay-out.ts'
import type { Grid, PageLayout } from '../../server/src/documents/model/layout.ts'
import type { RuledLine, Word } from '../../server/src/documents/model/page.ts'
import { pageOf } from './read-raw.ts'

type Placed = readonly [x: number, y: number, text: string]

const write = (texts: readonly Placed[], size = 9) =>
  `BT /F1 ${size} Tf ${texts.map(([x, y, text]) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`).join(' ')} ET`

/** Courier: every character is 0.6 of the size wide, so that right edges can be reckoned. */
const right = (texts: readonly Placed[], size = 9) =>
  `BT /F3 ${size} Tf ${texts.map(([x, y, text]) => `1 0 0 1 ${x - text.length * 0.6 * size} ${y} Tm (${text}) Tj`).join(' ')} ET`

const rows = ({ rows: list }: Grid) => list.map((row) => row.map(({ text }) => text))

async function laidOut(content: string): Promise<PageLayout> {
  return layOut(await pageOf(content))
}

test('boxes of a form hold their words, where lines only meet in T-junctions and miss by a hair too', async () => {
  const lines = '50 400 500 100 re S 250 401 m 250 499 l S 250 450 m 549 450 l S'
  const page = await laidOut(
    `${lines} ${write([
      [60, 480, 'Employer'],
      [260, 480, 'Wages'],
      [260, 420, 'Tax'],
    ])}`,
  )
  const held = page.compartments.map(({ words }) => words.map(({ text }) => text).join(' '))
  expect(held.sort()).toEqual(['Employer', 'Tax', 'Wages'])
  const wages = page.compartments.find(({ words }) => words[0]?.text === 'Wages')
  expect(wages?.box.map(Math.round)).toEqual([250, 450, 550, 500])
})

test('a box inside a box takes its own words', async () => {
  const page = await laidOut(
    `50 400 300 100 re S 100 420 40 40 re S ${write([
      [60, 480, 'outer'],
      [105, 435, 'in'],
    ])}`,
  )
  expect(page.compartments.map(({ words }) => words.map(({ text }) => text).join(' ')).sort()).toEqual(['in', 'outer'])
})

test('a ruled table with a wrapped cell, an empty cell and a cell over two columns', async () => {
  const across = [500, 480, 450, 430, 410].map((y) => `50 ${y} m 450 ${y} l S`)
  const up = [50, 250, 350, 450].map((x) => `${x} ${x === 250 ? 430 : 410} m ${x} 500 l S`)
  const texts: Placed[] = [
    [55, 487, 'Item'],
    [255, 487, 'Qty'],
    [355, 487, 'Amount'],
    [55, 468, 'A long'],
    [55, 456, 'description'],
    [255, 468, '2'],
    [355, 468, '12.00'],
    [55, 437, 'Short'],
    [355, 437, '3.00'],
    [55, 417, 'Total'],
    [355, 417, '15.00'],
  ]
  const { grids } = await laidOut(`${across.join(' ')} ${up.join(' ')} ${write(texts)}`)
  expect(grids).toHaveLength(1)
  expect(grids[0]?.ruled).toBe(true)
  expect(rows(grids[0] as Grid)).toEqual([
    ['Item', 'Qty', 'Amount'],
    ['A long description', '2', '12.00'],
    ['Short', '', '3.00'],
    ['Total', '', '15.00'],
  ])
})

test('a ruled table that is open at both sides keeps its outer columns', async () => {
  const lines = [500, 480, 460, 440].map((y) => `50 ${y} m 450 ${y} l S`).join(' ')
  const texts: Placed[] = [
    [55, 487, 'Item'],
    [255, 487, 'Qty'],
    [355, 487, 'Amount'],
    [55, 467, 'Pens'],
    [255, 467, '2'],
    [355, 467, '12.00'],
    [55, 447, 'Paper'],
    [255, 447, '1'],
    [355, 447, '3.00'],
  ]
  const { grids } = await laidOut(`${lines} 250 440 m 250 500 l S 350 440 m 350 500 l S ${write(texts)}`)
  expect(grids.map(rows)).toEqual([
    [
      ['Item', 'Qty', 'Amount'],
      ['Pens', '2', '12.00'],
      ['Paper', '1', '3.00'],
    ],
  ])
})

test('a table whose rules part only the columns has a row for each figure', async () => {
  const lines = '50 400 400 100 re S 250 400 m 250 500 l S 350 400 m 350 500 l S 50 480 m 450 480 l S'
  const texts: Placed[] = [
    [55, 487, 'Item'],
    [255, 487, 'Qty'],
    [355, 487, 'Amount'],
    [55, 466, 'Pens'],
    [255, 466, '2'],
    [355, 466, '12.00'],
    [55, 452, 'Paper of'],
    [55, 440, 'good make'],
    [255, 452, '1'],
    [355, 452, '3.00'],
  ]
  const { grids } = await laidOut(`${lines} ${write(texts)}`)
  expect(rows(grids[0] as Grid)).toEqual([
    ['Item', 'Qty', 'Amount'],
    ['Pens', '2', '12.00'],
    ['Paper of good make', '1', '3.00'],
  ])
})

test('a table without rules: figures aligned right, empty cells, a heading beside its figures, wrapped text', async () => {
  const text = write([
    [50, 700, 'Date'],
    [130, 700, 'Description'],
    [300, 700, 'Paid out'],
    [380, 700, 'Paid in'],
    [450, 700, 'Balance'],
    [50, 682, '02 Mar'],
    [130, 682, 'Card payment to a shop'],
    [130, 671, 'in another town'],
    [50, 653, '05 Mar'],
    [130, 653, 'Salary'],
    [50, 635, '09 Mar'],
    [130, 635, 'Rent'],
  ])
  const figures = right([
    [340, 682, '45.10'],
    [530, 682, '954.90'],
    [412, 653, '2,000.00'],
    [530, 653, '2,954.90'],
    [340, 635, '800.00'],
    [530, 635, '2,154.90'],
  ])
  const { grids } = await laidOut(`${text} ${figures}`)
  expect(grids.map(({ ruled }) => ruled)).toEqual([false])
  expect(rows(grids[0] as Grid)).toEqual([
    ['Date', 'Description', 'Paid out', 'Paid in', 'Balance'],
    ['02 Mar', 'Card payment to a shop in another town', '45.10', '', '954.90'],
    ['05 Mar', 'Salary', '', '2,000.00', '2,954.90'],
    ['09 Mar', 'Rent', '800.00', '', '2,154.90'],
  ])
})

test('a page head, a summary and a table under each other are not one table', async () => {
  const head = write(
    [
      [50, 760, 'Mill Lane Bank'],
      [400, 760, 'Statement'],
    ],
    14,
  )
  const address = write([
    [50, 730, 'Ann Reed'],
    [50, 719, 'Mill Lane'],
    [400, 719, 'Currency'],
  ])
  const summary = write([
    [50, 690, 'Opening balance'],
    [50, 674, 'Paid in'],
    [50, 658, 'Closing balance'],
  ])
  const table = write([
    [50, 630, 'Date'],
    [130, 630, 'Description'],
    [400, 630, 'Amount'],
    [50, 614, '02 Mar'],
    [130, 614, 'Shop'],
    [50, 598, '05 Mar'],
    [130, 598, 'Salary'],
    [50, 582, '09 Mar'],
    [130, 582, 'Rent'],
  ])
  const figures = right([
    [250, 690, '1.00'],
    [250, 674, '2.00'],
    [250, 658, '3.00'],
    [430, 614, '4.00'],
    [430, 598, '5.00'],
    [430, 582, '6.00'],
  ])
  const { grids } = await laidOut(`${head} ${address} ${summary} ${table} ${figures}`)
  expect(grids.map((grid) => rows(grid)[0])).toEqual([
    ['Opening balance', '1.00'],
    ['Date', 'Description', 'Amount'],
  ])
})

test('two headings that stand close are two columns', async () => {
  const texts = write([
    [50, 700, 'Item'],
    [300, 700, 'Tax'],
    [323, 700, 'Count'],
    [450, 700, 'Amount'],
    [50, 684, 'Pens'],
    [50, 668, 'Paper'],
    [50, 652, 'Ink'],
  ])
  const figures = right([
    [318, 684, '21 %'],
    [345, 684, '2'],
    [480, 684, '12.00'],
    [318, 668, '21 %'],
    [345, 668, '1'],
    [480, 668, '3.00'],
    [318, 652, '9 %'],
    [345, 652, '4'],
    [480, 652, '8.00'],
  ])
  const { grids } = await laidOut(`${texts} ${figures}`)
  expect(rows(grids[0] as Grid).slice(0, 2)).toEqual([
    ['Item', 'Tax', 'Count', 'Amount'],
    ['Pens', '21 %', '2', '12.00'],
  ])
})

test('addresses side by side and prose are no tables', async () => {
  const sides = write([
    [50, 700, 'Bill to'],
    [300, 700, 'Ship to'],
    [50, 688, 'Ann Reed'],
    [300, 688, 'Reed and Sons'],
    [50, 676, 'Mill Lane'],
    [300, 676, 'Harbour Road'],
    [50, 664, 'Oldtown'],
    [300, 664, 'Newtown'],
  ])
  expect((await laidOut(sides)).grids).toEqual([])
})

test('blocks are read column by column, and hold the lines of one text', async () => {
  const page = await laidOut(
    write([
      [50, 750, 'A title over both columns of the page and beyond its middle'],
      [50, 700, 'Ann Reed'],
      [50, 689, 'Mill Lane'],
      [50, 678, 'Oldtown'],
      [320, 700, 'Reed and Sons'],
      [320, 689, 'Harbour Road'],
      [50, 600, 'Ends here'],
    ]),
  )
  expect(page.blocks.map(({ text }) => text)).toEqual([
    'A title over both columns of the page and beyond its middle',
    'Ann Reed\nMill Lane\nOldtown',
    'Ends here',
    'Reed and Sons\nHarbour Road',
  ])
})

test('a rule between two lines parts blocks', async () => {
  const page = await laidOut(
    `${write([
      [50, 700, 'Subtotal'],
      [50, 689, 'Total'],
    ])} 45 698 m 200 698 l S`,
  )
  expect(page.blocks).toHaveLength(2)
})

test.each([
  ['one line', (k: number) => [k * 0.01, 400]],
  ['lines of one word a hair apart', (k: number) => [(k * 37) % 500, k * 0.01]],
  ['a heap', (k: number) => [300 + (k % 7) * 0.1, 400 + (k % 11) * 0.1]],
] as const)(
  'fifty thousand words in %s are laid out within bounds',
  (_, place) => {
    const words = Array.from({ length: 50_000 }, (__, k): Word => {
      const [x = 0, y = 0] = place(k)
      const looks = { font: '', bold: false, color: '#000000', visibility: 'shown', origin: 'text' } as const
      return { text: 'w', box: [x, y, x + 4, y + 6], size: 6, ...looks, confidence: 1, order: k }
    })
    const page = {
      number: 1,
      width: 600,
      height: 800,
      toFile: [1, 0, 0, 1, 0, 0] as const,
      toShown: [1, 0, 0, 1, 0, 0] as const,
      words,
      ruledLines: [],
    }
    layOut({ ...page, fills: [], pictures: [], form: [], ocr: undefined })
  },
  30_000,
)

test('a page of twenty thousand words and fifty thousand rules is laid out within bounds', () => {
  const words = Array.from({ length: 20_000 }, (_, k): Word => {
    const [x, y] = [(k % 100) * 6, Math.floor(k / 100) * 4]
    const looks = { font: '', bold: false, color: '#000000', visibility: 'shown', origin: 'text' } as const
    return { text: `${k}`, box: [x, y, x + 5, y + 3], size: 3, ...looks, confidence: 1, order: k }
  })
  const rules = Array.from({ length: 50_000 }, (_, k): RuledLine => {
    const at = (k * 7919) % 600
    const from = (k * 104_729) % 500
    return k % 2
      ? { direction: 'up', box: [at, from, at + 0.5, from + 90] }
      : { direction: 'across', box: [from, at, from + 90, at + 0.5] }
  })
  const page = {
    number: 1,
    width: 600,
    height: 800,
    toFile: [1, 0, 0, 1, 0, 0] as const,
    toShown: [1, 0, 0, 1, 0, 0] as const,
    words,
    ruledLines: rules,
  }
  const laid = layOut({ ...page, fills: [], pictures: [], form: [], ocr: undefined })
  expect(laid.lines.length).toBeGreaterThan(150)
})
