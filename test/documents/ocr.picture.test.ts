import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { blank, enlarge, greyOf } from '../../server/src/documents/ocr/bitmap.ts'
import { onlyPicture } from '../../server/src/documents/ocr/only-picture.ts'
import { render } from '../../server/src/documents/ocr/render.ts'
import { ruledLines } from '../../server/src/documents/ocr/ruled-lines.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { Chance } from './chance.ts'
import { SANS } from './pen-fonts.ts'
import { printPage } from './printed-page.generator.ts'
import { scan } from './scan.ts'

function paper(draw: (pen: ReturnType<ReturnType<typeof createCanvas>['getContext']>) => void) {
  const canvas = createCanvas(800, 300)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, 800, 300)
  pen.fillStyle = '#000'
  draw(pen)
  return greyOf(pen.getImageData(0, 0, 800, 300).data, 800, 300)
}

test('small print between ruled lines is none; the lines are found', () => {
  const page = paper((pen) => {
    pen.fillRect(40, 60, 700, 2)
    pen.fillRect(40, 160, 700, 2)
    pen.font = `13px ${SANS}`
    pen.fillText('or town, state or province, country, ZIP or foreign postal code, and telephone no.', 60, 105)
    pen.fillText('nonqualified plans or annuities are once more summarised in our curves', 60, 130)
  })
  const lines = ruledLines(page, 200)
  expect(lines.map(({ direction, y0 }) => [direction, Math.round(y0 / 10) * 10])).toEqual([
    ['across', 60],
    ['across', 160],
  ])
})

test('a page that is one picture gives its own pixels, upright; anything printed on it does not', async () => {
  const chance = new Chance(71)
  const printed = await printPage(chance, { kind: 'prose', language: 'eng' })
  const pdf = await openPdf(await scan(printed.bytes, chance, { dpi: 150, skewDegrees: 0, rotation: 0 }))
  const page = await pdf.getPage(1)
  const picture = await onlyPicture(page, await page.getOperatorList({ intent: 'print' }))
  expect([picture?.width, picture?.height]).toEqual([1275, 1650])
  const { bitmap, scale } = await render(page)
  expect([bitmap.width, bitmap.height]).toEqual([1700, 2200])
  expect(scale).toBeCloseTo(200 / 72, 3)
  const dark = (data: Uint8Array) => data.filter((level) => level < 128).length / data.length
  expect(dark(bitmap.data)).toBeGreaterThan(0.005)
  expect(dark(bitmap.data)).toBeCloseTo(dark(picture?.data ?? new Uint8Array(1)), 2)
  await pdf.loadingTask.destroy()
  const text = await openPdf(printed.bytes)
  const page1 = await text.getPage(1)
  expect(await onlyPicture(page1, await page1.getOperatorList({ intent: 'print' }))).toBeUndefined()
  await text.loadingTask.destroy()
})

test('an enlarged picture keeps what it shows where it was', () => {
  const small = blank(10, 10)
  for (let y = 0; y < 10; y++) small.data.fill(0, y * 10, y * 10 + 5)
  const large = enlarge(small, 2)
  expect([large.width, large.height]).toEqual([20, 20])
  expect([...large.data.subarray(0, 20)].map((level) => (level < 128 ? 0 : 1)).join('')).toBe('00000000001111111111')
})
