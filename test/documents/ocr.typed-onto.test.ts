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

test('it is evidence', () => {
  const facts = writtenPaper('BANK_STATEMENT', [[40, 700, 'Ending balance']])
  facts.reading.pages[0]?.page.words.push(...besideText([read], [digit]).words)
  const flags = JOINED_NUMBERS.flatMap((rule) => rule(facts))
  expect(flags.map(({ code, severity }) => [code, severity])).toEqual([['NUMBER_IN_TWO_PIECES', 'high']])
})

test('what is typed in a free place, a stamp across a number, and text that was recognised stay as they were', () => {
  const beside = word('1', [200, 500, 206, 510], 'text')
  const stamp = word('PAID', [255, 500, 290, 510], 'text')
  const same = word('13,341.57', [250, 500, 300, 510], 'text')
  expect(besideText([read], [beside])).toEqual({ words: [read], texts: [] })
  for (const other of [stamp, same]) expect(besideText([read], [other])).toEqual({ words: [], texts: [] })
})
