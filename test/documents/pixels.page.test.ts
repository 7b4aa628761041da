import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { stubScan } from './stub-on-glass.ts'

/** On a page of its size; turned, the picture lies on its side and the page's /Rotate sets it right. */
async function judged(picture: Canvas, turned = false) {
  const lying = createCanvas(picture.height, picture.width)
  const pen = lying.getContext('2d')
  pen.translate(0, lying.height)
  pen.rotate(-Math.PI / 2)
  pen.drawImage(picture, 0, 0)
  const shown = turned ? lying : picture
  const pdf = await PDFDocument.create()
  const size: [number, number] = [(shown.width * 72) / 200, (shown.height * 72) / 200]
  const page = pdf.addPage(size)
  const image = await pdf.embedJpg(await shown.encode('jpeg', 90))
  page.drawImage(image, { x: 0, y: 0, width: size[0], height: size[1] })
  if (turned) page.setRotation(degrees(90))
  const { reading, parts, flags } = await runPipeline(await pdf.save())
  return { flags, level: assess(flags, circumstancesOf(reading, parts)).level }
}

test.each([false, true])('an amount retyped in the picture of a page, which lies turned: %s', async (turned) => {
  const { flags, level } = await judged(await stubScan('3,450.00'), turned)
  const found = flags.filter(({ code }) => code === 'PIXELS_UNLIKE_PAGE')
  expect(found.map(({ fields, at }) => ({ fields, at }))).toEqual([{ fields: ['net_pay'], at: ['amount'] }])
  expect(found[0]).toMatchObject({ severity: 'high', proof: true, family: 'typography' })
  expect(level).toBe('HIGH')
})

test('the same page as it was scanned raises nothing', async () => {
  const { flags, level } = await judged(await stubScan())
  expect(flags.filter(({ code }) => code.startsWith('PIXELS'))).toEqual([])
  expect(level).toBe('LOW')
})
