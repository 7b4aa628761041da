import { expect, test } from 'vitest'
import { payItems } from '../../server/src/documents/risk/pay/items.ts'
import { rowsDown, writtenPaper } from './written-paper.ts'

type Row = readonly [caption: string, ...figures: string[]]

function told(gross: Row, taxes: Row, earned: Row[] = EARNED, origin: 'text' | 'ocr' = 'text'): string[] {
  const texts = [
    ...rowsDown(700, [...earned, gross]),
    ...rowsDown(600, [['Federal tax', '358.20', '3,790.66'], ['State tax', '152.44', '1,598.12'], taxes]),
  ]
  const number = (text = '') => Number(text.replaceAll(',', ''))
  const facts = writtenPaper('PAY_STUB', texts, {
    gross_pay: [number(gross[1]), gross[1] as string],
    total_taxes: [number(taxes[1]), taxes[1] as string],
  })
  for (const { page } of facts.reading.pages) for (const word of page.words) word.origin = origin
  return payItems(facts).map(({ severity, proof, fields }) => `${severity} ${proof} ${fields}`)
}

const EARNED: Row[] = [
  ['Regular', '2,920.00', '32,120.00'],
  ['Overtime', '328.50', '1,998.50'],
]
const TAXES: Row = ['Total taxes', '510.64', '5,388.78']

test('items that come to their totals', () => {
  expect(told(['Gross pay', '3,248.50', '34,118.50'], TAXES)).toEqual([])
})

test('a total that was changed beside one that closes', () => {
  expect(told(['Gross pay', '4,248.50', '34,118.50'], TAXES)).toEqual(['medium true gross_pay'])
  expect(told(['Gross pay', '3,248.50', '34,118.50'], ['Total taxes', '210.64', '5,388.78'])).toEqual([
    'medium true total_taxes',
  ])
})

test('a year that its items exceed, and one that holds items of earlier pays', () => {
  expect(told(['Gross pay', '3,248.50', '24,118.50'], TAXES)).toEqual(['medium true gross_pay'])
  expect(told(['Gross pay', '3,248.50', '54,118.50'], TAXES)).toEqual([])
})

test('a list of which nothing else tells that it is whole', () => {
  expect(told(['Gross pay', '4,248.50', '44,118.50'], TAXES)).toEqual([])
})

test('one column, whole, beside a list that closes', () => {
  const earned: Row[] = [
    ['Regular', '2,920.00'],
    ['Overtime', '328.50'],
  ]
  expect(told(['Gross pay', '4,248.50'], TAXES, earned)).toEqual(['medium true gross_pay'])
  expect(told(['Gross pay', '3,248.50'], TAXES, earned)).toEqual([])
})

test('of a scan, a total that a lost row may explain, and one that none can', () => {
  const gross = (now: string): Row => ['Gross pay', now, '34,118.50']
  expect(told(gross('4,248.50'), TAXES, EARNED, 'ocr')).toEqual([])
  expect(told(gross('1,020.00'), TAXES, EARNED, 'ocr')).toEqual(['medium true gross_pay'])
})

test('a total under headings of its own is no foot of what stands above them', () => {
  const summary = (heading: string) => {
    const texts = [
      ...rowsDown(700, [
        ['Regular', '38.00'],
        ['Overtime', '3.00'],
      ]),
      ...rowsDown(660, [
        ['', heading, 'YTD'],
        ['Gross pay', '1,020.00', '31,400.00'],
      ]),
      ...rowsDown(600, [
        ['Federal tax', '58.20'],
        ['State tax', '52.44'],
        ['Total taxes', '110.64'],
      ]),
    ]
    const facts = writtenPaper('PAY_STUB', texts, { gross_pay: [1020, '1,020.00'], total_taxes: [110.64, '110.64'] })
    return payItems(facts)
  }
  expect(summary('CURRENT')).toEqual([])
  expect(summary('').map(({ code }) => code)).toEqual(['PAY_STUB_ITEMS'])
})

test('a lone total under two columns may be that of both', () => {
  const earned: Row[] = [
    ['Sueldo', '2,920.00', '0.00'],
    ['Vales', '0.00', '328.50'],
  ]
  const texts = [
    ...rowsDown(700, [...earned, ['Total percepciones', '', '3,248.50']]),
    ...rowsDown(600, [
      ['ISR', '358.20'],
      ['IMSS', '152.44'],
      ['Total', '510.64'],
    ]),
  ]
  const facts = writtenPaper('PAY_STUB', texts, { gross_pay: [3248.5, '3,248.50'], total_taxes: [510.64, '510.64'] })
  expect(payItems(facts)).toEqual([])
})
