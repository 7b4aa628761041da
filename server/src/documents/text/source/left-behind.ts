import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { ChangedWord, Issue, LeftBehind } from '../../model/source.ts'
import { openToRead } from '../open.ts'
import type { PageLimits } from '../page-cut.ts'
import { keptWords } from './kept-words.ts'
import { withLostPages } from './lost-pages.ts'
import { mayHoldLost } from './lost-streams.ts'
import { takeSnapshot } from './snapshot.ts'

type Words = Map<string, ChangedWord>

/** A page that was is like the page that is: so many words are the same, and this share of what it had. */
const [FEWEST_SAME, SHARE_SAME] = [12, 0.6]
const MOST_READ = 24

/**
 * What pages said that a file still holds, and shows otherwise now: programs that write a page anew leave the old one,
 * which nothing refers to any more. Pages and contents that are no other state of a page shown are left out.
 */
export async function readLeftBehind(
  bytes: Uint8Array,
  pdf: PDFDocumentProxy,
  { limits, password, issues }: { limits: PageLimits; password?: string | undefined; issues: Issue[] },
): Promise<LeftBehind[]> {
  const mayHold = mayHoldLost(bytes)
  if (mayHold === undefined) issues.push({ stage: 'text', code: 'left_behind_skipped' })
  if (!mayHold) return []
  // What does not parse, or takes too long, tells nothing: most of what is lost in a file was lost by accident.
  const found = await withLostPages(bytes, password).catch(() => undefined)
  const then = found ? await wordsIn(found, limits).catch(() => []) : []
  if (then.length === 0) return []
  const now = await wordsOf(pdf, limits)
  return then.flatMap((words) => likest(words, now) ?? [])
}

async function wordsIn(bytes: Uint8Array, { budget, onPage }: PageLimits): Promise<Words[]> {
  const pdf = await openToRead(bytes)
  try {
    return await wordsOf(pdf, { cut: new Map(), budget, onPage })
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function wordsOf(pdf: PDFDocumentProxy, limits: PageLimits): Promise<Words[]> {
  const { pages } = await takeSnapshot(pdf, MOST_READ, limits)
  return pages.map(({ words }) => words)
}

/** How a page that was differs from the page shown that it is most like. */
function likest(then: Words, pages: readonly Words[]): LeftBehind | undefined {
  const same = pages.map((now) => [...then.keys()].filter((key) => now.has(key)).length)
  const most = Math.max(0, ...same)
  const now = pages[same.indexOf(most)]
  if (!now || most < FEWEST_SAME || most < SHARE_SAME * then.size) return undefined
  const page = same.indexOf(most) + 1
  const gone = [...then].flatMap(([key, word]) => (now.has(key) ? [] : [{ ...word, page }]))
  const come = [...now].flatMap(([key, word]) => (then.has(key) ? [] : [word]))
  return gone.length === 0 ? undefined : { page, removed: keptWords(gone), added: keptWords(come) }
}
