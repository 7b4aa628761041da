import { availableParallelism } from 'node:os'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Page } from '../model/page.ts'
import type { Issue } from '../model/source.ts'
import { isPicture } from '../text/kept-pictures.ts'
import { evenLight } from './even-light.ts'
import { type OcrReason, whyOcr } from './needs-ocr.ts'
import { countOutlines } from './outlines.ts'
import { takeBack } from './placement.ts'
import { readPrint } from './read-print.ts'
import { recognisedPage } from './recognised-page.ts'
import { ownPicture, type Rendering, render } from './render.ts'
import { straighten } from './straighten.ts'
import { type Language, TesseractPool } from './tesseract.ts'
import { madeWhole } from './two-tones.ts'

export interface OcrOptions {
  /** Tesseract workers of this thread: more than there are cores only wait for each other. */
  workers?: number
  /** Told how many pages need it before the first one is read, then the number of those that are done after each. */
  observe?: (progress: { stage: 'ocr'; pages: number; page?: number }) => void
  signal?: AbortSignal | undefined
  issues?: Issue[]
  /** A page as it can be painted, where `pdf` was opened for reading only. */
  painted?: (number: number) => Promise<PDFPageProxy>
  /** Numbers of pages that stay as they are. */
  leave?: { has(page: number): boolean }
}

/** Strips of one page keep so many workers busy. */
const MOST_WORKERS = 4

/** One pool a thread, so that workers stay warm from one document to the next. */
let pool: TesseractPool | undefined

/** Ends the idle workers of this thread. */
export function closeOcr(): void {
  pool?.close()
  pool = undefined
}

/** This thread's workers. */
export function readerOf(workers: number = mostWorkers()): TesseractPool {
  if (pool?.size !== workers) closeOcr()
  pool ??= new TesseractPool(workers)
  return pool
}

const mostWorkers = () => Math.min(availableParallelism(), MOST_WORKERS)

/**
 * The pages with the words of those that need OCR read from their pictures (origin 'ocr'), upright: a sheet that lay
 * turned or askew is set straight and its `toFile` leads back. Ruled lines of such a page are added to its rules. A
 * page that cannot be recognised stays as it was and is named in `issues`.
 */
export async function recognise(pdf: PDFDocumentProxy, pages: Page[], options: OcrOptions = {}): Promise<Page[]> {
  const { workers = mostWorkers(), observe, signal, issues = [], leave } = options
  const { painted = (number: number) => pdf.getPage(number) } = options
  const reasons = await Promise.all(pages.map((page) => (leave?.has(page.number) ? undefined : reasonOf(pdf, page))))
  const count = reasons.filter((reason) => reason !== undefined).length
  if (count === 0) return pages
  const reader = readerOf(workers)
  const out = [...pages]
  let [done, language]: [number, Language | undefined] = [0, undefined]
  observe?.({ stage: 'ocr', pages: count })
  const read = async (at: number, reason: OcrReason) => {
    try {
      const rendering = await renderingOf(pages[at] as Page, { read: (number) => pdf.getPage(number), painted })
      signal?.throwIfAborted()
      const page = await readPage(pages[at] as Page, rendering, { reader, reason, language, signal })
      out[at] = page
      language ??= page.words.length > 20 ? (page.ocr?.language as Language) : undefined
    } catch (error) {
      if (signal?.aborted) throw error
      issues.push({ stage: 'ocr', code: 'page_not_recognised', page: at + 1 })
    }
    observe?.({ stage: 'ocr', page: ++done, pages: count })
  }
  const waiting = [...reasons.entries()].filter((entry): entry is [number, OcrReason] => entry[1] !== undefined)
  // The first page says the language; then as many pages at a time as there are workers, and one being painted.
  const [first, ...rest] = waiting
  if (first) await read(...first)
  const next = async () => {
    for (let entry = rest.shift(); entry; entry = rest.shift()) await read(...entry)
  }
  await Promise.all(Array.from({ length: workers }, next))
  return out
}

async function reasonOf(pdf: PDFDocumentProxy, page: Page): Promise<OcrReason | undefined> {
  const reason = whyOcr(page)
  if (reason || page.words.length > 25 || page.ruledLines.length + page.fills.length > 5_000) return reason
  try {
    return whyOcr(page, await countOutlines(await pdf.getPage(page.number)))
  } catch {
    return undefined
  }
}

interface Sources {
  read: (number: number) => Promise<PDFPageProxy>
  painted: (number: number) => Promise<PDFPageProxy>
}

async function renderingOf(page: Page, { read, painted }: Sources): Promise<Rendering> {
  if (isPicture(takeBack(page))) {
    const proxy = await read(page.number)
    const picture = await ownPicture(proxy)
    proxy.cleanup()
    if (picture) return picture
  }
  const proxy = await painted(page.number)
  const rendering = await render(proxy)
  proxy.cleanup()
  return rendering
}

interface Task {
  reader: TesseractPool
  reason: OcrReason
  language: Language | undefined
  signal: AbortSignal | undefined
}

async function readPage(page: Page, rendering: Rendering, { reader, reason, language, signal }: Task): Promise<Page> {
  const { bitmap, scale } = rendering
  const dpi = scale * 72
  const print = await readPrint(straighten(evenLight(madeWhole(bitmap)), dpi), { pool: reader, dpi, language, signal })
  return recognisedPage(page, print, scale, reason)
}
