import { expect, test } from 'vitest'
import { overRates } from '../../server/src/documents/extract/invoice/sum-rates.ts'
import type { Sum, SumKind } from '../../server/src/documents/extract/invoice/sum-words.ts'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { Word } from '../../server/src/documents/model/page.ts'

const box: Box = [40, 600, 80, 610]
const words = [{ text: '1.00', box }] as Word[]

const sum = (kind: SumKind, value: number): Sum => ({
  ...{ kind, value, caption: kind },
  field: { value, printed: '1.00', confidence: 0.9, page: 1, box, words, method: 'hand' },
})

/** Rows of net and tax, with what stands behind them. */
const over = (rows: readonly (readonly number[])[], last: Sum[] = []) =>
  overRates(
    rows.map(([net = 0, tax = 0], at) => [
      ...[sum('net', net), sum('tax', tax)],
      ...(at === rows.length - 1 ? last : []),
    ]),
  )?.map(({ kind, value }) => `${kind} ${value}`)

test.each([
  [
    [
      [300, 63],
      [200, 20],
      [100, 4],
    ],
    ['net 600', 'tax 87'],
  ],
  [
    [
      [500, 105],
      [500, 50],
      [0, 0],
    ],
    ['net 1000', 'tax 155'],
  ],
  [
    [
      [100, 4],
      [200, 20],
      [300, 63],
    ],
    ['net 600', 'tax 87'],
  ],
])('a rate with as much net as all others is one of them: %j', (rows, sums) => expect(over(rows)).toEqual(sums))

test('a row over its parts, and one under them, are their sum', () => {
  const parts = [
    [400, 84],
    [200, 20],
  ]
  expect(over([[600, 104], ...parts], [sum('gross', 704)])).toEqual(['net 600', 'tax 104', 'gross 704'])
  expect(over([...parts, [600, 104]])).toBeUndefined()
})
