import { expect, test } from 'vitest'
import { findFlags } from '../../server/src/documents/risk/find-flags.ts'
import { findSpelledAmounts } from '../../server/src/documents/risk/spelled/spelled-amount.ts'
import { type Case, partOf, readingOf, word } from './risk-case.ts'

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
  ['R$ 2.730,45 (dois mil, setecentos e trinta reais e\nquarenta e cinco centavos)', 2730.45],
  ['3 100,40 € (trois mille cent euros et\nquarante centimes)', 3100.4],
  ['se llama mil veces, y 3 por 100', undefined],
])('%s', (text, value) => {
  const [spelled] = findSpelledAmounts(text)
  if (value === undefined) expect(spelled).toBeUndefined()
  else expect(spelled?.value).toBeCloseTo(value, 2)
})

test('recognised words of an amount speak against a figure that has one other digit, read again as the same', () => {
  const cheque = (figure: number, reread: boolean) => {
    const said = 'three thousand four hundred eighteen and 75/100'
      .split(' ')
      .map((text, at) => word(text, [40 + 60 * at, 300, 40 + 60 * at + 5 * text.length, 310], { origin: 'ocr' }))
    const made: Case = { type: 'CHEQUE', fields: { amount: figure }, origin: 'ocr', wordConfidence: 0.98, words: said }
    const page = { ocr: { language: 'eng', angle: 0, dpi: 200 } } as never
    const part = partOf({ ...made, page })
    for (const each of part.fields.amount?.words ?? []) each.reread = reread
    return findFlags(readingOf({ ...made, page }, [part]), [part]).filter(({ code }) => /^SPELLED/.test(code))
  }
  expect(cheque(9418.75, true)).toMatchObject([{ severity: 'medium', fields: ['amount'] }])
  expect(cheque(9418.75, false)).toMatchObject([{ severity: 'low', proof: false }])
  expect(cheque(418.75, true)).toEqual([])
  expect(cheque(3418.75, true)).toEqual([])
})

test.each([
  ['one thousand two hundred thirty-four and 56/100', 1234.56],
  ['Twenty-two thousand five dollars and 00/100', 22_005],
  ['Three hundred and twelve dollars and forty cents', 312.4],
  ['one million two thousand and 10/100', 1_002_000 + 10_000 / 100_000],
])('%s', (text, value) =>
  expect(findSpelledAmounts(`Pay ${text} to`)).toEqual([expect.objectContaining({ value: expect.closeTo(value, 2) })]),
)

test('words say whole amounts again in brackets', () => {
  const said = (words: string) => findSpelledAmounts(`a salary of $52,400.00 (${words}) a year`)
  expect(said('fifty-two thousand four hundred dollars')).toEqual([expect.objectContaining({ value: 52_400 })])
  expect(findSpelledAmounts('up to one hundred dollars, and for a pass $5 (five days)')).toEqual([])
})

test('words of other things are no amounts', () =>
  expect(findSpelledAmounts('Item one and 20/100 mm, seven days, 3 cents')).toEqual([
    expect.objectContaining({ value: 1.2 }),
  ]))
