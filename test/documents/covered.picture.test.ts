import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { SANS } from './pen-fonts.ts'

const ROWS: (readonly [x: number, text: string])[][] = [
  [[40, 'Earnings statement']],
  [[40, 'Employer: Merrow Ltd']],
  [[40, 'Employee: Maribel Oswin']],
  [
    [40, 'Pay period: 2025-03-01 to 2025-03-15'],
    [330, 'Pay date: 2025-03-20'],
  ],
  [
    [300, 'Current'],
    [420, 'Year to date'],
  ],
  [
    [40, 'Gross pay'],
    [300, '3,000.00'],
    [420, '15,000.00'],
  ],
  [
    [40, 'Total deductions'],
    [300, '550.00'],
    [420, '2,750.00'],
  ],
  [
    [40, 'Net pay'],
    [300, '2,450.00'],
    [420, '12,250.00'],
  ],
]
const NET = ROWS.length - 1

interface Patch {
  row: number
  x: number
  wide: number
  high: number
  said?: string
  /** Draws on a picture that lets through, in points from its upper left corner. */
  draw?: (pen: SKRSContext2D) => void
}

/** A pay stub with a picture over part of it. */
async function stub(patch?: Patch) {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const page = pdf.addPage([612, 792])
  const base = (row: number) => 740 - 20 * row
  for (const [row, cells] of ROWS.entries())
    for (const [x, text] of cells) page.drawText(text, { x, y: base(row), size: 10, font })
  if (patch) {
    const canvas = createCanvas(4 * patch.wide, 4 * patch.high)
    const pen = canvas.getContext('2d')
    if (patch.draw) {
      pen.scale(4, 4)
      patch.draw(pen)
    } else {
      pen.fillStyle = '#fff'
      pen.fillRect(0, 0, canvas.width, canvas.height)
      pen.fillStyle = '#000'
      pen.font = `40px ${SANS}`
      pen.fillText(patch.said ?? '', 4, 44)
    }
    const image = await pdf.embedPng(canvas.toBuffer('image/png'))
    page.drawImage(image, { x: patch.x - 1, y: base(patch.row) - 3, width: patch.wide, height: patch.high })
  }
  const { reading, parts, flags } = await runPipeline(await pdf.save())
  return { fields: parts[0]?.fields ?? {}, flags, level: assess(flags, circumstancesOf(reading, parts)).level }
}

test('a picture over an amount, saying nothing', async () => {
  const { fields, flags, level } = await stub({ row: NET, x: 300, wide: 50, high: 14 })
  const flag = flags.find(({ code }) => code === 'COVERED_BY_PICTURE')
  expect(flag).toMatchObject({ severity: 'high', proof: true, fields: ['net_pay'] })
  expect(level).toBe('HIGH')
  expect(fields.net_pay).toMatchObject({ value: 2450, covered: true, confidence: 0.2 })
  expect(fields.ytd_net_pay).toMatchObject({ value: 12250 })
  expect(fields.ytd_net_pay).not.toHaveProperty('covered')
})

test('a picture over an amount, saying another one, is read', async () => {
  const { fields, flags, level } = await stub({ row: NET, x: 300, wide: 50, high: 14, said: '2,950.00' })
  const flag = flags.find(({ code }) => code === 'SHOWN_OTHERWISE')
  expect(flag).toMatchObject({ severity: 'high', proof: true, at: ['amount'] })
  expect(level).toBe('HIGH')
  expect(fields.net_pay).toMatchObject({ value: 2950 })
  expect(fields.net_pay).not.toHaveProperty('covered')
})

test('a picture beside the amounts, or over words that are no value, hides nothing', async () => {
  const weighing = async (...of: Parameters<typeof stub>) =>
    (await stub(...of)).flags.filter(({ severity }) => severity !== 'info')
  expect(await weighing()).toEqual([])
  expect(await weighing({ row: NET, x: 480, wide: 60, high: 14 })).toEqual([])
  expect((await stub({ row: 4, x: 300, wide: 40, high: 14 })).level).toBe('LOW')
})

test('a picture of many lines may be a stamp that lets through: little weight', async () => {
  const { flags, level } = await stub({ row: NET, x: 290, wide: 70, high: 60 })
  expect(flags.find(({ code }) => code === 'COVERED_BY_PICTURE')).toMatchObject({ severity: 'low', proof: false })
  expect(level).toBe('LOW')
})

test.each<[string, Patch]>([
  ['a tick', { row: NET, x: 330, wide: 12, high: 12, draw: tick }],
  ['a ring', { row: NET, x: 296, wide: 50, high: 16, draw: ring }],
  ['a highlighter', { row: NET, x: 298, wide: 46, high: 14, draw: highlight }],
  ['a frame of a stamp', { row: NET, x: 280, wide: 100, high: 40, draw: frame }],
])('%s upon an amount, as a picture that lets through, hides nothing', async (_, patch) => {
  const { fields, flags, level } = await stub(patch)
  expect(flags.map(({ code }) => code)).not.toContain('COVERED_BY_PICTURE')
  expect(fields.net_pay).toMatchObject({ value: 2450 })
  expect(fields.net_pay).not.toHaveProperty('covered')
  expect(level).toBe('LOW')
})

test('a picture that lets through but for one digit hides that digit', async () => {
  const { level } = await stub({ row: NET, x: 290, wide: 60, high: 16, draw: whiten })
  expect(level).toBe('HIGH')
})

function tick(pen: SKRSContext2D): void {
  stroke(pen, '#080', 1.2)
  pen.moveTo(1, 6)
  pen.lineTo(4.5, 10.5)
  pen.lineTo(11, 1)
  pen.stroke()
}

function ring(pen: SKRSContext2D): void {
  stroke(pen, '#c00', 0.8)
  pen.ellipse(25, 8, 24, 7, 0, 0, 2 * Math.PI)
  pen.stroke()
}

function highlight(pen: SKRSContext2D): void {
  pen.fillStyle = 'rgba(255, 240, 0, 0.35)'
  pen.fillRect(0, 0, 46, 14)
}

function frame(pen: SKRSContext2D): void {
  stroke(pen, '#c00', 1)
  pen.strokeRect(1, 1, 98, 38)
}

/** Over the digits `45` of `2,450.00`. */
function whiten(pen: SKRSContext2D): void {
  pen.fillStyle = '#fff'
  pen.fillRect(19, 0, 11, 16)
}

function stroke(pen: SKRSContext2D, colour: string, wide: number): void {
  pen.strokeStyle = colour
  pen.lineWidth = wide
  pen.beginPath()
}
