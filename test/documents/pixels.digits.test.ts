import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { copiesIn } from '../../server/src/documents/risk/pixels/copied.ts'
import { findTraces } from '../../server/src/documents/risk/pixels/find-traces.ts'
import type { Glyph } from '../../server/src/documents/risk/pixels/glyphs.ts'
import type { SeenWord } from '../../server/src/documents/risk/pixels/spot.ts'
import { strangeDigits } from '../../server/src/documents/risk/pixels/strange-digits.ts'
import { SERIF } from './pen-fonts.ts'
import { copyPixels, DPI, type Glass, grain, greyPicture, laid, saved } from './sheet-on-glass.ts'

const TARGET = 30
/** A first digit's cell in its word, in pixels: from the word's left and its middle. */
const [WIDE, HIGH] = [17, 26]

function cellOf({ spot: { x, y, wide } }: SeenWord) {
  const [left, top] = [Math.round(x - wide / 2) - 2, Math.round(y - HIGH / 2) - 1]
  return [left, top, left + WIDE, top + HIGH] as const
}

/** The first digit typed anew on blank paper, with the scanner's blur and grain. */
function retyped({ canvas, words, chance }: Glass, digit: string, font: string): SeenWord[] {
  const target = words[TARGET] as SeenWord
  const cell = cellOf(target)
  copyPixels(canvas, [cell[0], 570, cell[2], 570 + HIGH], cell)
  const layer = createCanvas(canvas.width, canvas.height)
  const pen = layer.getContext('2d')
  pen.filter = 'blur(1px)'
  pen.font = `28px ${font}`
  pen.fillStyle = '#242424'
  pen.fillText(digit, cell[0] + 3, target.spot.y + 0.28 * 26)
  canvas.getContext('2d').drawImage(layer, 0, 0)
  grain(canvas, 3, chance, cell)
  return words.map((word, at) => (at === TARGET ? { ...word, text: digit + word.text.slice(1) } : word))
}

test.each([11, 12])('a digit of another type is found among the same digits, sheet %d', async (seed) => {
  const glass = await laid(seed)
  const words = retyped(glass, '2', SERIF)
  const traces = strangeDigits(greyPicture(await saved(glass.canvas, 92)), words)
  expect(traces.map(({ at }) => at)).toContain(TARGET)
  expect(traces.find(({ at }) => at === TARGET)?.what).toMatch(/^its 2 has .* than every other 2 of its print$/)
})

test.each([14, 15, 16])('sheets as they were printed have no such digit, sheet %d', async (seed) => {
  const { canvas, words } = await laid(seed, { noise: 7, quality: 75 })
  expect(strangeDigits(greyPicture(canvas), words)).toEqual([])
})

test('a single digit copied from another amount is found there or where it came from', async () => {
  const glass = await laid(17)
  const source = glass.words.findIndex(({ value, text }, at) => value && at !== TARGET && !/^[17]/.test(text))
  const [from, to] = [glass.words[source] as SeenWord, glass.words[TARGET] as SeenWord].map(cellOf)
  copyPixels(glass.canvas, from as never, to as never)
  const traces = findTraces(
    { bitmap: greyPicture(await saved(glass.canvas, 92)), dpi: DPI, squares: { x: 0, y: 0 } },
    glass.words,
  )
  expect(traces.map(({ kind }) => kind)).toContain('copied')
  expect(traces.filter(({ at }) => at !== source && at !== TARGET)).toEqual([])
})

test('letters that lie whole blocks of JPEG apart may be the same by compression', () => {
  const glyph = (of: number, x: number): Glyph => ({ of, x, y: 40, wide: 12, high: 20, sketch: new Float32Array() })
  const twins = [1, 0].map((at) => ({ at, unlike: Math.log(4), next: Math.log(90) }))
  const paper = { grain: 2, spread: Math.log(4), smooth: 0, edge: 0, paper: 240 }
  const copies = (x: number) => copiesIn([glyph(0, 100), glyph(1, x)], twins, [paper, paper])
  expect(copies(403).map(({ alone }) => alone)).toEqual([true, true])
  expect(copies(404 + 96).map(({ alone }) => alone)).toEqual([false, false])
})
