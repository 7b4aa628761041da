import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { digitsOf } from '../../server/src/documents/risk/pixels/digit.ts'
import { SANS } from './pen-fonts.ts'
import { fill, greyPicture } from './sheet-on-glass.ts'

const SIZE = 26

/** The digits that are told apart in an amount; its sign is a stroke that ends so far from the first of them. */
function digitsBehind(gap: number): string {
  const canvas = createCanvas(200, 60)
  const pen = canvas.getContext('2d')
  fill(canvas, [0, 0, 200, 60], '#f4f4f2')
  pen.font = `${SIZE}px ${SANS}`
  pen.fillStyle = '#242424'
  pen.fillText('41,90', 60, 40)
  pen.fillRect(54 - gap, 31, 8, 3)
  const wide = pen.measureText('41,90').width + 14
  const spot = { x: 46 + wide / 2, y: 40 - 0.28 * SIZE, wide: wide + 6, high: SIZE, slope: 0 }
  const digits = digitsOf(greyPicture(canvas), [{ text: '-41,90', spot, value: true }])
  return digits.map(({ character }) => character).join('')
}

test('a digit that its sign has grown onto is not compared with others', () => {
  expect(digitsBehind(4)).toBe('4190')
  expect(digitsBehind(0)).toBe('190')
})
