import { expect, test } from 'vitest'
import { findSpelledAmounts } from '../../server/src/documents/risk/spelled/spelled-amount.ts'

test('words say an amount before their figure, over lines and with a period', () => {
  const [spelled] = findSpelledAmounts('gross pay of forty-one\nthousand dollars (USD 61,000.00)')
  expect(spelled).toMatchObject({ value: 41_000, printed: 'forty-one thousand dollars' })
  expect(findSpelledAmounts('€3,100.00\n(three thousand one hundred euros per month)')).toEqual([
    expect.objectContaining({ value: 3100 }),
  ])
  expect(findSpelledAmounts('two dollars (see note 4) and forty pounds (by sea)')).toEqual([])
})

test.each([
  ['(SIETE MIL TRESCIENTOS VEINTICUATRO PESOS 92/100 M.N.)', 7324.92],
  ['Son: un millón doscientos mil cuarenta y cinco pesos con 00/100', 1_200_045],
  ['son un mil cuarenta y cinco soles 10/100', 1045.1],
  ['sete mil, trezentos e vinte e quatro reais e noventa e dois centavos', 7324.92],
  ['trois mille deux cent quatre-vingt-dix-sept euros et cinquante centimes', 3297.5],
  ['3 100,00 € (trois mille cent euros)', 3100],
  ['se llama mil veces, y 3 por 100', undefined],
])('%s', (text, value) => {
  const [spelled] = findSpelledAmounts(text)
  if (value === undefined) expect(spelled).toBeUndefined()
  else expect(spelled?.value).toBeCloseTo(value, 2)
})
