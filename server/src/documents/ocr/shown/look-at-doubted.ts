import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Page } from '../../model/page.ts'
import type { Issue } from '../../model/source.ts'
import { readerOf } from '../recognise.ts'
import { asShown } from './as-shown.ts'
import { doubtedPlaces, lookedAt, type Place } from './doubted-places.ts'
import { inTurns } from './in-turns.ts'
import { paintPlaces } from './paint-places.ts'
import { readPlaces } from './read-places.ts'

/**
 * The pages with what they show where it is open whether that is what their text says: those places are painted and
 * recognised. Most pages have none, and cost nothing. A page that cannot be painted stays as it is and is named in
 * `issues`.
 */
export async function lookAtDoubted(
  pages: readonly Page[],
  painted: (number: number) => Promise<PDFPageProxy>,
  issues: Issue[],
): Promise<Page[]> {
  const places = new Map<Page, readonly Place[]>()
  for (const page of pages) {
    const doubted = doubtedPlaces(page)
    const some = lookedAt(doubted)
    if (some.length < doubted.length) issues.push({ stage: 'ocr', code: 'page_partly_looked_at', page: page.number })
    if (some.length > 0) places.set(page, some)
  }
  const open = [...places.keys()]
  const seen = await inTurns(open, {
    look: async (page, most) => {
      const own = places.get(page) ?? []
      const boxes = own.map(({ box }) => box)
      const rendering = await paintPlaces(page, boxes, painted, { most })
      return asShown(page, own, await readPlaces(rendering, boxes, readerOf(), 'eng'))
    },
    failed: ({ number }, late) =>
      issues.push({ stage: 'ocr', code: late ? 'page_not_looked_at' : 'page_not_recognised', page: number }),
  })
  const now = new Map(open.map((page, at) => [page, seen[at] as Page]))
  return pages.map((page) => now.get(page) ?? page)
}
