import { AnnotationMode, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Matrix, Page } from '../model/page.ts'
import type { Issue } from '../model/source.ts'
import { Canvas } from './canvas.ts'
import { fieldWords } from './field-words.ts'
import { fontsOf } from './fonts.ts'
import { readForm } from './form.ts'
import { IDENTITY, inverse, times } from './matrix.ts'
import { Painter } from './painter.ts'
import { mergeRules } from './rules.ts'
import { judgeVisibility } from './visibility.ts'
import { makeWords } from './words.ts'

/**
 * Every page's words, form values and painted lines. A page that cannot be read is left empty and named in `issues`;
 * throws where none can be read.
 */
export async function readPages(pdf: PDFDocumentProxy, issues: Issue[] = []): Promise<Page[]> {
  if (pdf.numPages === 0) throw new RangeError('the file has no pages')
  const read = await pageReader(pdf)
  const pages: Page[] = []
  let fault: unknown
  for (let number = 1; number <= pdf.numPages; number++) {
    try {
      const page = await pdf.getPage(number)
      pages.push(await read(page))
      page.cleanup()
    } catch (error) {
      fault = error
      issues.push({ stage: 'text', code: 'page_unreadable', page: number })
      pages.push(emptyPage(number))
    }
  }
  if (fault && issues.filter(({ code }) => code === 'page_unreadable').length === pdf.numPages) throw fault
  return pages
}

/** Reads pages of one document; `mode` says whether what annotations and form fields paint counts. */
export async function pageReader(
  pdf: PDFDocumentProxy,
  mode: number = AnnotationMode.ENABLE,
): Promise<(page: PDFPageProxy) => Promise<Page>> {
  const groups = await pdf.getOptionalContentConfig().catch(() => undefined)
  const visible = (group: unknown) => groups?.isVisible(group as never) ?? true
  return (page) => readPage(page, visible, mode)
}

async function readPage(page: PDFPageProxy, visible: (group: unknown) => boolean, mode: number): Promise<Page> {
  const viewport = page.getViewport({ scale: 1 })
  const { width, height } = viewport
  const shown = times([1, 0, 0, -1, 0, height], viewport.transform as unknown as Matrix)
  const { form, widgets } = await readForm(page, shown)
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: mode })
  const canvas = new Canvas()
  const isField = (id: unknown) => typeof id === 'string' && widgets.has(id)
  const bounds = [0, 0, width, height] as const
  new Painter({ shown, bounds, font: fontsOf(page), visible, isField }, canvas).run(fnArray, argsArray)
  const words = judgeVisibility(makeWords(canvas.glyphs), canvas.paints, bounds)
  return {
    number: page.pageNumber,
    width,
    height,
    toFile: inverse(shown) ?? IDENTITY,
    words: [...words, ...fieldWords(form, words, canvas.next())],
    rules: mergeRules(canvas.strokes),
    fills: canvas.fills(),
    pictures: canvas.pictures,
    form,
    ocr: undefined,
  }
}

function emptyPage(number: number): Page {
  const nothing = { words: [], rules: [], fills: [], pictures: [], form: [] }
  return { number, width: 612, height: 792, toFile: IDENTITY, ...nothing, ocr: undefined }
}
