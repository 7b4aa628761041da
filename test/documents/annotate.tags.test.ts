import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeTags } from '../../server/src/documents/annotate/tags.ts'
import { type Box, shared } from '../../server/src/documents/model/box.ts'

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
