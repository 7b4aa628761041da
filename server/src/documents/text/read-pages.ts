import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { FormValue, Page, Word } from '../model/page.ts'
import { readForm } from './form.ts'
import { readWords } from './words.ts'

/** Every page's words, form values and painted lines. */
export async function readPages(pdf: PDFDocumentProxy): Promise<Page[]> {
  const pages: Page[] = []
  for (let number = 1; number <= pdf.numPages; number++) pages.push(await readPage(await pdf.getPage(number)))
  return pages
}

async function readPage(page: PDFPageProxy): Promise<Page> {
  const { width, height } = page.getViewport({ scale: 1 })
  const form = await readForm(page)
  const words = await readWords(page)
  return {
    number: page.pageNumber,
    width,
    height,
    toFile: [1, 0, 0, 1, 0, 0],
    words: [...words, ...form.flatMap(formWords)],
    rules: [],
    fills: [],
    pictures: [],
    form,
    ocr: undefined,
  }
}

function formWords({ value, kind, box }: FormValue): Word[] {
  if (kind !== 'text' && kind !== 'choice') return []
  const texts = value.split(/\s+/).filter(Boolean)
  const [x0, y0, x1, y1] = box
  const size = Math.min(y1 - y0, 10)
  const width = Math.min((x1 - x0) / Math.max(value.length, 1), size * 0.55)
  let at = 0
  return texts.map((text) => {
    const from = value.indexOf(text, at)
    at = from + text.length
    return {
      text,
      box: [x0 + from * width, y0, x0 + at * width, y1] as const,
      size,
      font: '',
      bold: false,
      color: '#000000',
      visibility: 'shown' as const,
      origin: 'form' as const,
      confidence: 1,
      order: 1e6,
    }
  })
}
