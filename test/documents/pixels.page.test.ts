import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { Chance } from './chance.ts'
import { fill, grain, saved } from './sheet-on-glass.ts'

const [WIDE, HIGH, SIZE] = [1100, 900, 26]
const NET = 9
const ROWS: (readonly [x: number, text: string])[][] = [
  [[80, 'Earnings statement']],
  [[80, 'Employer: Merrow Ltd']],
  [[80, 'Employee: Maribel Oswin']],
  [[80, 'Pay period: 2025-03-01 to 2025-03-15']],
  [[80, 'Pay date: 2025-03-20']],
  [
    [500, 'Current'],
    [780, 'Year to date'],
  ],
  [
    [80, 'Regular earnings'],
    [500, '3,000.00'],
    [780, '15,000.00'],
  ],
  [
    [80, 'Gross pay'],
    [500, '3,000.00'],
    [780, '15,000.00'],
  ],
  [
    [80, 'Total deductions'],
    [500, '550.00'],
    [780, '2,750.00'],
  ],
  [
    [80, 'Net pay'],
    [500, '2,450.00'],
    [780, '12,250.00'],
  ],
]
const base = (row: number) => 90 + 70 * row

/** The pay stub as a scanner sees it; with `net`, retyped there on a rectangle of the paper's colour. */
async function stubScan(net?: string): Promise<Canvas> {
  const [sheet, glass] = [createCanvas(WIDE, HIGH), createCanvas(WIDE, HIGH)]
  const [pen, light] = [sheet.getContext('2d'), glass.getContext('2d')]
  fill(sheet, [0, 0, WIDE, HIGH], '#f4f4f2')
  pen.font = `${SIZE}px sans-serif`
  pen.fillStyle = '#242424'
  for (const [row, cells] of ROWS.entries()) for (const [x, text] of cells) pen.fillText(text, x, base(row))
  light.filter = 'blur(1px)'
  light.drawImage(sheet, 0, 0)
  light.filter = 'none'
  grain(glass, 5, new Chance(1))
  const scanned = await saved(glass, 92)
  if (!net) return scanned
  fill(scanned, [495, base(NET) - SIZE, 625, base(NET) + 8], '#f4f4f2')
  const typing = scanned.getContext('2d')
  typing.font = `${SIZE}px sans-serif`
  typing.fillStyle = '#242424'
  typing.fillText(net, 500, base(NET))
  return scanned
}

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
