import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Page } from '../../model/page.ts'
import type { Issue } from '../../model/source.ts'
import { readerOf } from '../recognise.ts'
import { asShown } from './as-shown.ts'
import { inTurns } from './in-turns.ts'
import { paintPlaces } from './paint-places.ts'
import { withoutText } from './paint-words.ts'
import { readPlaces } from './read-places.ts'
import { printIn, untoldAmounts, untoldRegions } from './untold-print.ts'

/** Pieces of print that are read on one page, some 40 ms each. */
const MOST = 60

/**
 * The pages with the amounts that they show and no text says: those with pictures, patterns, masks or many outlines
 * are painted without their text, and the rows of print in what is left are recognised. A page that cannot be painted
 * stays as it is and is named in `issues`, as one is with more print than is read.
 */
export async function lookForUntold(
  pages: readonly Page[],
  painted: (number: number) => Promise<PDFPageProxy>,
  issues: Issue[],
): Promise<Page[]> {
  const open = pages.filter((page) => untoldRegions(page).length > 0)
  const seen = await inTurns(open, {
    look: async (page, most) => {
      const regions = untoldRegions(page)
      const coarse = await paintPlaces(page, regions, painted, { most, filter: withoutText(), dpi: COARSE })
      const print = printIn(coarse, regions)
      if (print.length > MOST) issues.push({ stage: 'ocr', code: 'page_partly_looked_at', page: page.number })
      const boxes = print.toSorted((a, b) => b[2] - a[2]).slice(0, MOST)
      if (boxes.length === 0) return page
      const rendering = await paintPlaces(page, boxes, painted, { most, filter: withoutText() })
      const { places, shown } = untoldAmounts(
        page,
        boxes,
        await readPlaces(rendering, boxes, readerOf(), 'eng', hasFigures),
      )
      return asShown(page, places, shown)
    },
    failed: ({ number }, late) =>
      issues.push({ stage: 'ocr', code: late ? 'page_not_looked_at' : 'page_not_recognised', page: number }),
  })
  const now = new Map(open.map((page, at) => [page, seen[at] as Page]))
  return pages.map((page) => now.get(page) ?? page)
}

/** An amount with its cents has three, of which two may be misread. */
const hasFigures = (text: string) => /\d/.test(text)

/** Dots an inch at which print is found; a logo and nothing else is seen a quarter as finely as what is read. */
const COARSE = 125
