import { expect, test } from 'vitest'
import type { Page, Word } from '../../server/src/documents/model/page.ts'
import type { Print } from '../../server/src/documents/ocr/read-print.ts'
import { recognisedPage } from '../../server/src/documents/ocr/recognised-page.ts'
import type { SeenWord } from '../../server/src/documents/ocr/tesseract.ts'
import { findHiddenText } from '../../server/src/documents/risk/hidden-text.ts'
import { findLayerNumbers } from '../../server/src/documents/risk/layer-numbers.ts'
import { word } from './risk-case.ts'
import { writtenPage } from './written-page.ts'

const [WIDE, HIGH, SCALE] = [1700, 2200, 2]
const XS = [150, 260, 370, 480, 1250, 1360, 1470]

/** A figure a place, no two alike, on lines that a camera made fan out by more than the next line lies away. */
function pieceOf(line: number): SeenWord[] {
  const y = 200 + 36 * line
  return XS.map((x, at) => {
    const foot = y + 110 * ((x + 40) / WIDE - 0.5) * (0.6 - (y / HIGH - 0.5))
    const text = at % 2 === 0 ? `${10_000 + 37 * (10 * line + at)}` : `${110 + 10 * line + at}.${17 + line}`
    return { text, x0: x, x1: x + 80, y0: foot - 18, y1: foot, confidence: 0.96 }
  })
}

const pieces = Array.from({ length: 40 }, (_, line) => pieceOf(line))

const print: Print = {
  straight: { bitmap: { width: WIDE, height: HIGH } as never, turned: 0, skewDegrees: 0 },
  pieces,
  rows: pieces.map((piece) => ({
    parts: piece.flatMap(({ x0, y0, y1 }) =>
      [0, 1, 2, 3, 4].map((at) => ({ x0: x0 + 16 * at, x1: x0 + 16 * at + 13, y0, y1, ink: 100 })),
    ),
  })) as never,
  lines: [],
  language: 'eng',
}

/** What another program read, where the picture shows it. */
const layer: Word[] = pieces.flat().map(({ text, x0, x1, y0, y1 }) => {
  const foot = (HIGH - y1) / SCALE
  return word(text, [x0 / SCALE, foot - 2.5, x1 / SCALE, foot + (y1 - y0) / SCALE], { visibility: 'invisible' })
})

const pageOf = (words: Word[]): Page => ({ ...writtenPage([]).page, width: WIDE / SCALE, height: HIGH / SCALE, words })

test('an honest layer under a bent photograph says what the picture shows', () => {
  const page = recognisedPage(pageOf(layer), print, SCALE, 'hidden-layer')
  expect(page.bend).toBeDefined()
  const read = page.words.filter(({ origin }) => origin === 'ocr')
  expect(read.map(({ text }) => text)).toEqual(pieces.flat().map(({ text }) => text))
  expect(read.filter(({ confidence }) => confidence < 0.995)).toEqual([])
  const reading = { pages: [{ page }] } as never
  expect([...findHiddenText(reading), ...findLayerNumbers(reading)]).toEqual([])
})

test('where our own reading is unsure, what the layer of the same line says is another reading', () => {
  const doubted = pieces.map((piece) => piece.map((seen) => ({ ...seen, text: '7', confidence: 0.3 })))
  const page = recognisedPage(pageOf(layer), { ...print, pieces: doubted }, SCALE, 'hidden-layer')
  const read = page.words.filter(({ origin }) => origin === 'ocr')
  expect(new Set(read.map(({ text }) => text))).toEqual(new Set(['7']))
  expect(read.map(({ readings }) => readings)).toEqual(pieces.flat().map(({ text }) => [text]))
})

const WORN = 0.6

test('a layer that says another figure than worn print is not what is read, and is told', () => {
  const worn = pieces.map((piece) => piece.map((seen) => ({ ...seen })))
  const [figure, said] = [worn[3]?.[1] as SeenWord, layer[3 * XS.length + 1] as Word]
  Object.assign(figure, { text: '1,559.00', confidence: WORN })
  const lying = layer.map((word) => (word === said ? { ...word, text: '3,559.00' } : word))
  const page = recognisedPage(pageOf(lying), { ...print, pieces: worn }, SCALE, 'hidden-layer')
  const texts = page.words.filter(({ origin }) => origin === 'ocr').map(({ text }) => text)
  expect([texts.includes('1,559.00'), texts.includes('3,559.00')]).toEqual([true, false])
  const reading = { pages: [{ page }] } as never
  expect(findHiddenText(reading)).toMatchObject([{ code: 'TEXT_LAYER_DISAGREES', severity: 'low', doubted: [{}] }])
})
