import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { type Digit, digitsOf } from '../../server/src/documents/risk/pixels/digit.ts'
import { SANS } from './pen-fonts.ts'
import { fill, greyPicture } from './sheet-on-glass.ts'

const SIZE = 26

/** The digits that are told apart in an amount; its sign is a stroke that ends so far from the first of them. */
function digitsBehind(gap: number, tone = '#242424'): Digit[] {
  const canvas = createCanvas(200, 60)
  const pen = canvas.getContext('2d')
  fill(canvas, [0, 0, 200, 60], '#f4f4f2')
  pen.font = `${SIZE}px ${SANS}`
  pen.fillStyle = '#242424'
  pen.fillText('41,90', 60, 40)
  pen.fillStyle = tone
  pen.fillRect(54 - gap, 31, 8, 3)
  const wide = pen.measureText('41,90').width + 14
  const spot = { x: 46 + wide / 2, y: 40 - 0.28 * SIZE, wide: wide + 6, high: SIZE, slope: 0 }
  return digitsOf(greyPicture(canvas), [{ text: '-41,90', spot, value: true }])
}

const told = (digits: readonly Digit[]) => digits.map(({ character }) => character).join('')

test('a digit that its sign has grown onto is not compared with others', () => {
  expect(told(digitsBehind(4))).toBe('4190')
  expect(told(digitsBehind(0))).toBe('190')
})

test("a pale sign's ink is none of the digit's that it touches", () => {
  const [near, far] = [0, 30].map((gap) => digitsBehind(gap, '#b4b4b4')[0])
  expect(near?.character).toBe('4')
  expect(Math.abs((near?.measures.weight ?? 0) - (far?.measures.weight ?? 9))).toBeLessThan(0.03)
})
