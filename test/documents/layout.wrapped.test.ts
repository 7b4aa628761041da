import { expect, test } from 'vitest'
import { joinContinued, type TableLine } from '../../server/src/documents/layout/continued-rows.ts'
import { wordsOf } from './written-page.ts'

/** A line of a table of a day, a text and an amount, at a height. */
function line(y: number, day: string, text: string, amount: string): TableLine {
  const cells = [day, text, amount].map((cell, at) => (cell === '' ? [] : wordsOf([[40 + 150 * at, y, cell]])))
  return { box: [40, y, 400, y + 10], size: 10, cells, figures: [false, false, amount !== ''] }
}

const textsOf = (lines: TableLine[]) =>
  joinContinued(lines).map(({ cells }) => cells[1]?.map(({ text }) => text).join(' '))

test('the rest of a wrapped description goes on with the row above', () => {
  const lines = [
    line(700, '3 Mar', 'Standing order', '50.00'),
    line(689, '', 'Alder Rentals', ''),
    line(670, '4 Mar', 'Card', '12.00'),
  ]
  expect(textsOf(lines)).toEqual(['Standing order Alder Rentals', 'Card'])
})

test('the first line of a description that stands over its figures belongs to the row below', () => {
  const lines = [
    line(700, '3 Mar', 'Card', '12.00'),
    line(684, '', 'Standing order', ''),
    line(673, '4 Mar', 'Alder Rentals', '50.00'),
  ]
  expect(textsOf(lines)).toEqual(['Card', 'Standing order Alder Rentals'])
})
