import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { runPipeline } from '../../server/src/documents/pipeline.ts'
import { assess } from '../../server/src/documents/risk/assess.ts'
import { circumstancesOf } from '../../server/src/documents/risk/circumstances.ts'
import { SANS } from './pen-fonts.ts'
import { rawPdf } from './raw-pdf.ts'
import { pageOf, wordOf } from './read-raw.ts'

const RESOURCES = [
  '/ExtGState << /Thin << /ca 0.06 >> /Half << /ca 0.5 >> /Full << /ca 1 >> /Mask << /SMask 12 0 R >>',
  '/Screen << /BM /Screen >> /Multiply << /BM /Multiply >> >>',
  '/Pattern << /Clear 10 0 R /Inked 11 0 R /Shaded << /PatternType 2 /Shading 15 0 R >> >>',
  '/Shading << /Fade 15 0 R >> /XObject << /Group 14 0 R >>',
].join(' ')

const tiles = (stream: string) => ({
  dict: '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 4 4] /XStep 4 /YStep 4 /Resources << >>',
  stream,
})
const GROUP = '/Group << /S /Transparency /CS /DeviceGray >>'
const form = (stream: string) => ({
  dict: `/Subtype /Form /BBox [0 0 600 800] ${GROUP} /Resources 5 0 R`,
  stream,
})
const said = (text: string, y = 600) => `BT /F1 10 Tf 200 ${y} Td (${text}) Tj ET`

const OBJECTS = {
  10: tiles('1 g 0 0 4 4 re f'),
  11: tiles('0.2 g 0 0 4 4 re f'),
  12: '<< /Type /Mask /S /Luminosity /G 13 0 R >>',
  13: form('0 g 0 0 600 800 re f'),
  14: form(`/Full gs 0 g ${said('9,450.00')}`),
  15: '<< /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 600 0] /Function 16 0 R >>',
  16: '<< /FunctionType 2 /N 1 /Domain [0 1] /C0 [0.99] /C1 [1] >>',
}

