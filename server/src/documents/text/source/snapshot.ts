import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { holds } from '../../model/box.ts'
import type { Page } from '../../model/page.ts'
import type { ChangedWord } from '../../model/source.ts'
import type { PageLimits } from '../page-cut.ts'
import { pageReader } from '../read-pages.ts'

/** One state of a file, reduced to what a reader could tell two states apart by. */
export interface Snapshot {
  pages: PageState[]
  /** What form fields hold and what they show, by name: an appearance can be changed under an old value. */
  values: Map<string, string>
  attachments: string
  signatures: number
}

export interface PageState {
  /** Words by text and place. */
  words: Map<string, ChangedWord>
  /** Lines, areas and pictures, by place. */
  painted: Set<string>
  annotations: string
}

/** Reads a state; at most `most` pages of it, without those that take too long. */
export async function takeSnapshot(pdf: PDFDocumentProxy, most: number, limits: PageLimits): Promise<Snapshot> {
  const read = await pageReader(pdf, limits, true)
  const pages: PageState[] = []
  const values = new Map<string, string>()
  for (let number = 1; number <= Math.min(pdf.numPages, most); number++) {
    if (limits.cut.has(number)) {
      pages.push({ words: new Map(), painted: new Set(), annotations: '' })
      continue
    }
    const proxy = await pdf.getPage(number)
    const page = await read(proxy)
    pages.push({ ...stateOf(page), annotations: await annotationsOf(proxy) })
    addValues(values, page)
    // What pdf.js keeps of a page serves its next reader, but decoded pictures are too large to keep.
    if (page.pictures.length > 0) proxy.cleanup()
  }
  const files = (await pdf.getAttachments().catch(() => null)) as Map<string, unknown> | null
  const signatures = (await pdf.getSignatures().catch(() => null)) as unknown as unknown[] | null
  return { pages, values, attachments: [...(files?.keys() ?? [])].join('\n'), signatures: signatures?.length ?? 0 }
}

function addValues(values: Map<string, string>, { form, words }: Page): void {
  const painted = words.filter(({ origin }) => origin === 'form')
  for (const { name, value, kind, box } of form) {
    if (kind === 'other') continue
    const inside = painted.filter((word) => holds(box, word.box))
    const shown = inside.map(({ text }) => text).join(' ')
    values.set(name, `${values.get(name) ?? ''}${value}${shown && ` ${shown}`}`)
  }
}

function stateOf({ number, words, ruledLines, fills, pictures }: Page): Omit<PageState, 'annotations'> {
  const places = new Map<string, ChangedWord>()
  for (const { text, box, origin, visibility } of words) {
    if (origin === 'text') places.set(`${text} ${place(box)} ${visibility}`, { page: number, text, box })
  }
  const painted = [...ruledLines, ...fills, ...pictures].map(({ box }) => place(box))
  return { words: places, painted: new Set(painted) }
}

/** Whole points: another writer's rounding moves nothing. */
function place(box: readonly number[]): string {
  return box.map((edge) => Math.round(edge)).join(' ')
}

/** Notes, stamps and other marks of people; form fields are compared by value, links say nothing. */
async function annotationsOf(page: { getAnnotations(): Promise<unknown[]> }): Promise<string> {
  const list = (await page.getAnnotations().catch(() => [])) as {
    subtype?: string
    rect?: number[]
    contentsObj?: { str?: string }
  }[]
  const marks = list.filter(({ subtype }) => subtype !== 'Widget' && subtype !== 'Link' && subtype !== 'Popup')
  return marks.map(({ subtype, rect, contentsObj }) => `${subtype} ${place(rect ?? [])} ${contentsObj?.str}`).join('\n')
}
