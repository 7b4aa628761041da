import { expect, test } from 'vitest'
import { findSpelledAmounts } from '../../server/src/documents/risk/spelled-amount.ts'

test('words say an amount before their figure, over lines and with a period', () => {
  const [spelled] = findSpelledAmounts('gross pay of forty-one\nthousand dollars (USD 61,000.00)')
  expect(spelled).toMatchObject({ value: 41_000, printed: 'forty-one thousand dollars' })
  expect(findSpelledAmounts('€3,100.00\n(three thousand one hundred euros per month)')).toEqual([
    expect.objectContaining({ value: 3100 }),
  ])
  expect(findSpelledAmounts('two dollars (see note 4) and forty pounds (by sea)')).toEqual([])
})
