import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Word } from '../../server/src/documents/model/page.ts'
import { type AmountStyle, parseAmount, parsePercent } from '../../server/src/documents/values/amount.ts'
import { amountStyle, findAmounts } from '../../server/src/documents/values/amount-style.ts'
import { documentCurrency } from '../../server/src/documents/values/currency.ts'

const DOT: AmountStyle = { decimal: '.', group: ',' }
const COMMA: AmountStyle = { decimal: ',', group: '.' }

/** Words of one line, six points a character, one blank between them unless `gap` says more. */
function line(text: string, gap = 3): Word[] {
  let x = 50
  return text.split(' ').map((part, order) => {
    const box = [x, 100, x + part.length * 6, 110] as const
    x = box[2] + gap
    return {
      text: part,
      box,
      size: 10,
      font: '',
      bold: false,
      color: '#000000',
      visibility: 'shown',
      origin: 'text',
      confidence: 1,
      order,
    }
  })
}

test.each([
  ['1,234.56', 1234.56],
  ['1.234,56', 1234.56],
  ['1 234,56', 1234.56],
  ['1\u202f234,56', 1234.56],
  ["1'234.56", 1234.56],
  ['1’234.56', 1234.56],
  ['1 234.56', 1234.56],
  ['12,34,567.89', 1234567.89],
  ['.50', 0.5],
  ['0.00', 0],
  ['1234', 1234],
  ['1,234,567', 1234567],
  ['(1,234.56)', -1234.56],
  ['1,234.56-', -1234.56],
  ['−1.234,56', -1234.56],
  ['-$1,234.56', -1234.56],
  ['$-1,234.56', -1234.56],
  ['($1,234.56)', -1234.56],
  ['+ 1,234.56', 1234.56],
  ['50,--', 50],
  ['50.-', 50],
  ['1234.56*', 1234.56],
])('%s is %d', (text, value) => expect(parseAmount(text)?.value).toBe(value))

test.each([
  ['$ 12.00', '$'],
  ['12,00 €', 'EUR'],
  ['12€50', 'EUR'],
  ['EUR 12,00', 'EUR'],
  ['12.00CHF', 'CHF'],
  ['CA$12.00', 'CAD'],
  ['£12.00', 'GBP'],
  ['12,00', undefined],
])('%s is in %s', (text, currency) => expect(parseAmount(text)?.currency).toBe(currency))

test('CR and DR are told and do not change the sign', () => {
  expect(parseAmount('1,234.56 CR')).toMatchObject({ value: 1234.56, mark: 'CR', negative: false })
  expect(parseAmount('1.234,56 S')).toMatchObject({ value: 1234.56, mark: 'DR' })
})

test('a dot before three digits is read as the document writes', () => {
  expect(parseAmount('1.234', { style: COMMA })).toMatchObject({ value: 1234, certain: true })
  expect(parseAmount('1.234', { style: DOT })).toMatchObject({ value: 1.234, certain: true })
  expect(parseAmount('1,234', { style: DOT })).toMatchObject({ value: 1234, certain: true })
  expect(parseAmount('1.234')).toMatchObject({ value: 1234, certain: false })
  expect(parseAmount('0.125')).toMatchObject({ value: 0.125, certain: true })
})

test('cents in a column of their own', () => {
  expect(parseAmount('1234 56', { splitCents: true })?.value).toBe(1234.56)
  expect(parseAmount('1,234 56', { splitCents: true })?.value).toBe(1234.56)
  expect(parseAmount('1 234 56', { splitCents: true })?.value).toBe(1234.56)
  expect(parseAmount('1234 56')).toBeUndefined()
})

test.each(['', 'abc', '12.12.18', '19 %', '1.234.56', '1,23,45', '12-34', '1.2.3', '12 34', 'A12', '12:30', '$', '-'])(
  '%j is no amount',
  (text) => expect(parseAmount(text)).toBeUndefined(),
)

test('percentages', () => {
  expect(parsePercent('19 %')).toBe(19)
  expect(parsePercent('5,5%')).toBe(5.5)
  expect(parsePercent('19')).toBeUndefined()
})

const STYLES = [
  { decimal: '.', group: ',' },
  { decimal: ',', group: '.' },
  { decimal: ',', group: ' ' },
  { decimal: '.', group: "'" },
  { decimal: ',', group: '\u00a0' },
  { decimal: '.', group: '' },
] as const
const WRAPPINGS = [
  (s: string) => s,
  (s: string) => `$${s}`,
  (s: string) => `${s} €`,
  (s: string) => `CHF ${s}`,
  (s: string) => `${s} CR`,
]
const NEGATIVES = [(s: string) => `-${s}`, (s: string) => `${s}-`, (s: string) => `(${s})`, (s: string) => `\u2212${s}`]

test('any amount printed in any locale is read back to the cent', () => {
  const cents = fc.bigInt({ min: 0n, max: 999_999_999_999n })
  fc.assert(
    fc.property(
      cents,
      fc.constantFrom(...STYLES),
      fc.constantFrom(...WRAPPINGS),
      fc.option(fc.constantFrom(...NEGATIVES)),
      (amount, { decimal, group }, wrap, negate) => {
        const digits = amount.toString().padStart(3, '0')
        const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, group)
        const printed = wrap(`${whole}${decimal}${digits.slice(-2)}`)
        const value = Number(amount) / 100
        expect(parseAmount(negate ? negate(printed) : printed)?.value).toBe(negate && value !== 0 ? -value : value)
      },
    ),
  )
})

test('the style is the one of the unmistakable amounts', () => {
  expect(amountStyle(line('1.234,56 12,50 3.000'))).toEqual({ decimal: ',', group: '.' })
  expect(amountStyle(line('$1,234.56 12.50'))).toEqual({ decimal: '.', group: ',' })
  expect(amountStyle(line('1 234,56 7,00'))).toEqual({ decimal: ',', group: ' ' })
  expect(amountStyle(line('Total 3.000'))).toEqual({ decimal: undefined, group: undefined })
})

test('amounts of a line, with the words that print them', () => {
  const found = findAmounts(line('Montant 1 234,56 € 12,00'), { style: { decimal: ',', group: ' ' } })
  expect(found.map(({ value, printed }) => [value, printed])).toEqual([
    [1234.56, '1 234,56 €'],
    [12, '12,00'],
  ])
  expect(findAmounts(line('2 150.00', 20)).map(({ value }) => value)).toEqual([2, 150])
  expect(findAmounts(line('2 150.00'), { style: DOT }).map(({ value }) => value)).toEqual([2, 150])
})

test('the currency of a document', () => {
  expect(documentCurrency('Total: 12,00 EUR')).toEqual({ currency: 'EUR', certain: true })
  expect(documentCurrency('Total $12.00, Springfield, IL 62701')).toEqual({ currency: 'USD', certain: false })
  expect(documentCurrency('Total $12.00, Guelph ON N1G 2W1, GST 5.00')).toEqual({ currency: 'CAD', certain: false })
  expect(documentCurrency('Total $12.00. All amounts in Canadian dollars')).toEqual({ currency: 'CAD', certain: true })
  expect(documentCurrency('nothing here')).toBeUndefined()
})
