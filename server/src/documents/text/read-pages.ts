import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { IDENTITY, inverse, times } from '../model/matrix.ts'
import type { Matrix, Page, Word } from '../model/page.ts'
import { Refused } from '../model/refused.ts'
import type { Issue } from '../model/source.ts'
import { Canvas } from './canvas.ts'
import { fieldGrounds, fieldWords, wordsOf } from './field-words.ts'
import { fontsOf } from './fonts.ts'
import { type Field, MOST_FIELDS, readAnnotations, readFields, widgetsOf } from './form.ts'
import { joinNumbers } from './join-numbers.ts'
import { KeptPictures } from './kept-pictures.ts'
import { markedTexts } from './marked-text.ts'
import { type Note, readNotes } from './notes.ts'
import { operatorsOf, type PageBudget } from './operators.ts'
import { ORDINARY, PageCut, type PageLimits } from './page-cut.ts'
import { Painter } from './painter.ts'
import { mergeRuledLines } from './ruled-lines.ts'
import { countPage, holdUnpacked } from './unpacked.ts'
import { type Turn, uprightTurn } from './upright.ts'
import { judgeVisibility } from './visibility.ts'
import { wipesOf } from './wipes.ts'
import { makeWords } from './words.ts'

/**
 * Every page's words, form values and painted lines. A page that cannot be read is left empty and named in `issues`;
 * throws where none can be read, and PageCut where one takes too long that is not among those cut before.
 */
export async function readPages(
  pdf: PDFDocumentProxy,
  issues: Issue[] = [],
  limits: PageLimits = ORDINARY,
): Promise<Page[]> {
  if (pdf.numPages === 0) throw new RangeError('the file has no pages')
  const read = await pageReader(pdf, limits)
  const kept = new KeptPictures()
  const pages: Page[] = []
  let fault: unknown
  for (let number = 1; number <= pdf.numPages; number++) {
    const part = limits.cut.get(number)
    if (part) {
      issues.push({ stage: 'text', code: 'page_partly_read', page: number })
      pages.push(part)
      continue
    }
    try {
      const proxy = await pdf.getPage(number)
      const page = await read(proxy)
      pages.push(page)
      if (page.overfull) issues.push({ stage: 'text', code: 'page_partly_read', page: number })
      if (page.partly) issues.push({ stage: 'text', code: 'page_partly_examined', page: number })
      if (!(await kept.keeps(proxy, page))) proxy.cleanup()
    } catch (error) {
      if (error instanceof PageCut || error instanceof Refused) throw error
      fault = error
      issues.push({ stage: 'text', code: 'page_unreadable', page: number })
      pages.push(emptyPage(number))
    }
  }
  if (fault && issues.filter(({ code }) => code === 'page_unreadable').length === pdf.numPages) throw fault
  return pages
}

/** Reads pages of one document; `bare` leaves out what notes and form fields paint, but for the words of fields. */
export async function pageReader(
  pdf: PDFDocumentProxy,
  { budget, onPage }: PageLimits,
  bare = false,
): Promise<(page: PDFPageProxy) => Promise<Page>> {
  const groups = await pdf.getOptionalContentConfig().catch(() => undefined)
  const visible = (group: unknown) => groups?.isVisible(group as never) ?? true
  return async (page) => {
    countPage()
    const read = await readPage(page, { visible, bare, budget })
    holdUnpacked()
    onPage?.()
    return read
  }
}

interface Way {
  visible: (group: unknown) => boolean
  bare: boolean
  budget: PageBudget | undefined
}

async function readPage(page: PDFPageProxy, { visible, bare, budget }: Way): Promise<Page> {
  const viewport = page.getViewport({ scale: 1 })
  const { width, height } = viewport
  const shown = times([1, 0, 0, -1, 0, height], viewport.transform as unknown as Matrix)
  const annotations: Note[] = await readAnnotations(page)
  const widgets = widgetsOf(annotations)
  const operators = await operatorsOf(page, budget)
  const font = fontsOf(page)
  const ids = new Set<unknown>(widgets.map(({ id }) => id))
  const isField = (id: unknown) => ids.has(id)
  const see = ({ matrix, ...size }: Turn) => {
    const turned = times(matrix, shown)
    const bounds = [0, 0, size.width, size.height] as const
    const canvas = new Canvas()
    const scene = { shown: turned, bounds, font, visible, bare, isField }
    new Painter(scene, canvas).run(operators.fnArray, operators.argsArray)
    const values = { fields: readFields(widgets, turned), notes: bare ? [] : readNotes(annotations, turned) }
    return assemble(page.pageNumber, { ...size, shown: turned, turn: matrix }, canvas, values)
  }
  const plain = see({ matrix: IDENTITY, width, height })
  const turn = uprightTurn(plain.words, width, height)
  const read = turn ? see(turn) : plain
  if (operators.cut) throw new PageCut(page.pageNumber, bare ? undefined : read)
  return read
}

/** Drawings that are cut at a page's edge may hold any number of words beyond it. */
const MOST_UNSEEN = 5_000

function assemble(
  number: number,
  { width, height, shown, turn }: { width: number; height: number; shown: Matrix; turn: Matrix },
  canvas: Canvas,
  { fields, notes }: { fields: readonly Field[]; notes: readonly Field[] },
): Page {
  const [below, upon] = [canvas.next(), canvas.next()]
  const seen = (some: readonly Word[], set: readonly Field[]) =>
    judgeVisibility(some, [...canvas.paints, ...fieldGrounds(set, below)], [0, 0, width, height])
  const made = makeWords(canvas.glyphs)
  const words = joinNumbers(seen([...made.words, ...notes.flatMap((note) => wordsOf(note, 'text', upon))], notes))
  if (canvas.full) for (const word of words) word.unsure = true
  const wipes = wipesOf(canvas.strokes, words)
  const unseen = [...made.clipped, ...makeWords(canvas.off).words]
  const partly = canvas.partly || unseen.length > MOST_UNSEEN || fields.length >= MOST_FIELDS
  return {
    number,
    width,
    height,
    toFile: inverse(shown) ?? IDENTITY,
    toShown: inverse(turn) ?? IDENTITY,
    words: [...words, ...seen(fieldWords(fields, words, canvas.next()), fields)],
    unseen: unseen.slice(0, MOST_UNSEEN),
    ruledLines: mergeRuledLines(canvas.strokes),
    fills: canvas.fills(),
    ...(wipes.length > 0 && { wipes }),
    shapes: canvas.shapes,
    ...(canvas.penned.length > 0 && { strokes: canvas.penned }),
    pictures: canvas.pictures,
    ...(canvas.veils.length > 0 && { veils: canvas.veils }),
    ...(canvas.marks.length > 0 && { marks: markedTexts(canvas.marks, words) }),
    form: fields.map(({ value }) => value),
    ...(canvas.full && { overfull: true as const }),
    ...(partly && { partly: true as const }),
    ocr: undefined,
  }
}

function emptyPage(number: number): Page {
  const nothing = { words: [], ruledLines: [], fills: [], pictures: [], form: [] }
  return { number, width: 612, height: 792, toFile: IDENTITY, toShown: IDENTITY, ...nothing, ocr: undefined }
}
