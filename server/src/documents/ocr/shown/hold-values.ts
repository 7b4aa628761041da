import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Page } from '../../model/page.ts'
import type { Issue } from '../../model/source.ts'
import { readerOf } from '../recognise.ts'
import { asShown } from './as-shown.ts'
import { confirms } from './confirms.ts'
import type { Place } from './doubted-places.ts'
import { paintPlaces } from './paint-places.ts'
import { readPlaces, type ShownWord } from './read-places.ts'

/**
 * The pages with what they show in the places of values of which that is open, by page: those are painted and
 * recognised. Undefined where every one shows what it says. A page that cannot be painted stays as it is and is named
 * in `issues`.
 */
export async function holdValues(
  pages: readonly Page[],
  places: ReadonlyMap<number, readonly Place[]>,
  { painted, issues }: { painted: (number: number) => Promise<PDFPageProxy>; issues: Issue[] },
): Promise<Page[] | undefined> {
  if (places.size === 0) return undefined
  const out: Page[] = []
  for (const page of pages) {
    const own = places.get(page.number)
    out.push(
      own
        ? await shown(page, own, painted).catch(() => {
            issues.push({ stage: 'ocr', code: 'page_not_recognised', page: page.number })
            return page
          })
        : page,
    )
  }
  return out.some((page, at) => page !== pages[at]) ? out : undefined
}

async function shown(
  page: Page,
  places: readonly Place[],
  painted: (number: number) => Promise<PDFPageProxy>,
): Promise<Page> {
  const boxes = places.map(({ box }) => box)
  const rendering = await paintPlaces(page, boxes, painted)
  const seen = await readPlaces(rendering, boxes, readerOf(), 'eng')
  const sure = seen.map((words, at) => (words && isConfirmed(places[at] as Place, words) ? words : undefined))
  return asShown(page, places, sure)
}

/** What the page says of a word by itself where a single one stands. */
function isConfirmed({ words: [word, ...more] }: Place, seen: readonly ShownWord[]): boolean {
  return word === undefined || more.length > 0 || confirms(word, seen)
}
