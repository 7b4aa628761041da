import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import * as fontkit from '@cantoo/fontkit'
import { PDFDocument, type PDFFont, StandardFonts } from '@cantoo/pdf-lib'
import { element, escaped } from './markup.ts'
import { type Cell, type Sheet, sizeOf } from './sheet.ts'
import { call, inFolder } from './tools.ts'
import { writerOf } from './writer.ts'

type Printer = (sheet: Sheet, more?: string[]) => Promise<Uint8Array> | Uint8Array

const FONTS = path.join(
  path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')),
  'standard_fonts',
)
const program = (bold: boolean) => readFileSync(path.join(FONTS, `LiberationSans-${bold ? 'Bold' : 'Regular'}.ttf`))
const DAY = new Date('2026-10-02T07:12:00Z')

/** A subset of a typeface that everybody has, for a document. */
export async function embedded(pdf: PDFDocument, bold: boolean): Promise<PDFFont> {
  pdf.registerFontkit(fontkit)
  return await pdf.embedFont(program(bold), { subset: true })
}

export const draw = (pdf: PDFDocument, { page, top, x, right, size, text }: Cell, font: PDFFont, up = 0): void => {
  const sheet = pdf.getPage(page - 1)
  const left = right ? x - font.widthOfTextAtSize(text, size) : x
  sheet.drawText(text, { x: left, y: sheet.getHeight() - top + up, size, font })
}

const byOurselves =
  (fonts: (pdf: PDFDocument, sheet: Sheet) => Promise<[PDFFont, PDFFont]>): Printer =>
  async (sheet) => {
    const pdf = await PDFDocument.create()
    const [regular, bold] = await fonts(pdf, sheet)
    for (const { page } of sheet.cells) while (pdf.getPageCount() < page) pdf.addPage(sizeOf(sheet))
    for (const cell of sheet.cells) if (cell.text !== '') draw(pdf, cell, cell.bold ? bold : regular)
    pdf.setProducer('OpenPDF 1.3.30')
    pdf.setCreator('')
    pdf.setCreationDate(DAY)
    pdf.setModificationDate(DAY)
    return pdf.save({ useObjectStreams: false })
  }

/** The sheet as a page of the web. */
export function htmlOf(sheet: Sheet, scale = 1): string {
  const [width, height] = sizeOf(sheet)
  const family = sheet.serif ? 'Liberation Serif' : 'Liberation Sans'
  const points = (length: number) => `${(length * scale).toFixed(2)}pt`
  const cells = sheet.cells.map(({ top, x, right, bold, size, text }) => {
    const side = right ? `right:${points(width - x)}` : `left:${points(x)}`
    const letters = `font-size:${points(size)}${bold ? ';font-weight:bold' : ''}`
    return element('div', { style: `top:${points(top - 0.846 * size)};${side};${letters}` }, escaped(text))
  })
  const style = [
    `@page{size:${width}pt ${height}pt;margin:0}`,
    `body{margin:0;position:relative;width:${points(width)};height:${points(height - 4)};font-family:"${family}"}`,
    'div{position:absolute;white-space:pre;line-height:1}',
  ].join('')
  const head = ['<meta charset="utf-8">', element('title', {}, sheet.name), element('style', {}, style)]
  return `<!doctype html>${element('html', {}, element('head', {}, ...head), element('body', {}, cells.join('\n')))}`
}

const HEADLESS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer', '--print-to-pdf=out.pdf']

const toPdf = (program: string, file: string, source: string, args: (folder: string) => string[], out = 'out.pdf') =>
  inFolder((folder) => {
    writeFileSync(path.join(folder, file), source)
    call(program, args(folder), folder)
    return new Uint8Array(readFileSync(path.join(folder, out)))
  })

/** What a browser prints of a page. */
export const fromHtml = (html: string): Uint8Array =>
  toPdf('chromium', 'in.html', html, (folder) => [
    ...HEADLESS,
    `--user-data-dir=${path.join(folder, 'user')}`,
    `file://${path.join(folder, 'in.html')}`,
  ])

const chromium: Printer = (sheet) => fromHtml(htmlOf(sheet))

const wkhtmltopdf: Printer = (sheet) => {
  const [width, height] = sizeOf(sheet)
  const page = ['--page-width', `${width}pt`, '--page-height', `${height}pt`]
  const margins = ['T', 'B', 'L', 'R'].flatMap((side) => [`-${side}`, '0'])
  const how = ['-q', ...page, ...margins, '--disable-smart-shrinking']
  return toPdf('wkhtmltopdf', 'in.html', htmlOf(sheet, 1.3015), () => [...how, 'in.html', 'out.pdf'])
}

/** What a word processor does with a file. */
export const office = (file: string, source: string, to = 'pdf'): Uint8Array =>
  toPdf(
    'soffice',
    file,
    source,
    (folder) => [`-env:UserInstallation=file://${folder}/user`, '--headless', '--convert-to', to, file],
    file.replace(/\..*/, `.${to}`),
  )

/** Those who print a sheet. */
export const PRINTERS: Record<string, Printer> = {
  chromium,
  wkhtmltopdf,
  soffice: (sheet) => office('in.fodt', writerOf(sheet)),
  embedded: byOurselves(async (pdf) => [await embedded(pdf, false), await embedded(pdf, true)]),
  standard: byOurselves(async (pdf) => [
    await pdf.embedFont(StandardFonts.Helvetica),
    await pdf.embedFont(StandardFonts.HelveticaBold),
  ]),
}

/** A sheet, printed by its own printer or another. */
export async function printed(sheet: Sheet, by = sheet.printer): Promise<Uint8Array> {
  const printer = PRINTERS[by]
  if (!printer) throw new Error(`nobody is the printer ${by}`)
  return await printer(sheet)
}
