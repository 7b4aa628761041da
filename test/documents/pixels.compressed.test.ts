import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { type Bitmap, turn } from '../../server/src/documents/ocr/bitmap.ts'
import { compressedOnce, compressionsOf } from '../../server/src/documents/risk/pixels/compressed/compressed-once.ts'
import { type Lattice, latticeOf } from '../../server/src/documents/risk/pixels/compressed/lattice.ts'
import type { SeenWord } from '../../server/src/documents/risk/pixels/spot.ts'
import { around, copyPixels, fill, type Glass, grain, greyPicture, laid, saved, typeOver } from './sheet-on-glass.ts'

/** The amount that is changed. */
const TARGET = 30
const PAPER = '#f4f4f2'
const FIRST = { x: 0, y: 0 }

const latticed = (bitmap: Bitmap, first = FIRST) => latticeOf(bitmap, first) as Lattice
const onPage = (lattice: Lattice, words: readonly SeenWord[]) => {
  const found = compressionsOf(lattice, words)
  return found ? compressedOnce(found) : []
}
const target = ({ words }: Glass) => words[TARGET] as SeenWord
const marked = async ({ canvas, words }: Glass, quality: number) =>
  onPage(latticed(greyPicture(await saved(canvas, quality))), words).map(({ at, clear }) => ({ at, clear }))

/** Typed by a careful hand: blurred as the scan is, with its grain on paper and letters. */
function retype(glass: Glass): void {
  const box = around(target(glass), 2)
  const piece = createCanvas(glass.canvas.width, glass.canvas.height)
  fill(piece, box, PAPER)
  typeOver(piece, target(glass), '8864.05')
  const pen = glass.canvas.getContext('2d')
  pen.save()
  pen.beginPath()
  pen.rect(box[0], box[1], box[2] - box[0], box[3] - box[1])
  pen.clip()
  pen.filter = 'blur(1px)'
  pen.drawImage(piece, 0, 0)
  pen.restore()
  grain(glass.canvas, 5, glass.chance, box)
}

/** Its own letters, moved by a few pixels: they leave the squares in which they were compressed. */
function move(glass: Glass): void {
  const [x, y, right, foot] = around(target(glass), 4)
  copyPixels(glass.canvas, [x, y, right, foot], [x + 3, y + 2, right + 3, foot + 2])
}

test.each([
  ['typed as the scan is, in grain and blur', retype, 75, 90],
  ['typed so, on a page that was compressed less', retype, 85, 95],
  ['moved by some pixels', move, 75, 90],
])('a value %s is of another compression than its page', async (_, retouch, first, second) => {
  const glass = await laid(3, { quality: first })
  retouch(glass)
  expect(await marked(glass, second)).toEqual([{ at: TARGET, clear: true }])
})

test('a page that lies turned has its squares of JPEG counted from the other edges', async () => {
  const glass = await laid(3, { quality: 75 })
  retype(glass)
  const { width, height, data } = greyPicture(await saved(glass.canvas, 90))
  // Edges that are no whole squares: what is over comes first once the picture is turned head down.
  const [wide, high] = [width - 3, height - 5]
  const cut = { width: wide, height: high, data: new Uint8Array(wide * high) }
  for (let row = 0; row < high; row++) cut.data.set(data.subarray(row * width, row * width + wide), row * wide)
  const words = glass.words.map((word) => {
    const { spot } = word
    return { ...word, spot: { ...spot, x: wide - spot.x, y: high - spot.y } }
  })
  const found = onPage(latticed(turn(cut, 180), { x: wide % 8, y: high % 8 }), words)
  expect(found.map(({ at }) => at)).toEqual([TARGET])
})

type Act = (glass: Glass) => void

const INNOCENT: Record<string, Act> = {
  'saved again': () => undefined,
  'marked with a highlighter': (glass) => fill(glass.canvas, around(target(glass), 6), '#fff27a', 'multiply'),
  'words blacked out beside amounts': (glass) => {
    for (const at of [28, 32, 36]) fill(glass.canvas, around(glass.words[at] as SeenWord, 2), '#000')
  },
  'a stamp across labels and amounts': ({ canvas, words }) => {
    const pen = canvas.getContext('2d')
    pen.fillStyle = 'rgba(170, 20, 30, 0.6)'
    pen.font = '90px sans-serif'
    pen.fillText('RECEIVED', 200, (words[TARGET]?.spot.y ?? 0) + 30)
  },
  'a form whose figures were typed on a screen': (glass) => {
    for (const word of glass.words.filter(({ value }) => value)) {
      fill(glass.canvas, around(word, 2), PAPER)
      typeOver(glass.canvas, word, word.text)
    }
  },
}

test.each(Object.entries(INNOCENT))('innocent: a page that was compressed twice, %s', async (_, act) => {
  for (const [seed, first, second] of [[4, 75, 90] as const, [5, 85, 95] as const, [6, 65, 88] as const]) {
    const glass = await laid(seed, { quality: first })
    act(glass)
    expect(await marked(glass, second)).toEqual([])
  }
})

test('a page that was compressed once, or more coarsely the second time, says nothing', async () => {
  const once = await laid(3, { quality: 100 })
  retype(once)
  expect(await marked(once, 80)).toEqual([])
  const coarse = await laid(3, { quality: 90 })
  retype(coarse)
  expect(await marked(coarse, 50)).toEqual([])
})

/** Black print that was compressed twice, and some words whose squares say once. */
const saidBy = (labelsOnce: number, value: { mean: number; most: number }) => {
  const black = Array.from({ length: 60 }, (_, at) => ({ mean: -5 + (at % 5), share: 0.1, most: -4 + (at % 5) }))
  const coloured = Array.from({ length: labelsOnce }, (_, at) => ({
    mean: 0.3 + (at % 4),
    share: 0.6,
    most: 1.2 + (at % 4),
  }))
  // Other figures of the page are black: where all were typed in, a program filled in a form.
  const labels = [...black, ...coloured].map((word, at) => ({ ...word, at, value: false, figures: at < 6 }))
  return { usual: -4, said: [...labels, { ...value, share: 0.7, at: TARGET * 10, value: true, figures: true }] }
}

test('a value says no more than the coloured labels of its page, which say once by themselves', () => {
  const value = { mean: 2.5, most: 7.2 }
  expect(compressedOnce(saidBy(0, value))).toMatchObject([{ at: TARGET * 10, clear: true }])
  expect(compressedOnce(saidBy(20, value))).toEqual([])
  expect(compressedOnce(saidBy(20, { mean: 12, most: 15 }))).toMatchObject([{ at: TARGET * 10, clear: true }])
})
