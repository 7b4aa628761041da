import { expect, test } from 'vitest'
import { compressionsOf } from '../../server/src/documents/risk/pixels/compressed/compressed-once.ts'
import { joinedPictures } from '../../server/src/documents/risk/pixels/compressed/joined.ts'
import { type Lattice, latticeOf } from '../../server/src/documents/risk/pixels/compressed/lattice.ts'
import { offLattice } from '../../server/src/documents/risk/pixels/compressed/off-lattice.ts'
import type { SeenWord } from '../../server/src/documents/risk/pixels/spot.ts'
import { around, copyPixels, fill, type Glass, grain, greyPicture, laid, saved, typeOver } from './sheet-on-glass.ts'

const TARGET = 30
const PAPER = '#f4f4f2'

const latticed = ({ canvas }: Glass) => latticeOf(greyPicture(canvas), { x: 0, y: 0 }) as Lattice
const target = ({ words }: Glass) => words[TARGET] as SeenWord

async function joinedOn(glass: Glass, quality: number) {
  const again = { ...glass, canvas: await saved(glass.canvas, quality) }
  return joinedPictures(compressionsOf(latticed(again), glass.words)?.said ?? [], glass.words).map(({ at }) => at)
}

const offOn = (glass: Glass) => offLattice(latticed(glass), glass.words).map(({ at, clear }) => ({ at, clear }))

/** All from a line on moved up by some pixels, as rows that were cut out leave it. */
function closeUp(glass: Glass, up: number): void {
  const { width, height } = glass.canvas
  const from = Math.round(target(glass).spot.y - 20)
  copyPixels(glass.canvas, [0, from, width, height], [0, from - up, width, height - up])
  for (const { spot } of glass.words.slice(TARGET - 2)) spot.y -= up
}

test.each([
  [3, 75, 90],
  [45, 80, 92],
  [4, 82, 86],
])('what was moved up by %i pixels is told from what was not', async (up, first, second) => {
  const glass = await laid(7, { quality: first })
  closeUp(glass, up)
  const found = await joinedOn(glass, second)
  expect(found.length).toBeGreaterThan(2)
  expect(found.every((at) => at >= TARGET - 5)).toBe(true)
})

test('the foot of another scan joined to a page is told', async () => {
  const [glass, other] = [await laid(8, { quality: 78 }), await laid(9, { quality: 78 })]
  const from = Math.round(target(glass).spot.y - 22)
  const { width, height } = glass.canvas
  glass.canvas
    .getContext('2d')
    .drawImage(other.canvas, 0, from + 5, width, height - from, 0, from, width, height - from)
  for (const { spot } of glass.words.slice(TARGET - 2)) spot.y -= 5
  expect((await joinedOn(glass, 90)).length).toBeGreaterThan(2)
})

test.each([4, 5, 6])('a page that was saved again is one picture, sheet %i', async (seed) => {
  for (const [first, second] of [[75, 90] as const, [85, 95] as const, [65, 88] as const])
    expect(await joinedOn(await laid(seed, { quality: first }), second)).toEqual([])
})

test('a value that was typed with care into a picture that is kept without loss', async () => {
  const glass = await laid(3, { quality: 82 })
  fill(glass.canvas, around(target(glass), 2), PAPER)
  typeOver(glass.canvas, target(glass), '8864.05')
  grain(glass.canvas, 5, glass.chance, around(target(glass), 2))
  expect(offOn(glass)).toEqual([{ at: TARGET, clear: true }])
})

test.each<[string, (glass: Glass) => void]>([
  ['as it was compressed', () => undefined],
  ['with words blacked out', (glass) => fill(glass.canvas, around(glass.words[28] as SeenWord, 2), '#000')],
  [
    'whose figures were all typed on a screen',
    (glass) => {
      for (const word of glass.words.filter(({ value }) => value)) {
        fill(glass.canvas, around(word, 2), PAPER)
        typeOver(glass.canvas, word, word.text)
      }
    },
  ],
  ['that was never compressed', (glass) => grain(glass.canvas, 5, glass.chance)],
])('innocent: a picture %s', async (_, act) => {
  const glass = await laid(5, { quality: 84 })
  act(glass)
  expect(offOn(glass)).toEqual([])
})
