import { expect, test } from 'vitest'
import { mendNumeral } from '../../server/src/documents/ocr/numerals.ts'
import { tidyWords } from '../../server/src/documents/ocr/tidy-words.ts'

const mend = (text: string) => mendNumeral(text, 1).text

test.each([
  ['1,234.56', '1,234.56'],
  ['1,2O4.56', '1,204.56'],
  ['l,234.56', '1,234.56'],
  ['$4S.00', '$45.00'],
  ['1.513.42', '1,513.42'],
  ['24,410,00', '24.410,00'],
  ['505:31', '505.31'],
  ['771.89]', '771.89'],
  ['334,5]', '334,51'],
  ['|528365748', '528365748'],
])('%s was %s', (seen, meant) => expect(mend(seen)).toBe(meant))

test.each(['14:30', 'B123456789', 'SO-2024', '2024-03-01', 'Total', 'l0', '1.2.3', 'R2D2', '10.0.0.12', 'V6C', '12a'])(
  '%s is left alone',
  (text) => expect(mend(text)).toBe(text),
)

test.each([
  ['S12.50', '$12.50'],
  ['S1,234.50', '$1,234.50'],
  ['-S9.99', '-$9.99'],
  ['(S1,O00.00)', '($1,000.00)'],
])('the letter of %s is the sign of dollars and no digit', (seen, meant) => {
  expect(mend(seen)).toBe(meant)
  expect(mendNumeral(seen, 0.9)).toMatchObject({ readings: [seen] })
})

test('what was read is kept with the word that was made of it', () => {
  expect(tidyWords(line('1,2O4.56', '7.00')).map(({ readings }) => readings)).toEqual([['1,2O4.56'], undefined])
})

test('what was corrected is less sure', () => {
  expect(mendNumeral('1,2O4.56', 0.9).confidence).toBeLessThan(0.8)
  expect(mendNumeral('1,204.56', 0.9).confidence).toBe(0.9)
})

test('a number that was torn at its point is one again', () => {
  expect(tidyWords(line('1,234.', '56')).map(({ text }) => text)).toEqual(['1,234.56'])
  expect(tidyWords(line('1', ',234.56')).map(({ text }) => text)).toEqual(['1,234.56'])
  expect(tidyWords(line('Total', '56')).map(({ text }) => text)).toEqual(['Total', '56'])
})

test('a number that hides its digits is one, however its strokes stand', () => {
  const near = line('XXX', '-XX-0418').map((word, at) => (at === 0 ? { ...word, x1: 56 } : word))
  expect(tidyWords(near).map(({ text }) => text)).toEqual(['XXX-XX-0418'])
  expect(tidyWords(line('100', '-20')).map(({ text }) => text)).toEqual(['100', '-20'])
})

test('the sides of a narrow box are no part of the value in it', () => {
  expect(tidyWords(line('|QC', '5|', '|nc.')).map(({ text }) => text)).toEqual(['QC', '5', '|nc.'])
})

test('specks and the rests of lines are no words', () => {
  const words = [...line('|', 'Box', '_', '14', '~'), ...line('x').map((word) => ({ ...word, confidence: 0.3 }))]
  expect(tidyWords(words).map(({ text }) => text)).toEqual(['Box', '14'])
})

function line(...texts: string[]) {
  return texts.map((text, at) => ({ text, x0: at * 60, x1: at * 60 + 54, y0: 0, y1: 20, confidence: 0.95 }))
}
