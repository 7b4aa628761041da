import { expect, test } from 'vitest'
import { unexplained } from '../../server/src/documents/risk/pixels/explained.ts'
import { filledPaper } from '../../server/src/documents/risk/pixels/filled.ts'
import { type MeasuredWord, measureWords } from '../../server/src/documents/risk/pixels/measure.ts'
import type { SeenWord } from '../../server/src/documents/risk/pixels/spot.ts'
import { Chance } from './chance.ts'
import { around, DPI, fill, type Glass, grain, greyPicture, laid, saved, typeOver } from './sheet-on-glass.ts'

const TARGET = 30
/** Slow grain that makes a word rare, and no more. */
const RARELY = -0.1

/** Typed as softly as the scan is, on the paper's own colour, and saved as scanners save. */
async function filled(glass: Glass, at: number): Promise<void> {
  const word = glass.words[at] as SeenWord
  fill(glass.canvas, around(word, 2), '#f4f4f2')
  const pen = glass.canvas.getContext('2d')
  pen.filter = 'blur(1px)'
  typeOver(glass.canvas, word, word.text)
  pen.filter = 'none'
}

async function tracesIn({ canvas, words }: Glass, quality = 78) {
  return filledPaper(measureWords(greyPicture(await saved(canvas, quality)), DPI, words))
}

test('an amount typed softly on a filled rectangle lacks the grain of its scan', async () => {
  for (const seed of [21, 22, 23]) {
    const glass = await laid(seed)
    await filled(glass, TARGET)
    expect((await tracesIn(glass)).map(({ at, clear }) => [at, clear])).toEqual([[TARGET, true]])
  }
})

test.each([90, 78, 60, 40])('a page saved again whole at %d is as it was', async (quality) => {
  for (const seed of [31, 32, 33]) expect(await tracesIn(await laid(seed), quality)).toEqual([])
})

test('an amount whose grain was drawn again is left to other signs', async () => {
  const glass = await laid(24)
  await filled(glass, TARGET)
  grain(glass.canvas, 5, glass.chance, around(glass.words[TARGET] as SeenWord, 2))
  expect(await tracesIn(glass)).toEqual([])
})

test('a page with labels on even paper is so by itself, and overexposed paper has no grain to lose', async () => {
  const labels = await laid(25)
  for (const at of [28, 29, 32, TARGET]) await filled(labels, at)
  expect(await tracesIn(labels)).toEqual([])
  const white = await laid(26)
  fill(white.canvas, [0, 0, 1200, 620], '#2c2c2c', 'lighter')
  await filled(white, TARGET)
  expect(await tracesIn(white)).toEqual([])
})

test('what circumstances explain is taken away, and an outlier stays whole', () => {
  const chance = new Chance(9)
  const sizes = Array.from({ length: 40 }, () => 4 * chance.next())
  const numbers = sizes.map((size, at) => 3 + 1.25 * size + (at === 7 ? 4 : 0) + 0.01 * chance.next())
  const left = unexplained(
    numbers,
    sizes.map((size) => [size]),
  )
  expect(left[7]).toBeGreaterThan(3.8)
  expect(Math.max(...left.filter((_, at) => at !== 7).map(Math.abs))).toBeLessThan(0.2)
})

/** Words of a page, the last of which is a figure on paper of so little slow grain and so many pixels. */
function wordsWith(slow: number, count: number): MeasuredWord[] {
  const chance = new Chance(12)
  return Array.from({ length: 60 }, (_, at) => {
    const last = at === 59
    const ground = {
      spread: 1.7,
      even: 0.13,
      slow: 0.35 + 0.25 * chance.next(),
      count: 420,
      density: 0.72,
      contrast: 212,
    }
    const spot = { x: 100 + 20 * at, y: 100 + 9 * at, wide: 60, high: 24, slope: 0 }
    const own = last ? { ...ground, slow, spread: 1.3, count } : { ...ground, spread: 1.5 + 0.3 * chance.next() }
    return { at, value: last, figures: at % 3 === 2, ground: own, spot, texture: { paper: 240 } } as MeasuredWord
  })
}

const foundIn = (words: MeasuredWord[]) => filledPaper(words).map(({ at, clear }) => [at, clear])

test('few pixels of paper are even by chance, unless the sign is clear; an amount has more', () => {
  expect(foundIn(wordsWith(RARELY, 420))).toEqual([[59, false]])
  expect(foundIn(wordsWith(RARELY, 299))).toEqual([])
  expect(foundIn(wordsWith(-0.4, 299))).toEqual([[59, true]])
})
