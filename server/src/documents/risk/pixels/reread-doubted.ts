import type { Flag } from '../../model/findings.ts'
import type { Page } from '../../model/page.ts'
import type { Issue } from '../../model/source.ts'
import { readAgain } from '../../ocr/read-again.ts'
import { readerOf } from '../../ocr/recognise.ts'
import type { Language } from '../../ocr/tesseract.ts'
import type { Pictures } from './inspect-pictures.ts'
import { cropsOf, doubtedOn, MOST_REREAD, togetherOn } from './reread.ts'

/**
 * Reads the figures that flags are in doubt about once more, from the pages' own pictures, and notes on the words
 * whether they are the same. True where any word was: the flags are then to be found anew.
 */
export async function rereadDoubted(
  pages: readonly Page[],
  flags: readonly Flag[],
  scan: Pictures['scan'],
  issues: Issue[],
): Promise<boolean> {
  let any = false
  for (const page of pages) {
    const words = page.ocr ? doubtedOn(page, flags) : []
    if (words.length === 0 || words.length > MOST_REREAD) continue
    try {
      const picture = await scan(page.number)
      if (!picture) continue
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
