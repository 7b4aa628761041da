import { expect, test } from 'vitest'
import { findCurrency } from '../../server/src/documents/extract/invoice/currency-field.ts'
import { writtenPage } from './written-page.ts'

test('a currency is evidenced by a sign or code, not by a street that begins like one', () => {
  const page = writtenPage([
    [50, 700, 'Viale Europa 7'],
    [50, 500, 'Totale imponibile:'],
    [400, 500, '€ 1.574,14'],
  ])
  expect(findCurrency([page])).toMatchObject({ value: 'EUR', printed: '€' })
})
