import { expect, test } from 'vitest'
import { typedValue } from '../../server/web/routes/documents/typed-value.ts'

test.each([
  ['1234.5', 1234.5],
  ['1,234.50', 1234.5],
  ['1.234,50', 1234.5],
  ['1 234,50', 1234.5],
  ["1'234.50", 1234.5],
  ['12,34', 12.34],
  ['-1.234.567', -1_234_567],
  ['1,234', 1234],
  ['−7', -7],
  ['0.125', 0.125],
])('%s is typed for an amount', (text, value) => {
  expect(typedValue('PAY_STUB', 'gross_pay', text)).toEqual({ value })
})

// A thousand and more, or one and a bit: nobody but who typed it knows.
test.each(['1.234', '12,34,56', '1.234,567', '3.4.5', '$5', 'twelve'])('%s is no amount', (text) => {
  expect(typedValue('PAY_STUB', 'gross_pay', text)).toEqual({ fault: 'Type an amount such as 1234.56.' })
})

test('nothing typed says that the paper does not have it', () => {
  expect(typedValue('PAY_STUB', 'gross_pay', '  ')).toEqual({ value: null })
})
