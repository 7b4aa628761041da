import { describe, expect, test } from 'vitest'
import { findTraces } from '../../server/src/documents/risk/pixels/find-traces.ts'
import type { SeenWord } from '../../server/src/documents/risk/pixels/spot.ts'
import { SANS } from './pen-fonts.ts'
import {
  around,
  copyPixels,
  DPI,
  fill,
  type Glass,
  grain,
  greyPicture,
  laid,
  saved,
  typeOver,
} from './sheet-on-glass.ts'

/** A forger changes the amount at `TARGET`; the other stands in another row and column. */
const [TARGET, OTHER] = [30, 43]
const PAPER = '#f4f4f2'

const wordAt = ({ words }: Glass, at: number) => words[at] as SeenWord

const tracesIn = ({ canvas, words }: Glass) =>
  findTraces({ bitmap: greyPicture(canvas), dpi: DPI, squares: { x: 0, y: 0 } }, words)

type Retouch = (glass: Glass) => void | Promise<void>

async function traced(seed: number, retouch: Retouch, { quality = 90, ...look }: Parameters<typeof laid>[1] = {}) {
  const glass = await laid(seed, look)
  await retouch(glass)
  return tracesIn({ ...glass, canvas: await saved(glass.canvas, quality) })
}

const FORGERIES: Record<string, Retouch> = {
  'typed on a rectangle of the paper’s colour': (glass) => {
    fill(glass.canvas, around(wordAt(glass, TARGET), 2), PAPER)
    typeOver(glass.canvas, wordAt(glass, TARGET), '8864.05')
  },
  'typed on paper taken from elsewhere': (glass) => {
    const [x, y, right, bottom] = around(wordAt(glass, TARGET), 2)
    copyPixels(glass.canvas, [x + 90, 575, x + 90 + right - x, 575 + bottom - y], [x, y, right, bottom])
    typeOver(glass.canvas, wordAt(glass, TARGET), '8864.05')
  },
  'another amount enlarged over it': (glass) => {
    const [x, y, right, bottom] = around(wordAt(glass, OTHER), 1)
    copyPixels(
      glass.canvas,
      [x, y, x + (right - x) / 2, bottom - (bottom - y) / 2].map(Math.round) as never,
      around(wordAt(glass, TARGET), 1),
    )
  },
  'one digit retyped': (glass) => {
    const word = wordAt(glass, TARGET)
    const { spot } = word
    const digit = { ...word, spot: { ...spot, x: spot.x - spot.wide / 2 + 7.5, wide: 14 } }
    fill(glass.canvas, around(digit), PAPER)
    typeOver(glass.canvas, digit, '7')
  },
}

describe('what a forger leaves in the pixels of a scan', () => {
  test.each(Object.entries(FORGERIES))('%s', async (_, retouch) => {
    const traces = await traced(1, retouch)
    expect(traces.map(({ at, kind }) => `${kind} ${at}`)).toContain(`pasted ${TARGET}`)
    expect(traces.filter(({ at }) => at !== TARGET)).toEqual([])
  })

  test.each([100, 92])('an amount copied over another, saved again at %d', async (quality) => {
    const copy: Retouch = (glass) => {
      const [from, to] = [around(wordAt(glass, OTHER)), around(wordAt(glass, TARGET))]
      copyPixels(glass.canvas, from, [to[0], to[1], to[0] + from[2] - from[0], to[1] + from[3] - from[1]])
    }
    const traces = await traced(3, copy, { quality })
    const copied = traces.filter(({ kind }) => kind === 'copied')
    expect(copied.map(({ at, clear }) => [at, clear])).toEqual([
      [TARGET, true],
      [OTHER, true],
    ])
    // Of compressions it may tell as well.
    expect(traces.filter(({ at, kind }) => kind !== 'copied' && at !== TARGET)).toEqual([])
  })
})

/** All tones to one of two, as a fax has them. */
function twoTones({ canvas }: Glass): void {
  const pen = canvas.getContext('2d')
  const image = pen.getImageData(0, 0, canvas.width, canvas.height)
  for (let at = 0; at < image.data.length; at++) if (at % 4 < 3) image.data[at] = (image.data[at] ?? 0) > 140 ? 255 : 0
  pen.putImageData(image, 0, 0)
}

const INNOCENT: Record<string, Retouch> = {
  'nothing at all': () => undefined,
  'the whole page saved as a poorer JPEG': async (glass) => {
    glass.canvas = await saved(glass.canvas, 35)
  },
  'two tones, as a fax': twoTones,
  'marked with a highlighter': (glass) => fill(glass.canvas, around(wordAt(glass, TARGET), 6), '#fff27a', 'multiply'),
  'words blacked out': (glass) => {
    for (const at of [0, 1, 5]) fill(glass.canvas, around(wordAt(glass, at), 2), '#000')
  },
  'stamped across an amount': ({ canvas, words }) => {
    const pen = canvas.getContext('2d')
    pen.fillStyle = 'rgba(170, 20, 30, 0.6)'
    pen.font = `80px ${SANS}`
    pen.fillText('RECEIVED', (words[TARGET]?.spot.x ?? 0) - 200, words[TARGET]?.spot.y ?? 0)
  },
  'a form whose figures were all typed in': ({ canvas, words }) => {
    for (const word of words.filter(({ value }) => value)) {
      fill(canvas, around(word, 2), PAPER)
      typeOver(canvas, word, word.text)
    }
  },
  'more grain on the lower half': ({ canvas, chance }) => grain(canvas, 5, chance, [0, 310, 1200, 620]),
}

test.each(Object.entries(INNOCENT))('innocent: %s', async (_, retouch) => {
  expect(await traced(4, retouch, { quality: 80 })).toEqual([])
})

test('a page drawn by a program has letters that repeat to the pixel and proves nothing', async () => {
  const clean = await laid(7, { noise: 0, quality: 100 })
  expect(tracesIn(clean)).toEqual([])
  await FORGERIES['typed on paper taken from elsewhere']?.(clean)
  expect(tracesIn(clean)).toEqual([])
})

test('where labels are as strange as the amount, the page is', async () => {
  const glass = await laid(10)
  for (const at of [28, 29, TARGET]) {
    fill(glass.canvas, around(wordAt(glass, at), 2), PAPER)
    typeOver(glass.canvas, wordAt(glass, at), wordAt(glass, at).text)
  }
  expect(tracesIn(glass).filter(({ clear, what }) => clear && !what.startsWith('one of'))).not.toEqual([])
  fill(glass.canvas, around(wordAt(glass, 24), 2), PAPER)
  typeOver(glass.canvas, wordAt(glass, 24), wordAt(glass, 24).text)
  expect(tracesIn(glass).filter(({ what }) => !what.startsWith('one of'))).toEqual([])
})

test('only values are accused', async () => {
  const glass = await laid(8)
  fill(glass.canvas, around(wordAt(glass, TARGET), 2), PAPER)
  typeOver(glass.canvas, wordAt(glass, TARGET), '8864.05')
  expect(tracesIn(glass)).not.toEqual([])
  expect(tracesIn({ ...glass, words: glass.words.map((word, at) => ({ ...word, value: at !== TARGET })) })).toEqual([])
})
