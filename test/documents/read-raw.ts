import type { Page, Word } from '../../server/src/documents/model/page.ts'
import type { Source } from '../../server/src/documents/model/source.ts'
import { openPdf } from '../../server/src/documents/text/open.ts'
import { readPages } from '../../server/src/documents/text/read-pages.ts'
import { readSource } from '../../server/src/documents/text/source/read-source.ts'
import { type RawPage, rawPdf } from './raw-pdf.ts'

/** The pages that the text stage reads in a file. */
export async function pagesOf(bytes: Uint8Array): Promise<Page[]> {
  const pdf = await openPdf(bytes)
  try {
    return await readPages(pdf)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

/** The only page of a hand-written file. */
export async function pageOf(raw: RawPage | string): Promise<Page> {
  const [page] = await pagesOf(rawPdf(typeof raw === 'string' ? { content: raw } : raw))
  if (!page) throw new RangeError('no page')
  return page
}

export function textsOf(page: Page): string[] {
  return page.words.map(({ text }) => text)
}

export function wordOf(page: Page, text: string): Word {
  const word = page.words.find((candidate) => candidate.text === text)
  if (!word) throw new RangeError(`no word ${text} among ${textsOf(page).join(' ')}`)
  return word
}

/** What a file is beside its pages. */
export async function sourceOf(bytes: Uint8Array): Promise<Source> {
  const pdf = await openPdf(bytes)
  try {
    return await readSource(bytes, pdf)
  } finally {
    await pdf.loadingTask.destroy()
  }
}
