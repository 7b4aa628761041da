import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Page } from '../../model/page.ts'
import type { Issue } from '../../model/source.ts'
import { threadMs } from '../../text/thread-time.ts'
import { paintWords } from './paint-words.ts'
import { unsureWords, withoutUnseen } from './unseen-words.ts'

/** Of this thread's processor time for one file; a page of text takes 0.1 s, one over a scan 0.4 s. */
const MOST_MS = 3000

interface Looking {
  painted: (number: number) => Promise<PDFPageProxy>
  issues: Issue[]
  /** Numbers of pages that stay as they are. */
  leave: { has(page: number): boolean }
}

/**
 * The pages with those words invisible that nobody sees, where their colours do not tell: figures over pictures, in
 * patterns, behind masks. Such pages are painted twice; most have none, and cost nothing. A page that cannot be painted
 * stays as it is and is named in `issues`.
 */
export async function lookForUnseen(pages: readonly Page[], { painted, issues, leave }: Looking): Promise<Page[]> {
  const start = threadMs()
  const out: Page[] = []
  for (const page of pages) {
    const left = MOST_MS - (threadMs() - start)
    const open = !leave.has(page.number) && unsureWords(page).some(({ text }) => /\d/.test(text))
    if (!open) out.push(page)
    else
      out.push(
        left > 0 ? await seen(page, painted, left).catch(() => unpainted(page, issues)) : unpainted(page, issues),
      )
  }
  return out
}

async function seen(page: Page, painted: Looking['painted'], most: number): Promise<Page> {
  return withoutUnseen(page, await paintWords(await painted(page.number), most))
}

function unpainted(page: Page, issues: Issue[]): Page {
  issues.push({ stage: 'ocr', code: 'page_not_recognised', page: page.number })
  return page
}
