import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeTags as place } from '../../server/src/documents/annotate/tags.ts'
import { type Box, shared } from '../../server/src/documents/model/box.ts'

const placeTags = (...given: Parameters<typeof place>) => place(...given).map(({ box }) => box)

const PAGE = { width: 600, height: 800, text: [] as Box[] }
const tag = (box: Box) => ({ box, width: 60, height: 8 })

test('a label stands just above its box', () => {
  const [place] = placeTags([tag([100, 100, 200, 112])], PAGE)
  expect(place).toEqual([100, 113, 160, 121])
})

test('a label moves where it hides no text', () => {
  const [place] = placeTags([tag([100, 100, 200, 112])], { ...PAGE, text: [[90, 114, 300, 126]] })
  expect(place).toEqual([100, 91, 160, 99])
})

test('labels of the same box do not cover each other', () => {
  const places = placeTags([tag([100, 100, 200, 112]), tag([100, 100, 200, 112]), tag([100, 100, 200, 112])], PAGE)
  for (const [i, a] of places.entries()) for (const b of places.slice(i + 1)) expect(shared(a, b)).toBe(0)
})

test('a label hides no other value', () => {
  const above: Box = [100, 113, 200, 125]
  const [, place] = placeTags([tag(above), tag([100, 100, 200, 112])], PAGE)
  expect(shared(place as Box, above)).toBe(0)
})

test('every label lies inside the page, wherever its box is', () => {
  const number = fc.double({ min: -200, max: 1000, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number), { maxLength: 20 }), (corners) => {
      const tags = corners.map(([x, y]) => tag([x, y, x + 50, y + 10]))
      for (const [x0, y0, x1, y1] of placeTags(tags, PAGE)) {
        expect(Math.min(x0, y0)).toBeGreaterThanOrEqual(0)
        expect(x1).toBeLessThanOrEqual(PAGE.width)
        expect(y1).toBeLessThanOrEqual(PAGE.height)
      }
    }),
  )
})

/** A slip's grid: boxes of one size, side by side and on top of one another, captions above the values. */
const GRID = Array.from(
  { length: 12 },
  (_, n): Box => [60 + (n % 3) * 80, 400 + Math.floor(n / 3) * 14, 130 + (n % 3) * 80, 410 + Math.floor(n / 3) * 14],
)

test('in a dense grid labels stand outside of it, tied to their values, and beside no other value', () => {
  const places = place(GRID.map(tag), { ...PAGE, text: GRID })
  for (const [index, { box, leader }] of places.entries()) {
    for (const value of GRID) expect(shared(box, value)).toBe(0)
    const [, to] = leader ?? []
    const [, low, , high] = GRID[index] as Box
    if (to) expect(to[1]).toBeCloseTo((low + high) / 2)
  }
  // Of three columns the middle one's two inner rows have no free side.
  expect(places.filter(({ leader }) => leader)).toHaveLength(2)
  for (const [i, a] of places.entries()) for (const b of places.slice(i + 1)) expect(shared(a.box, b.box)).toBe(0)
})
