import { createCanvas } from '@napi-rs/canvas'
import type { Chance } from '../../../chance.ts'
import type { Truth } from '../../../specimen.ts'
import { through } from '../../round-3/forgeries/through.ts'
import { days, type Paper } from '../forged-text/papers.ts'
import { areaOf, type Edit, penOf, placed } from './brush.ts'
import { lensOf, type Sheet, seen, sheetOf } from './lens.ts'
import { editOf, truthOf } from './originals.ts'
import { layered, type Way, wrapped } from './wrap.ts'

/** Act, paper, lens, saving, form, maker; all of it innocent. */
export const ACTS = [
  ['stamped', 'uk-invoice', 'flatbed', '-quality 82', 'single', 'EPSON Scan 2'],
  ['written-on-by-pen', 'us-checking', 'feeder-clean', '-quality 78', 'single', 'Canon DR-C225'],
  ['blacked-out-by-marker', 'uk-current', 'flatbed-grey', '-quality 76', 'single', 'Brother MFC-L2750DW'],
  ['recognised', 'ca-letter', 'flatbed', '-quality 80', 'single', 'ocrmypdf 16.5.0 / Tesseract OCR-PDF 5.3.0'],
  ['compressed-again', 't4', 'feeder', '-quality 78', 'single', 'KONICA MINOLTA bizhub C360i'],
  ['turned', 'nec', 'cheap', '-quality 80', 'single', 'HP Scan'],
  [
    'cropped',
    'us-receipt',
    'telephone',
    '-quality 84 -sampling-factor 4:2:0',
    'single',
    'iOS Version 18.3 Quartz PDFContext',
  ],
  ['black-and-white', 'ca-biweekly', 'fax', '-quality 90', 'fax', 'RightFax'],
  ['punched-and-stapled', 'de-rechnung', 'book', '-quality 80', 'single', 'Fujitsu ScanSnap Home'],
  [
    'in-shadow',
    'us-semimonthly',
    'evening',
    '-quality 85 -sampling-factor 4:2:0',
    'single',
    'Adobe Scan for Android 25.03',
  ],
] as const

export type Act = (typeof ACTS)[number]

/** Numbers go on from those of the forged texts. */
export const actName = ([act, paper]: Act, at: number): string => `innocent-${at + 11}-${act}-${paper}`

/** A round stamp of a firm, inked unevenly. */
function stamped(sheet: Sheet, chance: Chance): void {
  const pen = penOf(sheet)
  placed(pen, sheet, 400, 320)
  pen.rotate(-0.16)
  Object.assign(pen, { strokeStyle: 'rgba(40, 60, 150, 0.62)', fillStyle: 'rgba(40, 60, 150, 0.66)', lineWidth: 1.6 })
  pen.strokeRect(-62, -24, 124, 48)
  pen.font = 'bold 15px "Liberation Sans"'
  pen.textAlign = 'center'
  pen.fillText('RECEIVED', 0, -4)
  pen.font = '11px "Liberation Mono"'
  pen.fillText('24 OCT 2025', 0, 14)
  pen.resetTransform()
  pen.fillStyle = 'rgba(255, 255, 255, 0.7)'
  for (let left = 260; left > 0; left--) {
    const [x, y] = sheet.at(335 + 130 * chance.next(), 290 + 60 * chance.next())
    pen.fillRect(x, y, chance.whole(1, 3), chance.whole(1, 2))
  }
}

/** A wavy line as a hand draws it, in points of the sheet. */
function drawn(sheet: Sheet, points: readonly (readonly [number, number])[], colour: string, wide = 1.1): void {
  const pen = penOf(sheet)
  Object.assign(pen, { strokeStyle: colour, lineWidth: (wide * sheet.dpi) / 72, lineCap: 'round', lineJoin: 'round' })
  pen.beginPath()
  for (const [x, y] of points) pen.lineTo(...sheet.at(x, y))
  pen.stroke()
}

/** A note in the lower margin, a tick and a signature. */
function penned(sheet: Sheet, chance: Chance): void {
  const blue = 'rgba(28, 38, 120, 0.85)'
  const wave = (x: number, y: number, wide: number, tall: number) =>
    Array.from({ length: 90 }, (_, at) => {
      const u = at / 89
      const swing = Math.sin(u * 34 + Math.sin(u * 9) * 2) * tall * (1 - 0.6 * u)
      return [x + u * wide + Math.cos(u * 34) * 4, y + swing + (chance.next() - 0.5)] as const
    })
  drawn(sheet, wave(70, 150, 120, 13), blue)
  drawn(sheet, wave(330, 120, 90, 5), blue)
  drawn(
    sheet,
    [
      [584, 640],
      [589, 631],
      [602, 655],
    ],
    blue,
    1.5,
  )
}

