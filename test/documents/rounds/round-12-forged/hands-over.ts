import * as fontkit from '@cantoo/fontkit'
import { type PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { Cell } from '../round-11-forged/sheet.ts'
import { through } from '../round-11-forged/tools.ts'
import type { Hand, Job } from './job.ts'
import { boxOf, embedded, leftOf, opened, saved, standard, typeface, widthOf, write } from './pens.ts'
import { printed } from './printers.ts'

/** What stands under a text: white, or the field of grey that it lies on. */
function groundOf({ paper }: Job, { top, x, page }: Cell): number {
  const on = paper.shades.findLast(({ page: of, box: [left, head, width, height] }) => {
    return of === page && x >= left && x <= left + width && top > head && top < head + height
  })
  return on?.grey ?? 1
}

function cover(page: PDFPage, cell: Cell, job: Job, { wide = 1, grey = groundOf(job, cell) } = {}): void {
  const [x, y, width, height] = boxOf(cell, job.paper)
  page.drawRectangle({ x: x - wide, y, width: width + 2 * wide, height, color: rgb(grey, grey, grey) })
}

type Face = (pdf: PDFDocument, job: Job, bold: boolean) => Promise<PDFFont>

const standardFace: Face = (pdf, { paper }, bold) => standard(pdf, paper, bold)
const sameFace: Face = (pdf, { paper }, bold) => embedded(pdf, paper, bold)
const typewriter: Face = (pdf) => pdf.embedFont(StandardFonts.Courier)

interface Manner {
  face?: Face
  up?: number
  grey?: number
  left?: number
  /** A lighter or darker ground than the page has there. */
  ground?: number
  /** Half the letters are spaced by hand, as online editors write them. */
  singly?: boolean
}

/** A box over the old text, and the new one typed on it. */
const boxed =
  ({ face = standardFace, ground, singly, ...how }: Manner): Hand =>
  async (bytes, job) => {
    const pdf = await opened(bytes)
    for (const [was, is] of job.cells) {
      const page = pdf.getPage(was.page - 1)
      cover(page, was, job, ground === undefined ? {} : { grey: ground })
      const font = await face(pdf, job, is.bold)
      if (singly) for (const letter of lettersOf(is, font)) write(page, letter, font, how)
      else write(page, is, font, how)
    }
    return saved(pdf)
  }

function lettersOf(cell: Cell, font: PDFFont): Cell[] {
  let x = cell.right ? cell.x - font.widthOfTextAtSize(cell.text, cell.size) : cell.x
  return [...cell.text].map((text) => {
    const letter = { ...cell, right: false, x, text }
    x += font.widthOfTextAtSize(text, cell.size)
    return letter
  })
}

/** Only what comes newly before a figure is written, over nothing. */
const digitBefore: Hand = async (bytes, job) => {
  const pdf = await opened(bytes)
  for (const [was, is] of job.cells) {
    const more = is.text.slice(0, is.text.length - was.text.length)
    const x = leftOf(was, job.paper.face) - widthOf({ ...is, text: more }, job.paper.face)
    const page = pdf.getPage(was.page - 1)
    write(page, { ...is, text: more, right: false, x }, await sameFace(pdf, job, is.bold))
  }
  return saved(pdf)
}

/** A small white box over a sign before a figure. */
const signCovered: Hand = async (bytes, job) => {
  const pdf = await opened(bytes)
  for (const [was, is] of job.cells) {
    const gone = was.text.slice(0, was.text.length - is.text.length)
    const [x, y, , height] = boxOf(was, job.paper)
    const width = widthOf({ ...was, text: gone }, job.paper.face)
    pdf.getPage(was.page - 1).drawRectangle({ x: x - 0.3, y, width, height, color: rgb(1, 1, 1) })
  }
  return saved(pdf)
}

const DPI = 300

/** A cutting of the changed paper's print, as a snipping tool makes it, laid over the old text. */
const pictured =
  (dpi = DPI): Hand =>
  async (bytes, job) => {
    const pdf = await opened(bytes)
    const after = await printed(job.after)
    for (const [was, is] of job.cells) {
      const page = pdf.getPage(was.page - 1)
      const [x, y, width, height] = [boxOf(was, job.paper), boxOf(is, job.paper)].reduce(joined)
      const crop = [x - 1, page.getHeight() - y - height, width + 2, height].map((side) =>
        Math.round((side * dpi) / 72),
      )
      const [left, top, wide, high] = crop.map(String)
      const area = ['-x', left, '-y', top, '-W', wide, '-H', high].map(String)
      const cut = through(
        'pdftoppm',
        ['-png', '-r', `${dpi}`, ...area, '-f', `${was.page}`, '-singlefile', 'in.pdf', 'out'],
        {},
        'out.png',
      )
      const png = await pdf.embedPng(cut(after))
      page.drawImage(png, { x: x - 1, y, width: width + 2, height })
    }
    return saved(pdf)
  }

const joined = (a: readonly number[], b: readonly number[]): [number, number, number, number] => {
  const [x = 0, y = 0] = [Math.min(a[0] ?? 0, b[0] ?? 0), Math.min(a[1] ?? 0, b[1] ?? 0)]
  const right = Math.max((a[0] ?? 0) + (a[2] ?? 0), (b[0] ?? 0) + (b[2] ?? 0))
  return [x, y, right - x, Math.max(a[3] ?? 0, b[3] ?? 0)]
}

/** The new text as curves, as drawing programs leave it. */
const curved: Hand = async (bytes, job) => {
  const pdf = await opened(bytes)
  for (const [was, is] of job.cells) {
    const page = pdf.getPage(was.page - 1)
    cover(page, was, job)
    const font = fontkit.create(typeface(is.bold)) as fontkit.Font
    const scale = is.size / font.unitsPerEm
    let x = leftOf(is, job.paper.face)
    const run = font.layout(is.text)
    for (const [at, glyph] of run.glyphs.entries()) {
      const y = page.getHeight() - is.top
      // Paths of this library are drawn head down, since SVG counts from above.
      const path = glyph.path.scale(1, -1).toSVG()
      if (path) page.drawSvgPath(path, { x, y, scale, color: rgb(0, 0, 0) })
      x += (run.positions?.[at]?.xAdvance ?? 0) * scale
    }
  }
  return saved(pdf)
}

export const OVER: Record<string, Hand> = {
  box: boxed({}),
  boxSame: boxed({ face: sameFace }),
  boxOff: boxed({ up: 0.7, left: -1.5 }),
  boxGrey: boxed({ face: sameFace, grey: 0.13 }),
  boxTinted: boxed({ face: sameFace, ground: 0.985 }),
  boxTyped: boxed({ face: typewriter }),
  boxLetters: boxed({ singly: true }),
  ...{ digitBefore, signCovered, curved, pictured: pictured(), picturedCoarse: pictured(110) },
}
