import { expect, test } from 'vitest'
import { findCurrency } from '../../server/src/documents/extract/invoice/currency-field.ts'
import { documentCurrency } from '../../server/src/documents/values/currency.ts'
import { writtenPage } from './written-page.ts'

test('a currency is evidenced by a sign or code, not by a street that begins like one', () => {
  const page = writtenPage([
    [50, 700, 'Viale Europa 7'],
    [50, 500, 'Totale imponibile:'],
    [400, 500, '€ 1.574,14'],
  ])
  expect(findCurrency([page])).toMatchObject({ value: 'EUR', printed: '€' })
})

test.each([
  ['ITL', 'Totale € 1.574,14', 'ITL'],
  ['VAT', 'Total € 1.574,14', 'EUR'],
])('behind its caption %s is one if there ever was such money', (code, total, currency) => {
  const page = writtenPage([
    [50, 700, 'Valuta:'],
    [120, 700, code],
    [50, 500, total],
  ])
  expect(findCurrency([page])).toMatchObject({ value: currency })
})

test.each([
  ['Total $12.00, Mill Race Rd, Bend, OR 97701', 'USD'],
  ['Date: March 4, 2025. Total $12.00', 'USD'],
  ['Total MXN $ 580.00', 'MXN'],
  ['RFC: XAXX010101000. Total $580.00', 'MXN'],
  ['Total $12.00', undefined],
  ['Total 120 kr', undefined],
  ['Total 120 kr. CVR 25313763', 'DKK'],
  ['Att betala 120 kr', 'SEK'],
  ['Cedar post 10ft 12 72.00 864.00, total USD 1,432.08', 'USD'],
  ['10ft 12ft 14ft 864.00', undefined],
  ['Fizetendő: 12 500 Ft', 'HUF'],
])("%s: what is printed as a currency, then the issuer's country, then nothing", (text, currency) => {
  expect(documentCurrency(text)?.currency).toBe(currency)
})
