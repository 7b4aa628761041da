import { expect, test } from 'vitest'
import { currencyOfCountry } from '../../server/src/documents/values/currency-country.ts'

test("a register number of New Zealand says whose dollar it is, though Canada's tax has the same name", () => {
  expect(currencyOfCountry('$', 'GST No 101-202-303\nTotal $12.00\nGST included $1.57')).toBe('NZD')
})

test('the tax alone, with a number of Canada or none, stays Canadian', () => {
  expect(currencyOfCountry('$', 'GST # 123456789 RT0001\nTotal $12.00')).toBe('CAD')
  expect(currencyOfCountry('$', 'Total $12.00\nGST 5% $0.60')).toBe('CAD')
})

test('a number of a country without dollars says nothing of a dollar', () => {
  expect(currencyOfCountry('$', 'CHE-123.456.789\nSalem, OR 97301\nTotal $12.00')).toBe('USD')
})
