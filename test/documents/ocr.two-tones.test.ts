import { expect, test } from 'vitest'
import { blank } from '../../server/src/documents/ocr/bitmap.ts'
import { madeWhole } from '../../server/src/documents/ocr/two-tones.ts'

const [WIDE, HIGH] = [60, 40]

/** Upright strokes, so wide, of one brightness. */
function strokes(wide: number, level = 0) {
  const page = blank(WIDE, HIGH)
  for (let y = 8; y < 32; y++)
    for (let x = 6; x < WIDE - 6; x += 12) page.data.fill(level, y * WIDE + x, y * WIDE + x + wide)
  return page
}

const darkIn = ({ data }: { data: Uint8Array }) => data.filter((level) => level < 128).length

test('thin strokes of a page of two tones gain what recognition needs', () => {
  expect(darkIn(madeWhole(strokes(1)))).toBeGreaterThan(2 * darkIn(strokes(1)))
})

test('a gap of one pixel in a stroke is closed', () => {
  const page = strokes(2)
  page.data.fill(255, 20 * WIDE, 21 * WIDE)
  expect(madeWhole(page).data[20 * WIDE + 6]).toBeLessThan(128)
})

test('fat strokes, and pages with greys, stay as they are', () => {
  for (const page of [strokes(5), strokes(1, 120)]) expect(madeWhole(page)).toBe(page)
})
