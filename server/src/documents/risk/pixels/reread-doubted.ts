import type { Flag } from '../../model/findings.ts'
import type { Page } from '../../model/page.ts'
import type { Issue } from '../../model/source.ts'
import type { PagePicture } from '../../ocr/page-picture.ts'
import { readAgain } from '../../ocr/read-again.ts'
import { readerOf } from '../../ocr/recognise.ts'
import type { Language } from '../../ocr/tesseract.ts'
import type { Pictures } from './inspect-pictures.ts'
import { pageScan } from './page-scan.ts'
import { cropsOf, doubtedOn, MOST_REREAD, togetherOn } from './reread.ts'

/**
 * Reads the figures that flags are in doubt about once more, from the pages' own pictures, and notes on the words
 * whether they are the same. True where any word was: the flags are then to be found anew.
 */
export async function rereadDoubted(
  pages: readonly Page[],
  flags: readonly Flag[],
  pictures: Pictures,
  issues: Issue[],
): Promise<boolean> {
  let any = false
  for (const page of pages) {
    const words = page.ocr ? doubtedOn(page, flags).slice(0, MOST_REREAD) : []
    if (words.length === 0) continue
    try {
      const picture = await printOf(page, pictures)
      const groups = togetherOn(page, words)
      const same = await readAgain(cropsOf(page, picture, groups), readerOf(), page.ocr?.language as Language)
      for (const [at, group] of groups.entries()) for (const word of group) word.reread = same[at] === true
      any ||= same.includes(true)
    } catch {
      issues.push({ stage: 'risk', code: 'picture_not_inspected', page: page.number })
    }
  }
  return any
}

/** Its scan, whose pixels nobody has made anew; the page as it is shown where that is several pictures, or drawn. */
async function printOf(page: Page, { scans, shown, painted }: Pictures): Promise<PagePicture> {
  const found = await scans(page.number)
  const over = found.some(({ amongOthers }) => amongOthers) ? await shown(page.number) : undefined
  return pageScan(page, found, over) ?? (await painted(page.number))
}
