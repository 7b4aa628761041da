import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Box } from '../../model/box.ts'
import type { Page } from '../../model/page.ts'
import type { Issue } from '../../model/source.ts'
import { turn } from '../bitmap.ts'
import { readerOf } from '../recognise.ts'
import { type Rendering, render } from '../render.ts'
import { asShown } from './as-shown.ts'
import { doubtedPlaces, lookedAt, type Place } from './doubted-places.ts'
import { inTurns } from './in-turns.ts'
import { readPlaces } from './read-places.ts'

/**
 * The pages with what they show where it is open whether that is what their text says: those places are painted and
 * recognised. Most pages have none, and cost nothing. A page that cannot be painted stays as it is and is named in
 * `issues`.
 */
export async function lookAtDoubted(
  pages: readonly Page[],
  painted: (number: number) => Promise<PDFPageProxy>,
  issues: Issue[],
): Promise<Page[]> {
  const places = new Map<Page, readonly Place[]>()
  for (const page of pages) {
    const doubted = doubtedPlaces(page)
    const some = lookedAt(doubted)
    if (some.length < doubted.length) issues.push({ stage: 'ocr', code: 'page_partly_looked_at', page: page.number })
    if (some.length > 0) places.set(page, some)
  }
  const open = [...places.keys()]
  const seen = await inTurns(open, {
    look: async (page, most) => {
      const own = places.get(page) ?? []
      const boxes = own.map(({ box }) => box)
      const rendering = upright(page, await render(await painted(page.number), { most, rows: rowsOf(page, boxes) }))
      return asShown(page, own, await readPlaces(rendering, boxes, readerOf(), 'eng'))
    },
    failed: ({ number }, late) =>
      issues.push({ stage: 'ocr', code: late ? 'page_not_looked_at' : 'page_not_recognised', page: number }),
  })
  const now = new Map(open.map((page, at) => [page, seen[at] as Page]))
  return pages.map((page) => now.get(page) ?? page)
}

/** A place is read with what is around it, and is no rectangle where type leans. */
const AROUND = 20

/** Where on the page as it is displayed the places stand; of a sheet that was turned to be read all of it. */
export function rowsOf({ toShown: [a] }: Page, boxes: readonly Box[]): [number, number] | undefined {
  if (a !== 1) return undefined
  const [low, high] = [boxes.map((box) => box[1]), boxes.map((box) => box[3])]
  return [Math.min(...low) - AROUND, Math.max(...high) + AROUND]
}

/** A sheet that was turned to be read, turned as well. */
export function upright({ toShown: [a, b] }: Page, { bitmap, scale }: Rendering): Rendering {
  const quarter = Math.round(Math.atan2(b, a) / (Math.PI / 2))
  return { bitmap: turn(bitmap, ([0, 90, 180, 270] as const)[(quarter + 4) % 4] ?? 0), scale }
}
