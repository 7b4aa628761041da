import { foldCase } from '../values/fold.ts'
import { phrases } from '../vocabulary/compile.ts'
import type { Facts } from './facts.ts'

/** `Page 2 of 3`, `Seite 2/3`: a text of its own. */
const NUMBERED = new RegExp(`^\\p{L}+\\.?:? ?\\d{1,3} ?(?:/|${phrases('page.of')}) ?(?<last>\\d{1,3})$`, 'u')

/** Whether all pages are there that the paper counts; a paper that counts none is whole. */
export function isWhole({ reading, part }: Pick<Facts, 'reading' | 'part'>): boolean {
  const segments = reading.pages
    .filter(({ page }) => part.pages.includes(page.number))
    .flatMap(({ lines }) => lines.flatMap((line) => line.segments))
  return segments.every(({ text }) => Number(NUMBERED.exec(foldCase(text))?.groups?.last ?? 0) <= part.pages.length)
}