const markedOut = (sheet: Sheet, edit: Edit): void => {
  const [x, y, right, top] = edit.box
  const middle = (y + top) / 2
  const line = [
    [x - 4, middle - 1],
    [right + 5, middle + 1],
  ] as const
  drawn(sheet, line, '#0a0a0c', 11)
}

/** Two holes at the left and a staple at the corner, with the shadow it throws. */
function punched(sheet: Sheet): void {
  const pen = penOf(sheet)
  for (const y of [305, 532]) {
    placed(pen, sheet, 24, y)
    pen.fillStyle = '#3d3a36'
    pen.beginPath()
    pen.arc(0, 0, 7.5, 0, 7)
    pen.fill()
    pen.resetTransform()
  }
  drawn(
    sheet,
    [
      [13, 822],
      [31, 831],
    ],
    'rgba(50, 50, 50, 0.35)',
    2.6,
  )
  drawn(
    sheet,
    [
      [13, 824],
      [31, 833],
    ],
    '#8d8f94',
    1.5,
  )
}

const BEFORE: Record<string, (sheet: Sheet, chance: Chance) => void> = {
  stamped,
  'written-on-by-pen': penned,
  'punched-and-stapled': punched,
}

function turned(sheet: Sheet): Sheet {
  const { width, height } = sheet.canvas
  const canvas = createCanvas(height, width)
  const pen = canvas.getContext('2d')
  pen.setTransform(0, -1, 1, 0, 0, width)
  pen.drawImage(sheet.canvas, 0, 0)
  return { ...sheet, canvas, size: [sheet.size[1], sheet.size[0]] }
}

/** Cut to what is written and a little more. */
function cropped(sheet: Sheet): Sheet {
  const [x, y, width, height] = areaOf(sheet, [5, 16, sheet.size[0] - 5, sheet.size[1] - 6])
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(sheet.canvas, -x, -y)
  return { ...sheet, canvas, size: [(width * 72) / sheet.dpi, (height * 72) / sheet.dpi] }
}

/** The file that an innocent act leaves, and what can still be read on it. */
export async function acted(
  [act, , lens, save, form, maker]: Act,
  paper: Paper,
  print: Uint8Array,
  chance: Chance,
): Promise<{ bytes: Uint8Array; truth: Truth }> {
  const sheet = await sheetOf(print, lensOf(lens).dpi)
  const truth = truthOf(paper)
  BEFORE[act]?.(sheet, chance)
  if (act === 'blacked-out-by-marker') {
    markedOut(sheet, editOf(paper, print, 'account_number', '0'))
    delete truth.fields.account_number
  }
  const way: Way = { save, form, maker, made: paper.made }
  const picture = await seen(sheet, lensOf(lens), chance)
  if (act === 'recognised') return { bytes: await layered(picture, way), truth: { ...truth, scan: false } }
  const last = act === 'turned' ? turned(picture) : act === 'cropped' ? cropped(picture) : picture
  const bytes = await wrapped(last, way)
  return { bytes: act === 'compressed-again' ? compressed(bytes, paper) : bytes, truth }
}

/** Sent through Ghostscript, whose names for the file and for its folder are other ones each time. */
function compressed(bytes: Uint8Array, paper: Paper): Uint8Array {
  const how = ['-q', '-sDEVICE=pdfwrite', '-dPDFSETTINGS=/ebook', '-o', 'OUT', 'IN']
  const text = Buffer.from(days(through('gs', how, bytes), paper, 1)).toString('latin1')
  const told = text
    .replace(/round-\w{6}/g, 'round-scans5')
    .replace(/uuid:[\da-f]{8}/g, 'uuid:5ca20005')
    .replace(/(?<head>uuid:[\da-f-]{24})[\da-f]{12}/g, '$<head>5ca200050005')
    .replace(/\/ID \[<\w{32}><\w{32}>/, `/ID [<${'5CA20005'.repeat(4)}><${'5CA20005'.repeat(4)}>`)
  return new Uint8Array(Buffer.from(told, 'latin1'))
}
