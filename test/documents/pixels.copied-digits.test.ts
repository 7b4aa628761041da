import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { type Lattice, latticeOf } from '../../server/src/documents/risk/pixels/compressed/lattice.ts'
import { copiedDigits } from '../../server/src/documents/risk/pixels/copies/copied-digits.ts'
import type { SeenWord } from '../../server/src/documents/risk/pixels/spot.ts'
import { around, copyPixels, fill, type Glass, greyPicture, laid, saved, typeOver } from './sheet-on-glass.ts'

const TARGET = 30
/** A first digit's cell in its word, in pixels: from the word's left and its middle. */
const [WIDE, HIGH] = [17, 26]

function cellOf({ spot: { x, y, wide } }: SeenWord) {
  const [left, top] = [Math.round(x - wide / 2) - 2, Math.round(y - HIGH / 2) - 1]
  return [left, top, left + WIDE, top + HIGH] as const
}

const marked = async ({ canvas, words }: Glass, quality: number) =>
  copiedDigits(latticeOf(greyPicture(await saved(canvas, quality)), { x: 0, y: 0 }) as Lattice, words)

/** The first digit of another amount, so that the number is another. */
function donorOf({ words }: Glass): number {
  const own = words[TARGET]?.text[0]
  return words.findIndex(({ value, text }, at) => value && at !== TARGET && text[0] !== own && !/^[17]/.test(text))
}

function copyDigit(glass: Glass): number {
  const donor = donorOf(glass)
  copyPixels(
    glass.canvas,
    cellOf(glass.words[donor] as SeenWord) as never,
    cellOf(glass.words[TARGET] as SeenWord) as never,
  )
  return donor
}

/** Laid on with a soft edge. */
function featherDigit(glass: Glass): number {
  const donor = donorOf(glass)
  const [from, to] = [cellOf(glass.words[donor] as SeenWord), cellOf(glass.words[TARGET] as SeenWord)]
  const piece = createCanvas(WIDE + 6, HIGH + 6)
  const pen = piece.getContext('2d')
  pen.drawImage(glass.canvas, 3 - from[0], 3 - from[1])
  pen.globalCompositeOperation = 'destination-in'
  pen.filter = 'blur(1px)'
  pen.fillRect(2, 2, WIDE + 2, HIGH + 2)
  glass.canvas.getContext('2d').drawImage(piece, to[0] - 3, to[1] - 3)
  return donor
}

test.each([
  ['copied', 70, copyDigit],
  ['copied', 78, copyDigit],
  ['copied', 88, copyDigit],
  ['copied with a soft edge', 80, featherDigit],
  ['copied with a soft edge', 90, featherDigit],
] as const)(
  'a digit %s%s is found though all was saved again at the scanner’s own quality, %d',
  async (_, quality, act) => {
    const glass = await laid(17, { quality })
    const donor = act(glass)
    const traces = await marked(glass, quality)
    expect(traces.map(({ at }) => at)).toEqual(expect.arrayContaining([Math.max(TARGET, donor)]))
    expect(traces.filter(({ at }) => at !== TARGET && at !== donor)).toEqual([])
    expect(traces.some(({ clear }) => clear)).toBe(true)
  },
)

test.each([3, 4, 5, 6, 7, 8])(
  'digits as they were printed are no copies, however they were saved, sheet %d',
  async (seed) => {
    for (const [noise, first, second] of [
      [5, 78, 78],
      [2, 60, 60],
      [8, 92, 92],
      [4, 75, 95],
      [1, 90, 50],
    ] as const)
      expect(await marked(await laid(seed, { noise, quality: first }), second)).toEqual([])
  },
)

test('a form that was filled in on a screen repeats its digits and is no forgery', async () => {
  const glass = await laid(9, { quality: 80 })
  for (const word of glass.words.filter(({ value }, at) => value && at < 16)) {
    fill(glass.canvas, around(word, 2), '#f4f4f2')
    typeOver(glass.canvas, word, word.text)
  }
  expect(await marked(glass, 80)).toEqual([])
})

test('nor is it where what was filled in are mostly numbers that say nothing of money', async () => {
  const glass = await laid(9, { quality: 80 })
  const typed = glass.words.filter(({ value }, at) => value && at < 16)
  for (const word of typed) {
    fill(glass.canvas, around(word, 2), '#f4f4f2')
    // Programs set their digits alike: each begins at a whole pixel.
    const [x, y] = [Math.round(word.spot.x), Math.round(word.spot.y)]
    typeOver(glass.canvas, { ...word, spot: { ...word.spot, x, y } }, word.text)
  }
  const words = glass.words.map((word) => ({ ...word, value: typed.slice(0, 2).includes(word) }))
  expect(await marked({ ...glass, words }, 80)).toEqual([])
})

test('a digit that two words share, or at the picture’s edge, is no copy of itself', async () => {
  const glass = await laid(5, { quality: 80 })
  const { spot } = glass.words[TARGET] as SeenWord
  const again = { spot: { ...spot, x: spot.x + 1 }, text: '1.00', value: true }
  expect(await marked({ ...glass, words: [...glass.words, again] }, 80)).toEqual([])
  const { canvas } = glass
  const cut = createCanvas(canvas.width, canvas.height - cellOf(glass.words[2] as SeenWord)[1])
  const up = canvas.height - cut.height
  cut.getContext('2d').drawImage(canvas, 0, -up)
  const words = glass.words.map((word) => ({ ...word, spot: { ...word.spot, y: word.spot.y - up } }))
  expect(await marked({ ...glass, canvas: cut, words }, 80)).toEqual([])
})

test('a page with more digits than its time allows for is left unfinished', async () => {
  const glass = await laid(17, { quality: 80 })
  copyDigit(glass)
  const lattice = latticeOf(greyPicture(await saved(glass.canvas, 80)), { x: 0, y: 0 }) as Lattice
  let ms = 0
  expect(copiedDigits(lattice, glass.words, () => (ms += 400))).toEqual([])
})
