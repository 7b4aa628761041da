import { expect, test } from 'vitest'
import { bestOf } from '../../server/src/documents/extract/labels/candidate.ts'
import { findLabelled } from '../../server/src/documents/extract/labels/find-labelled.ts'
import { amountReader, dateReader, textReader } from '../../server/src/documents/extract/labels/value-reader.ts'
import { type Written, writtenPage } from './written-page.ts'

const TOTAL = { labels: ['total'], except: ['total tax', 'sub total', 'subtotal'], read: amountReader() }

function best(texts: Written[], query: Parameters<typeof findLabelled>[1], boxes?: Parameters<typeof writtenPage>[1]) {
  const found = bestOf(findLabelled([writtenPage(texts, boxes)], query))
  return found && [found.value, found.method]
}

test.each<[string, Written[], string]>([
  ['behind the label', [[50, 700, 'Total: 12.50']], 'label-inline'],
  [
    'right of it',
    [
      [50, 700, 'TOTAL'],
      [300, 700, '$ 12.50'],
    ],
    'label-right',
  ],
  [
    'under it',
    [
      [50, 700, 'Total'],
      [50, 686, '12.50'],
      [300, 686, '99.00'],
    ],
    'label-below',
  ],
  [
    'not what belongs to a longer label',
    [
      [50, 700, 'Sub-total 10.00'],
      [50, 680, 'Total tax 2.50'],
      [50, 660, 'Total 12.50'],
    ],
    'label-inline',
  ],
])('the value %s', (_, texts, method) => expect(best(texts, TOTAL)).toEqual([12.5, method]))

test('the value in the same ruled box', () => {
  const box = [40, 650, 200, 715] as const
  expect(
    best(
      [
        [45, 702, 'Total'],
        [150, 655, '12.50'],
      ],
      TOTAL,
      [box],
    ),
  ).toEqual([12.5, 'label-box'])
})

test('label and value of one word', () => {
  const query = { labels: ['date'], read: dateReader({ order: 'DMY' }) }
  expect(best([[50, 700, 'Date:03/04/2018']], query)).toEqual(['2018-04-03', 'label-inline'])
})

test('labels are found whatever the case, accents and signs, and through confused letters', () => {
  const query = { labels: ['montant dû', 'invoice number'], read: textReader() }
  expect(
    best(
      [
        [50, 700, 'MONTANT DU : 5'],
        [50, 650, 'nothing'],
      ],
      query,
    )?.[0],
  ).toBe('5')
  expect(
    best(
      [
        [50, 700, 'lnvoice-Nurnber'.replace('rn', 'm')],
        [300, 700, 'A-17'],
      ],
      query,
    )?.[0],
  ).toBe('A-17')
})

test('a segment that is a label ends the search to the right', () => {
  const query = { labels: ['paid on'], read: dateReader(), places: ['label-right' as const] }
  expect(
    best(
      [
        [50, 700, 'Paid on:'],
        [150, 700, 'Due on:'],
        [300, 700, '2018-06-13'],
      ],
      query,
    ),
  ).toBeUndefined()
})

test('a value that is no value of the kind is passed over', () => {
  const query = { labels: ['due'], read: dateReader() }
  const texts: Written[] = [
    [50, 700, 'Due'],
    [50, 686, 'see below'],
    [50, 672, '13 June 2018'],
  ]
  expect(best(texts, query)?.[0]).toBe('2018-06-13')
})

test('places that agree lift each other', () => {
  const once = bestOf(findLabelled([writtenPage([[50, 700, 'Total 12.50']])], TOTAL))
  const twice = bestOf(
    findLabelled(
      [
        writtenPage([
          [50, 700, 'Total 12.50'],
          [50, 400, 'Total 12.50'],
        ]),
      ],
      TOTAL,
    ),
  )
  expect(twice?.confidence).toBeGreaterThan(once?.confidence ?? 1)
})

test('captions in a row have their values in turn where cells set the two at other edges', () => {
  const row: Written[] = [
    [72, 700, 'Issued'],
    [231, 700, 'Payable'],
    [383, 700, 'Reference'],
    [15, 686, '14/10/2031'],
    [180, 686, '13/11/2031'],
    [329, 686, 'boiler'],
  ]
  expect(best(row, { labels: ['payable'], read: dateReader({ order: 'DMY' }) })).toEqual(['2031-11-13', 'label-below'])
  expect(best(row.slice(0, 5), { labels: ['payable'], read: dateReader({ order: 'DMY' }) })).toBeUndefined()
})
