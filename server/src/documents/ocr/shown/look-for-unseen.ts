import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Page } from '../../model/page.ts'
import type { Issue } from '../../model/source.ts'
import { withClearWords, wordsUnderPictures } from './clear-words.ts'
import { inTurns } from './in-turns.ts'
import { paintWithoutPictures, paintWords } from './paint-words.ts'
import { unsureWords, withoutUnseen } from './unseen-words.ts'

interface Looking {
  painted: (number: number) => Promise<PDFPageProxy>
  issues: Issue[]
  /** Numbers of pages that stay as they are. */
  leave: { has(page: number): boolean }
}

/**
 * The pages with those words invisible that nobody sees, where their colours do not tell: figures over pictures, in
 * patterns, behind masks; and with those shown that pictures let through. Such pages are painted twice, those with
 * figures under pictures four times; most have none, and cost nothing. A page that cannot be painted stays as it is and
 * is named in `issues`.
 */
export async function lookForUnseen(pages: readonly Page[], { painted, issues, leave }: Looking): Promise<Page[]> {
  const open = pages.filter(
    (page) => !leave.has(page.number) && (hasUnsure(page) || wordsUnderPictures(page).length > 0),
  )
  const seen = await inTurns(open, {
    look: async (page, most) => await looked(page, await painted(page.number), most),
    failed: ({ number }, late) =>
      issues.push({ stage: 'ocr', code: late ? 'page_not_looked_at' : 'page_not_recognised', page: number }),
  })
  const now = new Map(open.map((page, at) => [page, seen[at] as Page]))
  return pages.map((page) => now.get(page) ?? page)
}

const hasUnsure = (page: Page) => unsureWords(page).some(({ text }) => /\d/.test(text))

async function looked(page: Page, proxy: PDFPageProxy, most: number): Promise<Page> {
  const withPictures = await paintWords(proxy, most)
  const seen = hasUnsure(page) ? withoutUnseen(page, withPictures) : page
  if (wordsUnderPictures(page).length === 0) return seen
  return withClearWords(seen, { withPictures, without: await paintWithoutPictures(proxy, most) })
}
