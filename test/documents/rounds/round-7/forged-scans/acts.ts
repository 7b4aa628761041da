import { degrees, PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import type { Chance } from '../../../chance.ts'
import type { Truth } from '../../../specimen.ts'
import { developed } from '../../round-1/scan.ts'
import { type Area, areaOf, copied, penOf, placed } from '../../round-5/forged-scans/brush.ts'
import { type Sheet, seen, sheetOf } from '../../round-5/forged-scans/lens.ts'
import { messenger, whitened } from '../../round-6/forged-scans/after.ts'
import { reframed } from '../../round-6/forged-scans/craft.ts'
import { highlighted, type Mark, markedOut, paidStamp } from '../../round-6/forged-scans/marks.ts'
import { truthOf } from '../forged-text/papers.ts'
import { boxOf, type Print, pieceOf } from '../forged-text/print.ts'
import { lensOf } from './originals.ts'
import { filed } from './wrap.ts'

/** Act, paper, lens, quality, form, maker, and a field at which it happens; all of it innocent. */
export const ACTS = [
  ['stamped-paid', 'fr-facture', 'branch', 80, 'single', 'Epson Scan 2', 'invoice_total'],
  ['highlighted', 'us-checking', 'clerk', 78, 'single', 'Canon DR-C225', 'transactions.1.date'],
  ['account-blacked-out', 'uk-current', 'flatbed', 78, 'single', 'HP Scan 5.6', 'account_number'],
  ['recognised', 'us-letter', 'branch', 80, 'layered', 'ocrmypdf 17.1.0 / Tesseract OCR-PDF 5.5.1', ''],
  ['turned', 'w2-clinic', 'clerk', 80, 'single', 'Brother iPrint&Scan', ''],
  ['cropped', 'diner-receipt', 'table', 84, 'single', 'Skia/PDF m142', ''],
  ['faxed', 't4-mill', 'telefax', 90, 'fax', 'HylaFAX 7.0.9', ''],
  ['whitened', 'uk-payslip', 'window', 80, 'single', 'Microsoft Lens', ''],
  ['denoised', 'ca-paystub', 'feeder', 78, 'single', 'VueScan 9.8', ''],
  ['saved-three-times', 'us-invoice', 'branch', 62, 'single', 'Smallpdf', ''],
  ['sent-by-messenger', 'nec-studio', 'window', 78, 'single', 'iOS Version 26.1 Quartz PDFContext', ''],
  ['signed-by-hand', 'uk-letter', 'branch', 80, 'strips', 'Xerox AltaLink C8155', ''],
  ['merged', 'de-rechnung', 'clerk', 80, 'single', 'PDFsam Basic v5.3.1', ''],
] as const

export type Act = (typeof ACTS)[number]

export const actName = ([act, paper]: Act, at: number): string =>
  `innocent-scan-7-${String(at + 1).padStart(2, '0')}-${act}-${paper}`

/** A name in blue ink between two lines of a letter, as its signer leaves it. */
const signedByHand: Mark = (sheet, chance) => {
  const pen = penOf(sheet)
  placed(pen, sheet, 66, 584)
  pen.strokeStyle = 'rgba(30, 40, 130, 0.85)'
  pen.lineWidth = 1.1
  pen.beginPath()
  pen.moveTo(0, 0)
  for (let at = 1; at < 13; at++) {
    const up = at % 2 ? -9 - 6 * chance.next() : 2 * chance.next()
    pen.bezierCurveTo(at * 7 - 5, up, at * 7 - 1, -up * 0.4, at * 7, at % 3 ? 0 : -4)
  }
  pen.stroke()
  pen.resetTransform()
}

const BEFORE: Record<string, Mark> = {
  'stamped-paid': paidStamp,
  highlighted,
  'account-blacked-out': markedOut,
  'signed-by-hand': signedByHand,
}

type After = (sheet: Sheet, chance: Chance) => Promise<Sheet> | Sheet

/** Cut to what is written and a little more. */
const cropped: After = (sheet) => {
  const [x, y, width, height] = areaOf(sheet, [6, 280, sheet.size[0] - 6, sheet.size[1] - 8])
  const canvas = createCanvas(width, height)
  canvas.getContext('2d').drawImage(sheet.canvas, -x, -y)
  const size: [number, number] = [(width * 72) / sheet.dpi, (height * 72) / sheet.dpi]
  return { ...reframed(sheet, canvas, (u, v) => [u - x, v - y]), size }
}

const aside: After = (sheet) => {
  const { width, height } = sheet.canvas
  const canvas = createCanvas(height, width)
  const pen = canvas.getContext('2d')
  pen.setTransform(0, 1, -1, 0, height, 0)
  pen.drawImage(sheet.canvas, 0, 0)
  return { ...sheet, canvas, size: [sheet.size[1], sheet.size[0]] }
}

/** The middle of each five neighbours, which takes specks and grain away everywhere. */
const denoised: After = (sheet) => {
  const all: Area = [0, 0, sheet.canvas.width, sheet.canvas.height]
  const [image, from] = [copied(sheet, all), copied(sheet, all).data]
  const line = 4 * sheet.canvas.width
  const [a, b, c, d] = [-4, 4, -line, line]
  for (let at = line; at < from.length - line; at++) {
    if (at % 4 === 3) continue
    const near = [from[at] ?? 0, from[at + a] ?? 0, from[at + b] ?? 0, from[at + c] ?? 0, from[at + d] ?? 0]
    image.data[at] = near.sort((x, y) => x - y)[2] ?? 0
  }
  penOf(sheet).putImageData(image, 0, 0)
  return sheet
}

const savedOften: After = async (sheet) => {
  let canvas = sheet.canvas
  for (const quality of [88, 70]) canvas = (await developed({ ...sheet, canvas }, quality)).canvas
  return { ...sheet, canvas }
}

const AFTER: Record<string, After> = {
  turned: aside,
  cropped,
  whitened,
  denoised,
  'saved-three-times': savedOften,
  'sent-by-messenger': messenger,
}

const opened = (bytes: Uint8Array) => PDFDocument.load(bytes, { updateMetadata: false })
const closed = (pdf: PDFDocument) => pdf.save({ useObjectStreams: false, updateFieldAppearances: false })

/** Lain in the feeder on its side; the page is turned back when it is shown. */
async function turnedBack(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await opened(bytes)
  pdf.getPage(0).setRotation(degrees(270))
  return closed(pdf)
}

/** Behind a letter that a program set. */
async function withCover(bytes: Uint8Array, maker: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  const page = pdf.addPage([595, 842])
  const lines = ['Guten Tag,', '', 'anbei die Rechnung des Dachdeckers.', '', 'Hausverwaltung Ilsetal']
  for (const [at, line] of lines.entries()) page.drawText(line, { x: 70, y: 750 - 18 * at, size: 11, font })
  const scan = await opened(bytes)
  for (const copy of await pdf.copyPages(scan, [0])) pdf.addPage(copy)
  pdf.setProducer(maker)
  pdf.setCreationDate(scan.getCreationDate() ?? new Date(0))
  return closed(pdf)
}

/** The file that an innocent act leaves, and what can still be read on it. */
export async function acted(act: Act, print: Print, chance: Chance): Promise<{ bytes: Uint8Array; truth: Truth }> {
  const [name, , lens, quality, form, maker, field] = act
  const sheet = await sheetOf(print.bytes, lensOf(lens).dpi)
  const truth: Truth = { ...truthOf(print.paper), scan: !['recognised', 'merged'].includes(name) }
  BEFORE[name]?.(sheet, chance, field ? boxOf(pieceOf(print, field)) : [0, 0, 0, 0])
  if (name === 'account-blacked-out') delete truth.fields.account_number
  const picture = await seen(sheet, lensOf(lens), chance)
  const after = (await AFTER[name]?.(picture, chance)) ?? picture
  const texts = print.pieces.map((piece) => ({ text: piece.text, box: boxOf(piece), size: piece.size }))
  const bytes = await filed(after, { quality, form, maker, made: print.paper.made, texts })
  if (name === 'turned') return { bytes: await turnedBack(bytes), truth }
  if (name === 'merged') return { bytes: await withCover(bytes, maker), truth }
  return { bytes, truth }
}
