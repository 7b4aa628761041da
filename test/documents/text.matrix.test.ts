import fc from 'fast-check'
import { expect, test } from 'vitest'
import { apply, inverse, mapBox, meet, times } from '../../server/src/documents/model/matrix.ts'
import type { Matrix } from '../../server/src/documents/model/page.ts'

const part = fc.double({ min: -4, max: 4, noNaN: true })
const shift = fc.double({ min: -900, max: 900, noNaN: true })
const matrix = fc.tuple(part, part, part, part, shift, shift).filter(([a, b, c, d]) => Math.abs(a * d - b * c) > 0.01)
const corner = fc.tuple(shift, shift)

test('the way back undoes a matrix', () => {
  fc.assert(
    fc.property(matrix, corner, (m, [x, y]) => {
      const back = inverse(m) as Matrix
      const [u, v] = apply(times(back, m), x, y)
      expect(Math.abs(u - x) + Math.abs(v - y)).toBeLessThan(1e-4)
    }),
    { seed: 7 },
  )
  expect(inverse([1, 1, 1, 1, 0, 0])).toBeUndefined()
})

test('one matrix after the other is their product, and boxes hold what was in them', () => {
  fc.assert(
    fc.property(matrix, matrix, corner, corner, (outer, inner, [ax, ay], [bx, by]) => {
      const once = apply(times(outer, inner), ax, ay)
      const [x, y] = apply(inner, ax, ay)
      expect(apply(outer, x, y)[0]).toBeCloseTo(once[0], 4)
      const box = [Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)] as const
      const [x0, y0, x1, y1] = mapBox(inner, box)
      const [u, v] = apply(inner, (ax + bx) / 2, (ay + by) / 2)
      expect(u >= x0 - 1e-6 && u <= x1 + 1e-6 && v >= y0 - 1e-6 && v <= y1 + 1e-6).toBe(true)
    }),
    { seed: 8 },
  )
})

test('what two boxes share lies in both', () => {
  fc.assert(
    fc.property(corner, corner, corner, corner, ([a, b], [c, d], [e, f], [g, h]) => {
      const one = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)] as const
      const two = [Math.min(e, g), Math.min(f, h), Math.max(e, g), Math.max(f, h)] as const
      const [x0, y0, x1, y1] = meet(one, two)
      expect(x0).toBe(Math.max(one[0], two[0]))
      expect(x1).toBeGreaterThanOrEqual(x0)
      expect(y1).toBeGreaterThanOrEqual(y0)
      if (x1 > x0) expect(x1).toBeLessThanOrEqual(Math.min(one[2], two[2]))
      if (y1 > y0) expect(y0).toBeGreaterThanOrEqual(Math.max(one[1], two[1]))
    }),
    { seed: 9 },
  )
})
