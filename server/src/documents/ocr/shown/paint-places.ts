import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Box } from '../../model/box.ts'
import type { Page } from '../../model/page.ts'
import { turn } from '../bitmap.ts'
import { type Rendering, render, type Wanted } from '../render.ts'

/** A place is read with what is around it, and is no rectangle where type leans. */
const AROUND = 20

export type Painted = (number: number) => Promise<PDFPageProxy>

/** A page painted where these places stand, and white elsewhere, upright as it is read. Throws as `render` does. */
export async function paintPlaces(
  page: Page,
  places: readonly Box[],
  painted: Painted,
  wanted: Omit<Wanted, 'rows'> = {},
): Promise<Rendering> {
  return upright(page, await render(await painted(page.number), { ...wanted, rows: rowsOf(page, places) }))
}

/** Where on the page as it is displayed the places stand; of a sheet that was turned to be read all of it. */
function rowsOf({ toShown: [a] }: Page, boxes: readonly Box[]): [number, number] | undefined {
  if (a !== 1) return undefined
  const [low, high] = [boxes.map((box) => box[1]), boxes.map((box) => box[3])]
  return [Math.min(...low) - AROUND, Math.max(...high) + AROUND]
}

/** A sheet that was turned to be read, turned as well. */
function upright({ toShown: [a, b] }: Page, { bitmap, scale }: Rendering): Rendering {
  const quarter = Math.round(Math.atan2(b, a) / (Math.PI / 2))
  return { bitmap: turn(bitmap, ([0, 90, 180, 270] as const)[(quarter + 4) % 4] ?? 0), scale }
}
