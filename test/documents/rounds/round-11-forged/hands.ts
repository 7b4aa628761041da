import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PDFDocument, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { recoded } from './codes.ts'
import type { Hand, Job } from './job.ts'
import { draw, embedded, fromHtml, printed } from './printers.ts'
import { type Cell, type Change, type Sheet, sizeOf } from './sheet.ts'
import { call, exiftool, ghostscript, inFolder, qpdf } from './tools.ts'

export const opened = (bytes: Uint8Array) => PDFDocument.load(bytes, { updateMetadata: false })
export const saved = (pdf: PDFDocument) => pdf.save({ useObjectStreams: false, updateFieldAppearances: false })

export const widthOf = ({ text, size, bold }: Cell) => text.length * size * (bold ? 0.58 : 0.54)

/** A cell's box from the upper left. */
export const boxOf = (cell: Cell): [number, number, number, number] => {
  const left = cell.right ? cell.x - widthOf(cell) : cell.x
  return [left - 1, cell.top - cell.size * 0.8, left + widthOf(cell) + 1, cell.top + cell.size * 0.25]
}

/** Digits changed where they stand, in their own font, with a tool that shows the contents. */
export const digits: Hand = (bytes, { changes }) => recoded(bytes, changes)

/** The text taken out, and the new one set in a subset of the same face of its own, as editors do. */
export const editor: Hand = async (bytes, { changes, cells }) => {
  const nth = changes[0]?.[2]
  const gone = [...new Set(cells.map(([was]) => was.text))]
  const pdf = await opened(
    recoded(
      bytes,
      gone.map((text): Change => (nth === undefined ? [text, ''] : [text, '', nth])),
    ),
  )
  for (const [, is] of cells) draw(pdf, is, await embedded(pdf, is.bold))
  return saved(pdf)
}

const boxed =
  (face: 'standard' | 'same', up = 0): Hand =>
  async (bytes, { cells }) => {
    const pdf = await opened(bytes)
    for (const [was, is] of cells) {
      const [left, top, right, foot] = boxOf(was)
      const page = pdf.getPage(0)
      const white = { width: right - left, height: foot - top, color: rgb(1, 1, 1) }
      page.drawRectangle({ x: left, y: page.getHeight() - foot, ...white })
      const name = is.bold ? StandardFonts.HelveticaBold : StandardFonts.Helvetica
      draw(pdf, is, face === 'same' ? await embedded(pdf, is.bold) : await pdf.embedFont(name), up)
    }
    return saved(pdf)
  }

export const whiteBox = boxed('standard')
export const whiteBoxOff = boxed('standard', 0.8)
export const whiteBoxSameFace = boxed('same')

/** The contents drawn over by a printer's own language, and everything written anew. */
export const overprinted: Hand = (bytes, { sheet, cells }) => {
  const height = sizeOf(sheet)[1]
  const lines = cells.map(([was, is]) => {
    const [left, top, right, foot] = boxOf(was)
    const font = `/Helvetica${is.bold ? '-Bold' : ''} ${is.size} selectfont 0 setgray`
    const text = `(${is.text.replace(/[()\\]/g, '\\$&')})`
    const y = height - is.top
    const at = is.right
      ? `${text} dup stringwidth pop ${is.x} exch sub ${y} moveto show`
      : `${is.x} ${y} moveto ${text} show`
    return `1 setgray ${left} ${height - foot} ${right - left} ${foot - top} rectfill ${font} ${at}`
  })
  const page = `<< /EndPage { exch pop 2 lt dup { gsave ${lines.join(' ')} grestore } if } >> setpagedevice`
  return ghostscript('-c', page, '-f')(bytes)
}

/** Converted to a page of the web, typed over there, and printed from it. */
export const converted: Hand = (bytes, { changes }) =>
  inFolder((folder) => {
    writeFileSync(path.join(folder, 'in.pdf'), bytes)
    call('pdftohtml', ['-q', '-c', '-s', '-i', '-noframes', 'in.pdf', 'out.html'], folder)
    let source = readFileSync(path.join(folder, 'out.html'), 'utf8')
      .replace(/&#160;/g, ' ')
      .replace('bgcolor="#A0A0A0"', '')
    for (const [old, text, nth = 0] of changes) {
      let from = -1
      for (let at = 0; at <= nth; at++) from = source.indexOf(old.replace(/&/g, '&amp;'), from + 1)
      if (from < 0) throw new Error(`the converted page has no ${old}`)
      source = source.slice(0, from) + text + source.slice(from + old.length)
    }
    return fromHtml(source)
  })

const pictureOf = async (sheet: Sheet, cell: Cell, dpi: number, margin = 2): Promise<Uint8Array> => {
  const bytes = await printed(sheet, 'embedded')
  const [left, top, right, foot] = boxOf(cell)
  const [x, y] = [left - margin, top - margin].map((at) => Math.round((at * dpi) / 72)) as [number, number]
  const [w, h] = [right - left + 2 * margin, foot - top + 2 * margin].map((at) => Math.round((at * dpi) / 72)) as [
    number,
    number,
  ]
  return inFolder((folder) => {
    writeFileSync(path.join(folder, 'in.pdf'), bytes)
    const crop = ['-x', `${x}`, '-y', `${y}`, '-W', `${w}`, '-H', `${h}`]
    call('pdftoppm', ['-r', `${dpi}`, ...crop, '-png', '-singlefile', 'in.pdf', 'out'], folder)
    return new Uint8Array(readFileSync(path.join(folder, 'out.png')))
  })
}

/** A picture of the new text laid over the old one. */
export const pasted: Hand = async (bytes, { after, cells }) => {
  const pdf = await opened(bytes)
  for (const [was, is] of cells) {
    const [left, top, right, foot] = boxOf(widthOf(was) > widthOf(is) ? { ...was, text: was.text } : is)
    const picture = await pdf.embedPng(await pictureOf(after, is, 200))
    const page = pdf.getPage(0)
    const size = { width: right - left + 4, height: foot - top + 4 }
    page.drawImage(picture, { x: left - 2, y: page.getHeight() - foot - 2, ...size })
  }
  return saved(pdf)
}

export const swept: Hand = (bytes) => qpdf()(bytes)
export const distilled: Hand = (bytes) => ghostscript()(bytes)
export const described =
  (...tags: string[]): Hand =>
  (bytes) =>
    exiftool(...tags)(bytes)

/** The whole paper printed anew as it is to be, by its own printer or another. */
export const reprinted =
  (by?: string): ((job: Job) => Promise<Uint8Array>) =>
  ({ after }) =>
    printed(after, by)
