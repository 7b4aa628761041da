import { describe, expect, test } from 'vitest'
import { clonedPaper } from '../../server/src/documents/risk/pixels/cloned-paper.ts'
import type { SeenWord } from '../../server/src/documents/risk/pixels/spot.ts'
import { SANS } from './pen-fonts.ts'
import { around, copyPixels, fill, type Glass, greyPicture, laid, saved, typeOver } from './sheet-on-glass.ts'

const TARGET = 30
/** The page says few values: of many only those with most paper are looked at. */
const VALUES = [2, 10, 18, 26, TARGET]

/** Blank paper `across` and `down` of an amount stamped over it, and another typed as softly as the scan is. */
function cloned({ canvas, words }: Glass, at: number, across: number, down: number): void {
  const word = words[at] as SeenWord
  const to = around(word, 5)
  copyPixels(canvas, [to[0] + across, to[1] + down, to[2] + across, to[3] + down], to)
  const pen = canvas.getContext('2d')
  pen.filter = 'blur(1px)'
  typeOver(canvas, word, '8864.05')
  pen.filter = 'none'
}

async function sheet(seed: number, noise = 5): Promise<Glass> {
  const glass = await laid(seed, { noise })
  return { ...glass, words: glass.words.map((word, at) => ({ ...word, value: VALUES.includes(at) })) }
}

async function clonesIn({ canvas, words }: Glass, quality = 88) {
  return clonedPaper(greyPicture(await saved(canvas, quality)), words).map(({ at, kind }) => `${kind} ${at}`)
}

describe('paper copied over an amount from', () => {
  test.each([
    ['beside it', 131, 0],
    ['below the list', 1, 187],
    ['near by', 133, 5],
  ])('%s', async (_, across, down) => {
    for (const seed of [41, 42]) {
      const glass = await sheet(seed)
      cloned(glass, TARGET, across, down)
      expect(await clonesIn(glass)).toEqual([`copied ${TARGET}`])
    }
  })

  test('beside two words of one value is found once', async () => {
    const glass = await sheet(43)
    const word = glass.words[TARGET] as SeenWord
    cloned(glass, TARGET, 131, 0)
    const { x, wide } = word.spot
    const half = (side: number) => ({ ...word, spot: { ...word.spot, x: x + (side * wide) / 4, wide: wide / 2 - 6 } })
    glass.words.splice(TARGET, 1, { ...half(-1), text: '88' }, { ...half(1), text: '64.05' })
    expect(await clonesIn(glass)).toHaveLength(1)
  })
})

/** Light falls through, so that the grain stays on top. */
function watermarked({ canvas, words }: Glass): void {
  const pen = canvas.getContext('2d')
  pen.fillStyle = 'rgba(90, 120, 160, 0.1)'
  pen.font = `bold 70px ${SANS}`
  const { x, y } = (words[TARGET] as SeenWord).spot
  for (const down of [0, 150]) pen.fillText('COPY', x - 100, y + 20 + down)
}

const INNOCENT: Record<string, (glass: Glass) => void> = {
  'nothing at all': () => undefined,
  'dust on the glass, which draws lines down the page': ({ canvas }) => {
    for (let x = 5; x < 1200; x += 9 + ((x * 7) % 5)) fill(canvas, [x, 0, x + 1, 620], '#eaeaea', 'multiply')
  },
  'paper with a printed pattern': ({ canvas }) => {
    for (let x = 0; x < 1200; x += 12)
      for (let y = 0; y < 620; y += 12) fill(canvas, [x, y, x + 3, y + 3], '#ececec', 'multiply')
  },
  'a pale watermark that stands there twice': watermarked,
  'an amount typed again on its own paper': (glass) => typeOver(glass.canvas, glass.words[TARGET] as SeenWord, '1'),
}

test.each(Object.entries(INNOCENT))('innocent: %s', async (_, change) => {
  for (const [seed, quality] of [
    [51, 88],
    [52, 70],
    [53, 40],
  ] as const) {
    const glass = await sheet(seed)
    change(glass)
    expect(await clonesIn(glass, quality)).toEqual([])
  }
})

test('silent without grain, at labels, and where paper repeats so often that it does so by itself', async () => {
  const clean = await sheet(44, 0.4)
  cloned(clean, TARGET, 131, 0)
  expect(await clonesIn(clean)).toEqual([])
  const label = await sheet(45)
  cloned(label, TARGET, 131, 0)
  label.words = label.words.map((word, at) => ({ ...word, value: word.value && at !== TARGET }))
  expect(await clonesIn(label)).toEqual([])
  const many = await sheet(46)
  for (const at of [2, 10, 18, 26]) cloned(many, at, 131, 0)
  expect(await clonesIn(many)).toEqual([])
})
