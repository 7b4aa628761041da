import { PDFDocument, PDFName, PDFNumber, type PDFPage, PDFRawStream } from '@cantoo/pdf-lib'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { pagePictures } from '../../server/src/documents/ocr/page-picture.ts'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { stubScan } from './stub-on-glass.ts'

type Act = (page: PDFPage, pdf: PDFDocument) => Promise<void> | void

async function paper(picture: Canvas, act: Act = () => undefined): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([(picture.width * 72) / 200, (picture.height * 72) / 200])
  const scan = await pdf.embedJpg(await picture.encode('jpeg', 90))
  page.drawImage(scan, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() })
  await act(page, pdf)
  return await pdf.save()
}

async function judged(picture: Canvas, act: Act) {
  const { flags, reading } = await runPipeline(await paper(picture, act))
  const found = flags.filter(({ code }) => code.startsWith('PIXELS') || code === 'SCAN_PAINTED_OVER')
  return { codes: found.map(({ code }) => code), issues: reading.source.issues.map(({ code }) => code) }
}

/** A mask of one bit a pixel over a part of the page: a set bit paints nothing, and others black. */
function mask(bytes: Uint8Array, [width, height]: [number, number], place: number[] = []): Act {
  return (page, pdf) => {
    const [x = 0, y = 0, wide = page.getWidth(), high = page.getHeight()] = place
    const dict = pdf.context.obj({ Type: 'XObject', Subtype: 'Image', ImageMask: true, BitsPerComponent: 1 })
    dict.set(PDFName.of('Width'), PDFNumber.of(width))
    dict.set(PDFName.of('Height'), PDFNumber.of(height))
    const name = page.node.newXObject('M', pdf.context.register(PDFRawStream.of(dict, bytes)))
    const content = pdf.context.stream(`q 0 g ${wide} 0 0 ${high} ${x} ${y} cm ${name} Do Q`)
    page.node.addContentStream(pdf.context.register(content))
  }
}

const clear = (places: number[] = []) => mask(Uint8Array.of(0xc0, 0xc0), [2, 2], places)
const unit: Act = (page) => page.node.set(PDFName.of('UserUnit'), PDFNumber.of(1.001))
const clearSheet: Act = async (page, pdf) => {
  const nothing = await pdf.embedPng(await createCanvas(50, 50).encode('png'))
  page.drawImage(nothing, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() })
}
const seeThrough: Act = async (page, pdf) => {
  const other = await pdf.embedJpg(await (await stubScan('7.00')).encode('jpeg', 60))
  page.drawImage(other, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight(), opacity: 0 })
}

test.each([
  ['a clear mask in a corner', clear([5, 5, 1, 1])],
  ['a clear mask over all of it', clear()],
  ['a unit of its own', unit],
  ['a clear picture over all of it', clearSheet],
  ['another scan over it that lets all through', seeThrough],
])('%s does not hide a figure that was retyped in a scan', async (_, act) => {
  expect((await judged(await stubScan('3,450.00'), act)).codes).toContain('PIXELS_UNLIKE_PAGE')
  expect(await judged(await stubScan(), act)).toEqual({ codes: [], issues: [] })
})

/** The print alone, as a mask of it. */
function printOf(picture: Canvas): Uint8Array {
  const { width, height } = picture
  const { data } = picture.getContext('2d').getImageData(0, 0, width, height)
  const across = (width + 7) >> 3
  const bits = new Uint8Array(across * height).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if ((data[4 * (y * width + x)] as number) < 128) {
        const at = y * across + (x >> 3)
        bits[at] = (bits[at] as number) & ~(128 >> (x & 7))
      }
  return bits
}

test('the print of a page in layers is of no picture, and the answer says that it was not examined', async () => {
  const picture = await stubScan('3,450.00')
  const sheet = createCanvas(picture.width / 4, picture.height / 4)
  sheet.getContext('2d').fillStyle = '#f4f4f2'
  sheet.getContext('2d').fillRect(0, 0, sheet.width, sheet.height)
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([(picture.width * 72) / 200, (picture.height * 72) / 200])
  const back = await pdf.embedJpg(await sheet.encode('jpeg', 50))
  page.drawImage(back, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() })
  await mask(printOf(picture), [picture.width, picture.height])(page, pdf)
  const { flags, reading } = await runPipeline(await pdf.save())
  expect(flags.filter(({ code }) => /^PIXELS|^SCAN/.test(code))).toEqual([])
  expect(reading.source.issues).toEqual([{ stage: 'risk', code: 'picture_not_inspected', page: 1 }])
})

test('a picture finer than any trace needs is made smaller, and known where it lies', async () => {
  const picture = createCanvas(4400, 2800)
  const pen = picture.getContext('2d')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, 4400, 2800)
  pen.fillStyle = '#000'
  pen.fillRect(2200, 1400, 2200, 1400)
  const pdf = await openPdf(await paper(picture))
  const [found] = await pagePictures(await pdf.getPage(1))
  await pdf.loadingTask.destroy()
  const { bitmap, toPixels, shrunk } = found as NonNullable<typeof found>
  expect([bitmap.width, bitmap.height, shrunk]).toEqual([2200, 1400, true])
  expect([bitmap.data[0], bitmap.data.at(-1)]).toEqual([255, 0])
  expect(toPixels[0]).toBeCloseTo(100 / 72, 6)
  expect(toPixels[5]).toBeCloseTo(1400, 6)
})
