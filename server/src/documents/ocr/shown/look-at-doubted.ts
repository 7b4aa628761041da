import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Page } from '../../model/page.ts'
import type { Issue } from '../../model/source.ts'
import { threadMs } from '../../text/thread-time.ts'
import { readerOf } from '../recognise.ts'
import { render } from '../render.ts'
import { asShown } from './as-shown.ts'
import { doubtedPlaces, lookedAt } from './doubted-places.ts'
import { readPlaces } from './read-places.ts'

/** Of this thread's processor time for one file; a page takes 0.3 s. */
const MOST_MS = 3000

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
  const start = threadMs()
  const out: Page[] = []
  for (const page of pages) {
    const doubted = doubtedPlaces(page)
    const places = threadMs() - start > MOST_MS ? [] : lookedAt(doubted)
    if (places.length < doubted.length) issues.push({ stage: 'ocr', code: 'page_partly_looked_at', page: page.number })
    if (places.length === 0) {
      out.push(page)
      continue
    }
    try {
      const rendering = await render(await painted(page.number))
      const boxes = places.map(({ box }) => box)
      out.push(asShown(page, places, await readPlaces(rendering, boxes, readerOf(), 'eng')))
    } catch {
      issues.push({ stage: 'ocr', code: 'page_not_recognised', page: page.number })
      out.push(page)
    }
  }
  return out
}
