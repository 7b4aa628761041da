import { BlendMode, PDFDocument, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { base, HIGH, NET, SIZE, stubScan, WIDE } from './stub-on-glass.ts'

const POINTS = 72 / 200
/** The net pay of the stub, in points from the foot of its page. */
const AMOUNT = { x: 495 * POINTS, y: (HIGH - base(NET) - 8) * POINTS, width: 130 * POINTS, height: 38 * POINTS }
const BASE = (HIGH - base(NET)) * POINTS

type Act = (page: PDFPage, pdf: PDFDocument) => Promise<void> | void

async function paintedOver(act: Act) {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([WIDE * POINTS, HIGH * POINTS])
  const scan = await pdf.embedJpg(await (await stubScan()).encode('jpeg', 90))
  page.drawImage(scan, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() })
  await act(page, pdf)
  const { flags } = await runPipeline(await pdf.save())
  return flags.filter(({ code }) => code === 'SCAN_PAINTED_OVER')
}

const type =
  (text: string, x: number, y: number): Act =>
  async (page, pdf) =>
    page.drawText(text, { x, y, size: SIZE * POINTS, font: await pdf.embedFont(StandardFonts.Helvetica) })

const typedOnBox: Act = async (page, pdf) => {
  page.drawRectangle({ ...AMOUNT, color: rgb(0.957, 0.957, 0.949) })
  await type('8,450.00', AMOUNT.x + 2, BASE)(page, pdf)
}

const patch: Act = async (page, pdf) => {
  const other = await stubScan('2,950.00')
  const piece = createCanvas(130, 38)
  piece.getContext('2d').drawImage(other, -495, SIZE + 4 - base(NET))
  page.drawImage(await pdf.embedPng(await piece.encode('png')), AMOUNT)
}

/** An annotation with the picture of a line, which prints or is on the screen alone. */
const stamp =
  (flags: number): Act =>
  async (page, pdf) => {
    const piece = createCanvas(130, 38)
    piece.getContext('2d').drawImage(await stubScan('2,950.00'), -495, SIZE + 4 - base(NET))
    const image = await pdf.embedPng(await piece.encode('png'))
    const { x, y, width, height } = AMOUNT
    const look = pdf.context.stream(`q ${width} 0 0 ${height} 0 0 cm /P Do Q`, {
      ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] },
      Resources: { XObject: { P: image.ref } },
    })
    const AP = { N: pdf.context.register(look) }
    const Rect = [x, y, x + width, y + height]
    const annotation = pdf.context.obj({ Type: 'Annot', Subtype: 'Stamp', Rect, F: flags, AP })
    page.node.addAnnot(pdf.context.register(annotation))
  }

test.each([
  ['a stamp that prints', stamp(4)],
  ['a stamp that is displayed and does not print', stamp(0)],
  ['text on a box in the colour of the paper', typedOnBox],
  ['a picture of a line', patch],
])('%s, laid over an amount of a scan', async (_, act) => {
  const found = await paintedOver(act)
  expect(found).toMatchObject([{ severity: 'high', proof: true, fields: ['net_pay'], at: ['amount'] }])
})

const marker: Act = (page) => page.drawRectangle({ ...AMOUNT, color: rgb(1, 0.95, 0.3), blendMode: BlendMode.Multiply })
const signature: Act = (page) =>
  page.drawSvgPath('M 0 0 L 30 -25 L 45 10 L 90 -30', { ...AMOUNT, borderColor: rgb(0.1, 0.1, 0.5), borderWidth: 2 })
const blackened: Act = (page) => page.drawRectangle({ ...AMOUNT, color: rgb(0, 0, 0) })
const whitened: Act = (page) => page.drawRectangle({ ...AMOUNT, color: rgb(1, 1, 1) })
test.each([
  ['a highlighter', marker],
  ['a signature', signature],
  ['a redaction', blackened],
  ['a white redaction', whitened],
  ['an amount typed on free paper', type('Paid 2,450.00', 90, 12)],
])('%s leaves the print of a scan alone', async (_, act) => {
  expect(await paintedOver(act)).toEqual([])
})
