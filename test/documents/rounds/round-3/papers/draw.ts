import {
  grayscale,
  PDFArray,
  PDFDocument,
  type PDFFont,
  PDFNumber,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib'
import type { Sheet } from './sheet.ts'

const FONTS: Record<string, StandardFonts> = {
  H: StandardFonts.Helvetica,
  B: StandardFonts.HelveticaBold,
  HB: StandardFonts.HelveticaBold,
  T: StandardFonts.TimesRoman,
  TB: StandardFonts.TimesRomanBold,
  C: StandardFonts.Courier,
  CB: StandardFonts.CourierBold,
}

const PRODUCERS = ['iText 5.5.13', 'PDFsharp 1.50.5147', 'FPDF 1.86', 'JasperReports Library version 6.20', 'ReportLab']

/** One text at the left end of its base line, in points from the top left. */
interface Run {
  x: number
  y: number
  size: number
  font: PDFFont
  text: string
  /** It was typed into a box of the form. */
  typed: boolean
}

interface Drawing {
  page: PDFPage
  fonts: Map<string, PDFFont>
  runs: Run[]
  y: number
}

const down = (drawing: Drawing, word = '0'): number => {
  drawing.y = word.startsWith('+') ? drawing.y + Number(word.slice(1)) : Number(word)
  return drawing.y
}

function write(drawing: Drawing, place: string, size: number, name: string, text: string, typed = false): void {
  const font = drawing.fonts.get(name)
  if (!font) throw new Error(`no font ${name}`)
  if (text.trim() === '') return
  const [, x = '0', side = ''] = /^([\d.]+)([rc]?)$/.exec(place) ?? []
  const width = font.widthOfTextAtSize(text, size)
  const left = Number(x) - (side === 'r' ? width : side === 'c' ? width / 2 : 0)
  drawing.runs.push({ x: left, y: drawing.y, size, font, text, typed })
}

/** A box of a form: its caption small at the top, its value below. */
function box(drawing: Drawing, words: string[], [caption = '', value = '']: string[]): void {
  const [x = 0, , width = 0, height = 0, small = 6] = words.map(Number)
  const top = down(drawing, words[1])
  const y = drawing.page.getHeight() - top - height
  drawing.page.drawRectangle({ x, y, width, height, borderWidth: 0.6, borderColor: rgb(0, 0, 0) })
  down(drawing, String(top + small + 1.5))
  write(drawing, String(x + 3), small, 'H', caption)
  down(drawing, '+13')
  write(drawing, String(x + 5), 9.5, 'C', value, true)
}

function command(drawing: Drawing, line: string): void {
  const [head = '', ...cells] = line.split('|')
  const [word = '', ...words] = head.split(' ')
  const { page } = drawing
  const height = page.getHeight()
  if (word === 'page') page.setSize(Number(words[0]), Number(words[1]))
  else if (word === 'box') box(drawing, words, cells)
  else if (word === 'rect') {
    const [x = 0, y = 0, width = 0, tall = 0, grey = 0] = words.map(Number)
    page.drawRectangle({ x, y: height - y - tall, width, height: tall, color: grayscale(grey) })
  } else if (word === 'line') {
    const y = height - down(drawing, words[1])
    page.drawLine({ start: { x: Number(words[0]), y }, end: { x: Number(words[2]), y }, thickness: 0.7 })
  } else texts(drawing, line)
}

/** `40,555r +14 9 H Total|12.00`: cells at their places on one line. */
function texts(drawing: Drawing, line: string): void {
  const [, places = '', y, size = '9', font = 'H', rest = ''] = /^(\S+) (\S+) (\S+) (\S+) ?(.*)$/.exec(line) ?? []
  down(drawing, y)
  for (const [at, text] of rest.split('|').entries())
    write(drawing, places.split(',')[at] ?? '0', Number(size), font, text)
}

const wordsOf = (run: Run): Run[] => {
  const words = [...run.text.matchAll(/\S+/g)]
  const before = (at: number) => run.font.widthOfTextAtSize(run.text.slice(0, at), run.size)
  return words.map((word) => ({ ...run, text: word[0], x: run.x + before(word.index) }))
}

/** Shows a text in pieces of a few letters, drawn together by a hair and apart again. */
function kerned(page: PDFPage, { x, y, size, font, text }: Run): void {
  const pieces = text.match(/.{1,3}/gs) ?? []
  const array = PDFArray.withContext(page.doc.context)
  for (const [at, piece] of pieces.entries()) {
    array.push(font.encodeText(piece))
    array.push(PDFNumber.of(at % 2 === 0 ? 9 : -9))
  }
  const key = page.node.newFontDictionary(font.name, font.ref)
  const { of } = PDFOperator
  page.pushOperators(
    of(PDFOperatorNames.BeginText),
    of(PDFOperatorNames.SetFontAndSize, [key, PDFNumber.of(size)]),
    of(
      PDFOperatorNames.SetTextMatrix,
      [1, 0, 0, 1, x, page.getHeight() - y].map((each) => PDFNumber.of(each)),
    ),
    of(PDFOperatorNames.ShowTextAdjusted, [array]),
    of(PDFOperatorNames.EndText),
  )
}

const HANDS: Record<string, (runs: Run[]) => Run[]> = {
  runs: (runs) => runs,
  words: (runs) => runs.flatMap(wordsOf),
  columns: (runs) => runs.toSorted((a, b) => Math.round(a.x / 40) - Math.round(b.x / 40) || a.y - b.y),
}

async function draft(sheet: Sheet): Promise<{ doc: PDFDocument; drawing: Drawing }> {
  const doc = await PDFDocument.create()
  const fonts = new Map<string, PDFFont>()
  for (const [name, font] of Object.entries(FONTS))
    if (new RegExp(`(^| )${name} `, 'm').test(sheet.text) || name === 'H' || name === 'C')
      fonts.set(name, await doc.embedFont(font))
  const drawing: Drawing = { page: doc.addPage(), fonts, runs: [], y: 0 }
  for (const line of sheet.text.trim().split('\n')) if (line.trim()) command(drawing, line)
  const made = new Date(`${sheet.made}T09:14:00Z`)
  doc.setProducer(PRODUCERS[sheet.name.length % PRODUCERS.length] ?? '')
  doc.setCreationDate(made)
  doc.setModificationDate(made)
  return { doc, drawing }
}

const put = (page: PDFPage, { x, y, ...run }: Run) => page.drawText(run.text, { ...run, x, y: page.getHeight() - y })

/** The sheet in the hand that its printer names, `drawn:words`. */
export async function drawn(sheet: Sheet): Promise<Uint8Array> {
  const { doc, drawing } = await draft(sheet)
  const hand = sheet.printer.split(':')[1] ?? 'runs'
  for (const run of (HANDS[hand] ?? HANDS.runs)?.(drawing.runs) ?? [])
    if (hand === 'kern') kerned(drawing.page, run)
    else put(drawing.page, run)
  return doc.save()
}

/** The sheet as a form, its boxes empty in the first revision and filled in the second. */
export async function filledForm(sheet: Sheet): Promise<Uint8Array> {
  const { doc, drawing } = await draft(sheet)
  const { page } = drawing
  const typed = drawing.runs.filter((run) => run.typed)
  for (const run of drawing.runs) if (!run.typed) put(page, run)
  for (const [at, { x, y }] of typed.entries()) {
    const field = doc.getForm().createTextField(`box.${at}`)
    field.addToPage(page, { x: x - 2, y: page.getHeight() - y - 4, width: 116, height: 15, borderWidth: 0 })
    field.setFontSize(9)
  }
  const again = await PDFDocument.load(await doc.save({ useObjectStreams: false }), { forIncrementalUpdate: true })
  for (const [at, { text }] of typed.entries()) again.getForm().getTextField(`box.${at}`).setText(text)
  again.getForm().updateFieldAppearances()
  return again.commit({ useObjectStreams: false })
}
