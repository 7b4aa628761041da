import { expect, test } from 'vitest'
import { painted } from './round-1/scan.ts'
import { forgeries, left } from './round-3/forgeries/index.ts'
import { readLines } from './round-3/forgeries/lines.ts'
import { locate } from './round-3/forgeries/spot.ts'
import type { RoundFile } from './round-file.ts'

const TRIED = [
  'clipped-away',
  'taken-out',
  'glyph-numbers',
  'placed-by-eye',
  'check-digits',
  'no-such-day',
  'vat-forgotten',
]
if (left.length > 0) console.log(`forgeries of the third round are not tried: ${left[0]}`)

const placeOf = ({ forgery }: RoundFile) => {
  const [place] = forgery?.places ?? []
  if (!place) throw new Error('nothing was forged')
  return place
}

test('a forged value of the third round is printed in the box that is said', async ({ skip }) => {
  skip(left.length > 0, left[0])
  const shown = readLines().map(({ shown }) => shown)
  for await (const file of forgeries(({ technique }) => TRIED.includes(technique))) {
    const changes = shown[Number(file.name.slice(7, 9)) - 1]
    const text = changes?.get(file.forgery?.field ?? '')?.split(' = ')[0] ?? ''
    const { page, box } = placeOf(file)
    const found = locate(file.bytes, text, '')
    expect([file.name, found.page]).toEqual([file.name, page])
    for (const [at, end] of found.box.entries()) expect(Math.abs(end - (box[at] ?? 0)), file.name).toBeLessThan(12)
    expect(file.truth.risk).toBe('flagged')
  }
})

const isScan = ({ technique, medium }: { technique: string; medium: string }) =>
  medium === 'scan' && ['flat-brush', 'soft-patch', 'typed-over-scan'].includes(technique)

test('a forged value of a scan of the third round has ink in the box that is said', async ({ skip }) => {
  skip(left.length > 0, left[0])
  for await (const file of forgeries(isScan)) {
    const picture = await painted(new Uint8Array(file.bytes), 72)
    const [x = 0, y = 0, right = 0, foot = 0] = picture.toPixels(placeOf(file).box).map(Math.round)
    const { data } = picture.canvas.getContext('2d').getImageData(x, y, right - x, foot - y)
    const dark = data.filter((value, at) => at % 4 === 1 && value < 150).length / (data.length / 4)
    expect(dark, file.name).toBeGreaterThan(0.04)
    expect(dark, file.name).toBeLessThan(0.6)
  }
})
