import { expect, test } from 'vitest'
import { withAccountDigits } from '../../server/src/documents/ocr/account-digits.ts'
import { mendSigns } from '../../server/src/documents/ocr/mended-signs.ts'
import { inOwnLetters } from '../../server/src/documents/ocr/own-letters.ts'
import { spelled } from '../../server/src/documents/ocr/spelled.ts'
import { wordsOf } from './written-page.ts'

const seen = (text: string) =>
  text.split(' ').map((word, at) => ({ text: word, x0: at * 60, x1: at * 60 + 54, y0: 0, y1: 20, confidence: 0.95 }))

const account = (text: string) =>
  withAccountDigits(seen(text))
    .map((word) => word.text)
    .join(' ')

test.each([
  ['IBAN DEO8 5005 0201 0541 1327 33', 'IBAN DE08 5005 0201 0541 1327 33'],
  ['ATO92O11191366304313', 'AT092011191366304313'],
  ['GBB2 WEST 1234 5698 7654 32', 'GB82 WEST 1234 5698 7654 32'],
])('letters cannot stand where an account number has figures: %s', (read, meant) => {
  expect(account(read)).toBe(meant)
  expect(withAccountDigits(seen(read)).some(({ readings }) => readings !== undefined)).toBe(true)
})

test.each(['DEO8 5005 0201', 'SEIZE RUE DE LA PAIX', 'FIBO 12', 'DE08 5005 0201 0541 1327 33'])('%s stays', (text) =>
  expect(account(text)).toBe(text),
)

test.each([
  ['05.22:2026', '05/22/2026'],
  ['05.04:2026', '05.04.2026'],
  ['0504/2026', '05/04/2026'],
  ['12/03.2025', '12/03/2025'],
  ['N”', 'Nº'],
  ['$.L.', 'S.L.'],
  ['0.0.', 'o.o.'],
])('%s was %s, where recognition doubts it', (read, meant) => {
  expect(mendSigns(read, 0.6)).toBe(meant)
  expect(mendSigns(read, 0.95)).toBe(read)
})

test.each(['05.22.2026', '1042.2026', '99/99:2026', '$.50', '0.00', '12:30'])('%s is left alone', (text) =>
  expect(mendSigns(text, 0.5)).toBe(text),
)

const doubted = (text: string, confidence = 0.6) => wordsOf([[50, 600, text]]).map((word) => ({ ...word, confidence }))
const spell = (text: string, confidence?: number) =>
  spelled(doubted(text, confidence), 'eng')
    .map((word) => word.text)
    .join(' ')

test.each([
  ['Describtion', 'Description'],
  ['mployee', 'employee'],
  ['SECURTTY', 'SECURITY'],
  ['baiance:', 'balance:'],
])('%s is spelled %s', (read, meant) => {
  expect(spell(read)).toBe(meant)
  expect(spelled(doubted(read), 'eng')[0]?.readings).toEqual([read])
})

test.each(['Warning:', 'included', 'Employers', 'premiums', 'Baines', '1234.56', 'X0418226'])(
  '%s is another word, or another form of one',
  (text) => expect(spell(text)).toBe(text),
)

test('two letters that run into one are two again, in a long word that is nearly sure too', () => {
  const dutch = (text: string, confidence: number) => spelled(doubted(text, confidence), 'nld').map((word) => word.text)
  expect(dutch('Factuumummer', 0.95)).toEqual(['Factuurnummer'])
  expect(dutch('Factuumummer', 0.99)).toEqual(['Factuumummer'])
})

test('what was read for sure is printed so', () => expect(spell('Describtion', 0.95)).toBe('Describtion'))

test('letters of Romanian have commas under them whatever its data have, those of Turkish cedillas', () => {
  const read = (language: 'ron' | 'tur') => inOwnLetters(doubted('Ţară Ieşeană'), language).map(({ text }) => text)
  expect(read('ron')).toEqual(['Țară', 'Ieșeană'])
  expect(read('tur')).toEqual(['Ţară', 'Ieşeană'])
})
