import { expect, test } from 'vitest'
import type { Box } from '../../server/src/documents/model/box.ts'
import type { Word } from '../../server/src/documents/model/page.ts'
import { besideText } from '../../server/src/documents/ocr/typed-onto.ts'
import { JOINED_NUMBERS } from '../../server/src/documents/risk/joined-numbers.ts'
import { wordsOf } from './written-page.ts'
import { writtenPaper } from './written-paper.ts'

const [base] = wordsOf([[0, 0, 'any']]) as [Word]
const word = (text: string, box: Box, origin: Word['origin']): Word => ({ ...base, text, box, origin })

const read = word('13,341.57', [250, 500, 300, 510], 'ocr')
const digit = word('1', [249, 500, 255, 510], 'text')

test('a number of a scan that a digit was typed before is read whole, with its two pieces', () => {
  const { words, texts } = besideText([read], [digit])
  expect(texts).toEqual([digit])
  expect(words.map(({ text, setOnto }) => [text, setOnto?.map((piece) => piece.text)])).toEqual([
    ['13,341.57', ['1', '3,341.57']],
  ])
})

function flagsOf(number: Word, ...shown: Word[]) {
  const facts = writtenPaper('BANK_STATEMENT', [[40, 700, 'Ending balance']])
  facts.reading.pages[0]?.page.words.push(...besideText([number], shown).words)
  const flags = JOINED_NUMBERS.flatMap((rule) => rule(facts))
  return flags.map(({ code, severity, proof }) => [code, severity, proof])
}

test('it is evidence, and in doubt where the scan was not read for sure', () => {
  expect(flagsOf(read, digit)).toEqual([['NUMBER_IN_TWO_PIECES', 'high', true]])
  expect(flagsOf({ ...read, confidence: 0.7 }, digit)).toEqual([['NUMBER_IN_TWO_PIECES', 'low', false]])
})

test.each<[string, Word, Word]>([
  ['a year behind its century', word('2024', [250, 500, 270, 510], 'ocr'), word('24', [260, 500, 270, 510], 'text')],
  [
    'an amount before its cents',
    word('450.00', [250, 500, 280, 510], 'ocr'),
    word('450', [250, 500, 265, 510], 'text'),
  ],
])('%s that the paper prints is filled in, and read whole', (_, whole, text) => {
  expect(flagsOf(whole, text)).toEqual([])
  expect(besideText([whole], [text])).toEqual({ words: [whole], texts: [text] })
})

test('the value of a form field is what the file says', () => {
  const value: Word = { ...digit, origin: 'form' }
  expect(besideText([read], [value])).toEqual({ words: [], texts: [] })
})

test('who types many numbers, or other words in the same font, fills in a form', () => {
  expect(flagsOf(read, digit, word('Ottawa', [60, 600, 90, 610], 'text'))).toEqual([])
  expect(flagsOf(read, digit, { ...word('Bates', [60, 600, 90, 610], 'text'), font: 'Courier' })).toHaveLength(1)
  const below = (one: Word, at: number): Word => ({
    ...one,
    box: one.box.map((x, k) => (k % 2 ? x - 20 * at : x)) as never,
  })
  const lines = [0, 1, 2, 3]
  const { words } = besideText(
    lines.map((at) => below(read, at)),
    lines.map((at) => below(digit, at)),
  )
  expect(words.map(({ text, setOnto }) => [text, setOnto])).toEqual(lines.map(() => [read.text, undefined]))
})

test('what is typed in a free place, a stamp across a number, and text that was recognised stay as they were', () => {
  const beside = word('1', [200, 500, 206, 510], 'text')
  const stamp = word('PAID', [255, 500, 290, 510], 'text')
  const same = word('13,341.57', [250, 500, 300, 510], 'text')
  expect(besideText([read], [beside])).toEqual({ words: [read], texts: [] })
  for (const other of [stamp, same]) expect(besideText([read], [other])).toEqual({ words: [], texts: [] })
})
