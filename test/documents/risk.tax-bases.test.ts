import { expect, test } from 'vitest'
import { discountRate } from '../../server/src/documents/risk/discount-rate.ts'
import { taxBases } from '../../server/src/documents/risk/tax-bases.ts'
import { rowsDown, writtenPaper } from './written-paper.ts'

type Row = readonly [caption: string, ...figures: string[]]

const paper = (...rows: Row[]) => writtenPaper('INVOICE', rowsDown(700, rows))
const told = (...rows: Row[]) => taxBases(paper(...rows)).map(({ code, severity, proof }) => [code, severity, proof])
const taken = (...rows: Row[]) =>
  discountRate(paper(...rows)).map(({ code, severity, proof }) => [code, severity, proof])

const REDUCED: Row = ['VAT 5%', '240.00', '12.00']

test.each<[string, Row]>([
  ['a base that was changed', ['VAT 20%', '501.00', '140.20']],
  ['a tax that was changed', ['VAT 20%', '701.00', '40.20']],
])('%s beside another rate that holds', (_, row) => {
  expect(told(row, REDUCED)).toEqual([['TAX_OF_RATE', 'medium', true]])
})

test.each<[string, Row[]]>([
  ['taxes that are their rates’ shares', [['VAT 20%', '701.00', '140.20'], REDUCED]],
  ['rounded by its lines', [['VAT 20%', '701.00', '140.22'], REDUCED]],
  ['nothing that holds, so that the columns may be others', [['Discount 20%', '701.00', '40.20']]],
  ['a row without a rate', [['Delivery', '701.00', '40.20'], REDUCED]],
  [
    'two that do not hold, which are something else',
    [['A 20%', '701.00', '4.20'], ['B 10%', '99.00', '4.10'], REDUCED],
  ],
  ['another count of columns', [['VAT 20%', '501.00'], REDUCED]],
])('%s', (_, rows) => expect(told(...rows)).toEqual([]))

test('the flag points at what does not fit', () => {
  const [flag] = taxBases(paper(['VAT 20%', '501.00', '140.20'], REDUCED))
  expect(flag?.evidence).toHaveLength(2)
  expect(flag?.message).toBe('20 % of 501.00 is 100.20; 140.20 is printed')
})

test('a discount that is its rate’s share of nothing', () => {
  expect(taken(['Sum', '2,572.00'], ['Discount 5 %', '-328.60'], ['Net', '2,243.40'])).toEqual([
    ['DISCOUNT_OF_RATE', 'medium', true],
  ])
})

test.each<[string, Row[]]>([
  [
    'of the sum',
    [
      ['Sum', '2,572.00'],
      ['Discount 5 %', '-128.60'],
      ['Net', '2,443.40'],
    ],
  ],
  [
    'of two goods together',
    [
      ['Work', '1,000.00'],
      ['Parts', '500.00'],
      ['Travel', '80.00'],
      ['Discount 5 %', '75.00'],
    ],
  ],
  [
    'of the sum without one',
    [
      ['Sum', '1,580.00'],
      ['Travel', '80.00'],
      ['Discount 5 %', '75.00'],
    ],
  ],
  [
    'without a rate',
    [
      ['Sum', '2,572.00'],
      ['Discount', '-328.60'],
    ],
  ],
  [
    'of two rates',
    [
      ['Sum', '2,572.00'],
      ['Discount 5 % + 3 %', '-201.65'],
    ],
  ],
])('a discount %s is in order', (_, rows) => expect(taken(...rows)).toEqual([]))