const LINES = [
  [40, 760, 'Earnings statement'],
  [40, 740, 'Employer: Merrow Ltd'],
  [40, 720, 'Employee: Maribel Oswin'],
  [40, 700, 'Pay period: 2025-03-01 to 2025-03-15'],
  [330, 700, 'Pay date: 2025-03-20'],
  [300, 660, 'Current'],
  [40, 640, 'Gross pay'],
  [300, 640, '3,000.00'],
  [40, 620, 'Total deductions'],
  [300, 620, '550.00'],
  [40, 600, 'Net pay'],
  [300, 600, '2,450.00'],
] as const
const STUB = LINES.map(([x, y, text]) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`).join('\n')
/** One pixel of a grey under the place where something is said. */
const picture = (grey: string, y = 595) => `q 80 0 0 18 190 ${y} cm BI /W 1 /H 1 /BPC 8 /CS /G /F /AHx ID ${grey}> EI Q`

/** So many that pdf.js paints them as one, which moves what it paints behind them. */
const DOZEN = Array.from(
  { length: 12 },
  (_, n) => `q 5 0 0 5 ${20 + 8 * n} 20 cm BI /W 1 /H 1 /BPC 8 /CS /G /F /AHx ID 80> EI Q`,
).join(' ')

/** As many marks, white on white, as make a page full. */
const DOTS = `1 g ${Array.from({ length: 6001 }, (_, n) => `${20 + (n % 500)} ${5 + n / 500} 1.1 1.1 re f`).join(' ')}`

/** A stub with more in its content, before its text or behind it. */
async function judged(more: string) {
  const bytes = rawPdf({ content: `q ${more} Q q 0 g ${STUB} Q`, resources: RESOURCES, objects: OBJECTS })
  const { reading, parts, flags } = await runPipeline(bytes)
  const level = assess(flags, circumstancesOf(reading, parts)).level
  return { net: parts[0]?.fields.net_pay?.value, codes: flags.map(({ code }) => code), level }
}

test.each([
  ["in a picture's colour", `${picture('E0')} 0.88 g ${said('9,450.00')}`],
  ["in a dark picture's colour", `${picture('20')} 0.125 g ${said('9,450.00')}`],
  ["in a picture's colour, behind a dozen others", `${DOZEN} ${picture('E0')} 0.88 g ${said('9,450.00')}`],
  ['of a sixteenth of its ink', `/Thin gs 0 g ${said('9,450.00')}`],
  ['in a group of a sixteenth of its ink', '/Thin gs /Group Do'],
  ['in a pattern without ink', `/Pattern cs /Clear scn ${said('9,450.00')}`],
  ['in a shading without ink', `/Pattern cs /Shaded scn ${said('9,450.00')}`],
  ['in the colour of the shading under it', `q 190 595 80 18 re W n /Fade sh Q 0.99 g ${said('9,450.00')}`],
  ['behind a mask that lets nothing through', `/Mask gs 0 g ${said('9,450.00')}`],
  ['in a grey of 0.945', `0.945 g ${said('9,450.00')}`],
  ['behind such a mask, and a point is seen', `${said('.').replace('200', '236')} /Mask gs 0 g ${said('9,450.00')}`],
  ['outside a clip of two corners', `0 0 1 1 re 598 798 1 1 re W n 0 g ${said('9,450.00')}`],
  ['outside a clip that was written', `0 g 7 Tr ${said('x', 20)} 0 Tr ${said('9,450.00')}`],
  ['in a blend that lets the white below through', `1 g 190 595 80 18 re f /Screen gs 0 g ${said('9,450.00')}`],
  ['under a patch behind thousands of dots', `0 g ${said('9,450.00')} ${DOTS} 195 597 60 12 re f`],
])('an amount %s is hidden and no value', async (_, more) => {
  const { net, codes, level } = await judged(more)
  expect(net).toBe(2450)
  expect(codes).toContain('HIDDEN_AMOUNTS')
  expect(level).not.toBe('LOW')
})

test.each([
  ['on a picture', `${picture('E0', 295)} 0.2 g ${said('Limit 7,120.00', 300)}`],
  ['on a picture, behind a dozen others', `${DOZEN} ${picture('E0', 295)} 0.2 g ${said('Limit 7,120.00', 300)}`],
  ['in white on a dark picture', `${picture('20', 295)} 1 g ${said('Limit 7,120.00', 300)}`],
  ['of half its ink', `/Half gs 0 g ${said('Limit 7,120.00', 300)}`],
  ['in a group of all its ink', '/Full gs 0 g'],
  ['in a pattern of ink', `/Pattern cs /Inked scn ${said('Limit 7,120.00', 300)}`],
  ['on a shading', `q 190 295 80 18 re W n /Fade sh Q 0.4 g ${said('Limit 7,120.00', 300)}`],
  ['in a clip of two boxes', `190 295 30 18 re 220 295 90 18 re W n 0 g ${said('Limit 7,120.00', 300)}`],
  ['in a clip that is round', `190 290 m 190 330 310 330 310 290 c h W n 0 g ${said('Limit 7,120.00', 300)}`],
  ['multiplied with the paper', `/Multiply gs 0 g ${said('Limit 7,120.00', 300)}`],
  ['on a page full of dots', `0 g ${said('Limit 7,120.00', 300)} ${DOTS}`],
  ['in a light grey', `0.88 g ${said('Limit 7,120.00', 300)}`],
])('words %s hide nothing', async (_, more) => {
  const { codes, level } = await judged(more)
  expect(codes).not.toContain('HIDDEN_AMOUNTS')
  expect(level).toBe('LOW')
})

test('what a word lays on counts with the ground that it stands on', async () => {
  const at = (content: string) => pageOf({ content, resources: RESOURCES, objects: OBJECTS })
  const dark = await at(`0 g 190 590 90 30 re f /Thin gs 1 g ${said('9,450.00')}`)
  expect(wordOf(dark, '9,450.00').visibility).toBe('faint')
  const half = await at(`0 g 190 590 90 30 re f /Half gs 1 g ${said('9,450.00')}`)
  expect(wordOf(half, '9,450.00')).toMatchObject({ visibility: 'shown', alpha: 0.5 })
})

/** A scan of the stub on grey paper under a layer of its text, in a grey, with another net pay. */
async function scanned(grey: number, at = { down: 6, size: 5 }) {
  const canvas = createCanvas(1500, 2000)
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#e0e0e0'
  pen.fillRect(0, 0, 1500, 2000)
  pen.fillStyle = '#000'
  pen.font = `25px ${SANS}`
  for (const [x, y, text] of LINES) pen.fillText(text, 2.5 * x, 2.5 * (800 - y))
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const page = pdf.addPage([600, 800])
  page.drawImage(await pdf.embedPng(canvas.toBuffer('image/png')), { x: 0, y: 0, width: 600, height: 800 })
  const color = rgb(grey, grey, grey)
  for (const [x, y, text] of LINES)
    page.drawText(text.replace('2,450', '9,450'), { x, y: y - at.down, size: at.size, font, color })
  const { parts, flags } = await runPipeline(await pdf.save())
  return { net: parts[0]?.fields.net_pay?.value, codes: flags.map(({ code }) => code) }
}

test('a layer in the colour of the scan under it is no text: the scan is read, and the layer is hidden', async () => {
  const { net, codes } = await scanned(0.88)
  expect(net).toBe(2450)
  expect(codes).toEqual(['HIDDEN_AMOUNTS'])
})

test('a layer in the colour of the paper that lies over the print only takes away of it, and is no text', async () => {
  const { net, codes } = await scanned(0.88, { down: 3, size: 10 })
  expect(net).toBe(2450)
  expect(codes).toContain('HIDDEN_AMOUNTS')
})
