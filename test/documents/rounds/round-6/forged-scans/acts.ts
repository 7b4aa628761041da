import { degrees, PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import type { Chance } from '../../../chance.ts'
import type { Truth } from '../../../specimen.ts'
import { locate } from '../../round-3/forgeries/spot.ts'
import { areaOf } from '../../round-5/forged-scans/brush.ts'
import { type Sheet, seen, sheetOf } from '../../round-5/forged-scans/lens.ts'
import { truthOf } from '../../round-5/forged-scans/originals.ts'
import { layered, type Way, wrapped } from '../../round-5/forged-scans/wrap.ts'
import type { Paper } from '../../round-5/forged-text/papers.ts'
import { messenger, whitened } from './after.ts'
import { type Box, lensOf, reframed } from './craft.ts'
import { coffee, faxHead, folded, handShadow, highlighted, type Mark, markedOut, paidStamp } from './marks.ts'

/** Act, paper, lens, saving, form, maker, and a text beside which it happens; all of it innocent. */
export const ACTS = [
  ['stamped-paid', 'uk-joiner', 'office', '-quality 80', 'single', 'Epson Scan 2', '1,216.20'],
  ['highlighted-and-ticked', 'ca-chequing', 'counter', '-quality 76', 'single', 'Canon DR-C240', 'Apr 09'],
  ['account-blacked-out', 'fr-releve', 'home', '-quality 82', 'single', 'HP Scan 5.2', '04418273906'],
  [
    'recognised',
    'ca-employer',
    'office-grey',
    '-quality 78',
    'single',
    'ocrmypdf 16.11.0 / Tesseract OCR-PDF 5.3.0',
    '',
  ],
  ['turned', 'w2-or', 'office-grey', '-quality 80', 'single', 'Brother iPrint&Scan', ''],
  [
    'cropped-and-sent',
    'us-diner',
    'receipt-photo',
    '-quality 84 -sampling-factor 4:2:0',
    'single',
    'Skia/PDF m140',
    '',
  ],
  ['faxed', 't4-ns', 'telefax', '-quality 90', 'fax', 'HylaFAX 7.0.7', ''],
  ['folded-and-stapled', 'ca-semimonthly', 'home-lid', '-quality 80', 'single', 'Fujitsu ScanSnap Home 3.0', ''],
  ['under-a-cup', 'us-card', 'office', '-quality 80', 'strips', 'Xerox WorkCentre 6515', '118.35'],
  ['whitened', 'uk-payslip', 'bench', '-quality 78', 'single', 'Microsoft Lens', ''],
  ['in-shadow', 'us-weekly', 'lamp', '-quality 84 -sampling-factor 4:2:0', 'single', 'Adobe Scan for iOS 26.04', ''],
  ['merged', 'fr-facture', 'drum', '-quality 78', 'single', 'pdfcpu v0.11.0', ''],
] as const

export type Act = (typeof ACTS)[number]

export const actName = ([act, paper]: Act, at: number): string =>
  `innocent-scan-${String(at + 1).padStart(2, '0')}-${act}-${paper}`

const BEFORE: Record<string, Mark> = {
  'stamped-paid': paidStamp,
  'highlighted-and-ticked': highlighted,
  'account-blacked-out': markedOut,
  'folded-and-stapled': folded,
  'under-a-cup': coffee,
  faxed: faxHead,
}

/** Cut to what is written and a little more. */
function cropped(sheet: Sheet): Sheet {
  const [x, y, width, height] = areaOf(sheet, [9, 60, sheet.size[0] - 9, sheet.size[1] - 8])
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(sheet.canvas, -x, -y)
  const size: [number, number] = [(width * 72) / sheet.dpi, (height * 72) / sheet.dpi]
  return { ...reframed(sheet, canvas, (u, v) => [u - x, v - y]), size }
}

/** Lain in the feeder on its side; the page is turned back when it is shown. */
function aside(sheet: Sheet): Sheet {
  const { width, height } = sheet.canvas
  const canvas = createCanvas(height, width)
  const pen = canvas.getContext('2d')
  pen.setTransform(0, 1, -1, 0, height, 0)
  pen.drawImage(sheet.canvas, 0, 0)
  return { ...sheet, canvas, size: [sheet.size[1], sheet.size[0]] }
}

async function turnedBack(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false })
  pdf.getPage(0).setRotation(degrees(270))
  return pdf.save({ useObjectStreams: false, updateFieldAppearances: false })
}

/** A cover letter set by a program before the scanned page. */
async function withCover(bytes: Uint8Array, maker: string): Promise<Uint8Array> {
  const scan = await PDFDocument.load(bytes, { updateMetadata: false })
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const page = pdf.addPage([595, 842])
  const lines = ['Bonjour,', '', 'Veuillez trouver ci-joint le document demandé.', '', 'Cordialement,', 'La réception']
  for (const [at, line] of lines.entries()) page.drawText(line, { x: 70, y: 740 - 18 * at, size: 11, font })
  const [copy] = await pdf.copyPages(scan, [0])
  if (copy) pdf.addPage(copy)
  pdf.setProducer(maker)
  pdf.setCreationDate(new Date('2026-01-22T08:30:12Z'))
  return pdf.save({ useObjectStreams: false })
}

/** What is done to the picture after the sheet was seen. */
async function afterwards(act: string, picture: Sheet, chance: Chance): Promise<Sheet> {
  if (act === 'turned') return aside(picture)
  if (act === 'cropped-and-sent') return messenger(cropped(picture), chance)
  if (act === 'whitened') return whitened(picture, chance)
  if (act === 'in-shadow') handShadow(picture, chance, [0, 0, 0, 0])
  return picture
}

/** The file that an innocent act leaves, and what can still be read on it. */
export async function acted(
  [act, , lens, save, form, maker, beside]: Act,
  paper: Paper,
  print: Uint8Array,
  chance: Chance,
): Promise<{ bytes: Uint8Array; truth: Truth }> {
  const sheet = await sheetOf(print, lensOf(lens).dpi)
  const truth = truthOf(paper)
  const box: Box = beside ? locate(print, beside, '').box : [0, 0, 0, 0]
  BEFORE[act]?.(sheet, chance, box)
  if (act === 'account-blacked-out') delete truth.fields.account_number
  const way: Way = { save, form, maker, made: paper.made }
  const picture = await afterwards(act, await seen(sheet, lensOf(lens), chance), chance)
  if (act === 'recognised') return { bytes: await layered(picture, way), truth: { ...truth, scan: false } }
  const bytes = await wrapped(picture, way)
  if (act === 'turned') return { bytes: await turnedBack(bytes), truth }
  if (act === 'merged') return { bytes: await withCover(bytes, maker), truth: { ...truth, scan: false } }
  return { bytes, truth }
}
