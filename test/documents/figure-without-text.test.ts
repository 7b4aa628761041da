import { PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { SANS } from './pen-fonts.ts'
import { rawPdf } from './raw-pdf.ts'

const show = (x: number, y: number, text: string) => `BT /F1 10 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`
const HEAD = [
  show(40, 740, 'Invoice INV-2207'),
  show(40, 720, 'Merrow Holdings Ltd, 12 Harbour Street'),
  show(40, 700, 'Invoice date: 2025-03-20'),
  show(40, 680, 'Bill to: Maribel Oswin'),
  show(40, 640, 'Description'),
  show(400, 640, 'Amount'),
].join('\n')
const ROWS = [
  ['Timber', '1,205.40'],
  ['Fittings', '318.25'],
  ['Delivery', '64.00'],
  ['Total', '1,587.65'],
] as const
const WRITTEN = ROWS.map(([label, amount], at) => show(40, 618 - 18 * at, label) + show(400, 618 - 18 * at, amount))

const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Group << /S /Transparency /CS /DeviceGray >>'
const OBJECTS = {
  10: { dict: `${FORM} /Resources 5 0 R`, stream: `1 g ${WRITTEN.join(' ')}` },
  11: {
    dict: `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 600 800] /XStep 600 /YStep 800 /Resources 5 0 R`,
    stream: WRITTEN.join(' '),
  },
}
const RESOURCES = '/ExtGState << /Print << /SMask << /S /Luminosity /G 10 0 R >> >> >> /Pattern << /Print 11 0 R >>'

async function untoldIn(bytes: Uint8Array) {
  const { flags } = await runPipeline(bytes)
  return flags.flatMap(({ code, message }) => (code === 'FIGURE_WITHOUT_TEXT' ? [message.split('"')[1]] : [])).sort()
}

const raw = (more: string) => untoldIn(rawPdf({ content: `${HEAD}\n${more}`, resources: RESOURCES, objects: OBJECTS }))

/** The letters of a table as a picture over its place, with the heading or all of the table as text. */
async function pictured(draw: (pen: SKRSContext2D) => void, more = '') {
  const pdf = await PDFDocument.load(rawPdf({ content: `${HEAD}\n${more}` }))
  const canvas = createCanvas(1800, 320)
  const pen = canvas.getContext('2d')
  pen.scale(4, 4)
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, 450, 80)
  pen.fillStyle = '#000'
  pen.font = `10px ${SANS}`
  draw(pen)
  const image = await pdf.embedPng(canvas.toBuffer('image/png'))
  pdf.getPage(0).drawImage(image, { x: 30, y: 552, width: 450, height: 80 })
  return await untoldIn(await pdf.save())
}

function table(pen: SKRSContext2D): void {
  for (const [at, [label, amount]] of ROWS.entries()) {
    pen.fillText(label, 10, 16 + 18 * at)
    pen.fillText(amount, 370, 16 + 18 * at)
  }
}

const AMOUNTS = ROWS.map(([, amount]) => amount).sort()

test('the amounts of a table that is a picture, and no text, are told', async () => {
  expect(await pictured(table)).toEqual(AMOUNTS)
})

test.each([
  ['a mask', '/Print gs 0 g 30 550 450 90 re f'],
  ['a pattern', '/Pattern cs /Print scn 30 550 450 90 re f'],
])('the amounts of a table that is %s are told', async (_, more) => {
  expect(await raw(more)).toEqual(AMOUNTS)
})

test('a picture of amounts that its text says as well tells nothing', async () => {
  const below = ROWS.map(([, amount], at) => show(400, 300 - 18 * at, amount)).join(' ')
  expect(await pictured(table, below)).toEqual([])
})

test('a drawing, the letters of a name and numbers with points are no amounts', async () => {
  const drawing = (pen: SKRSContext2D) => {
    for (let at = 0; at < 12; at++) pen.fillRect(20 + 30 * at, 70 - 5 * at, 20, 5 * at)
    pen.fillText('MERROW HOLDINGS 1987', 20, 20)
    pen.fillText('NL8230.41.775.B01', 300, 20)
    pen.fillText('0800.12.34', 300, 40)
  }
  expect(await pictured(drawing)).toEqual([])
})
