import type { Page } from '../../model/page.ts'
import { threadMs } from '../../text/thread-time.ts'
import { WITH_CENTS } from '../../values/amount.ts'

/** Of this thread's processor time for one page, at first, in ms: a page of text takes 100, one over a scan 400. */
const FIRST_MS = 600
/** For what pages need beyond that, of one file, and for all of them together. */
const [MORE_MS, MOST_MS] = [3_000, 30_000]

export interface Turns {
  /** Looks at a page; throws where that takes longer than `most` ms of this thread's processor time. */
  look: (page: Page, most: number) => Promise<Page>
  /** Told of a page that could not be looked at; whether that was for want of time. */
  failed: (page: Page, late: boolean) => void
}

/**
 * The pages as they were looked at, in their own order; those that failed as they were. Each has a turn of its own
 * before any has a longer one, those with most amounts first: pages that take long to paint cost the others nothing.
 */
export async function inTurns(pages: readonly Page[], { look, failed }: Turns): Promise<Page[]> {
  const start = threadMs()
  const most = Math.min(MOST_MS, MORE_MS + FIRST_MS * pages.length)
  const left = () => most - (threadMs() - start)
  const seen = new Map<Page, Page>()
  const late: Page[] = []
  const take = async (page: Page, ms: number, onLate: (page: Page) => void) => {
    const began = threadMs()
    try {
      if (ms <= 0) onLate(page)
      else seen.set(page, await look(page, ms))
    } catch {
      if (threadMs() - began < ms) failed(page, false)
      else onLate(page)
    }
  }
  const first = pages.toSorted((a, b) => amountsOn(b) - amountsOn(a))
  for (const page of first) await take(page, Math.min(FIRST_MS, left()), (one) => late.push(one))
  for (const page of late) await take(page, left(), (one) => failed(one, true))
  return pages.map((page) => seen.get(page) ?? page)
}

const amountsOn = ({ words }: Page) => words.filter(({ text }) => WITH_CENTS.test(text)).length
