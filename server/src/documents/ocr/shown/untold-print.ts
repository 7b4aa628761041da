import { area, around, type Box, height, shared, width } from '../../model/box.ts'
import { isScan } from '../../model/covered.ts'
import type { Page } from '../../model/page.ts'
import { shapeRows } from '../../model/shape-rows.ts'
import { type Bitmap, blank } from '../bitmap.ts'
import { componentsOf } from '../components.ts'
import { inkOf } from '../ink.ts'
import type { Rendering } from '../render.ts'
import { ruledLines } from '../ruled-lines.ts'
import { textLines } from '../text-lines.ts'
import type { Place } from './doubted-places.ts'
import type { ShownWord } from './read-places.ts'

/** Two lines of print are so high at least, and a figure so wide, in points; less is a place of a line. */
const [HIGH, WIDE] = [16, 40]
/** Rows of outlines that are places of their own, where a page has no more. */
const FEW_ROWS = 8
/** Print is so high, in points, and a figure with cents has so many parts. */
const [LOWEST, HIGHEST, FEWEST] = [3.5, 30, 3]
/** An amount with cents, its sign and its currency, and no more: numbers of telephones have points as well. */
const AMOUNT = /^[-+(]?(?:\p{Sc}|[A-Z]{3})?[-+]?\d{1,3}(?:[.,'’]?\d{3}){0,3}[.,]\d{2}(?:\p{Sc}|[A-Z]{3}|[-)])?$/u
/** A figure with its currency is no wider, in its heights. */
const WIDEST = 16

/**
 * Where a page may show print that no text says, higher than a line: pictures, patterns, what is filled through a mask,
 * and outlines of which there are many. None of scans, which are recognised. Pure.
 */
export function untoldRegions(page: Page): Box[] {
  if (page.ocr || isScan(page) || page.words.length === 0) return []
  const { pictures, veils = [], shapes = [] } = page
  const rows = shapeRows(shapes)
  const boxes = [...pictures, ...veils].map(({ box }) => box)
  const outlined = rows.length > FEW_ROWS ? [around(rows)] : []
  return [...boxes, ...outlined].filter((box) => height(box) >= HIGH && width(box) >= WIDE)
}

/** Pieces of rows of print in those regions of a page that was painted without its text, as wide as a figure may be. */
export function printIn({ bitmap, scale }: Rendering, regions: readonly Box[]): Box[] {
  const isPrint = (box: Box) =>
    height(box) >= LOWEST && height(box) <= HIGHEST && width(box) <= WIDEST * height(box) && width(box) > height(box)
  const boxes = regions.flatMap((region) => linesIn(bitmap, scale, region).filter(isPrint))
  return boxes.filter((box, at) => boxes.findIndex((other) => shared(other, box) > 0.5 * area(box)) === at)
}

function linesIn(bitmap: Bitmap, scale: number, [x0, y0, x1, y1]: Box): Box[] {
  const [left, top] = [Math.max(0, Math.floor(x0 * scale)), Math.max(0, Math.floor(bitmap.height - y1 * scale))]
  const [right, foot] = [Math.ceil(x1 * scale), Math.ceil(bitmap.height - y0 * scale)]
  const part = cut(bitmap, { left, top, right, foot })
  const dpi = 72 * scale
  const ink = { ...part, data: inkOf(part, dpi) }
  return textLines(componentsOf(ink), ruledLines(part, dpi), dpi)
    .filter(({ parts }) => parts.length >= FEWEST)
    .map((line): Box => {
      const edge = 0.15 * (line.y1 - line.y0)
      const [across, up] = [(x: number) => (left + x) / scale, (y: number) => (bitmap.height - top - y) / scale]
      return [across(line.x0 - edge), up(line.y1 + edge), across(line.x1 + edge), up(line.y0 - edge)]
    })
}

interface Pixels {
  left: number
  top: number
  right: number
  foot: number
}

function cut({ width: wide, height: high, data }: Bitmap, { left, top, right, foot }: Pixels): Bitmap {
  const part = blank(Math.max(1, Math.min(wide, right) - left), Math.max(1, Math.min(high, foot) - top))
  for (let row = 0; row < part.height; row++)
    part.data.set(data.subarray((top + row) * wide + left, (top + row) * wide + left + part.width), row * part.width)
  return part
}

/** Those of the places at which an amount was read that no text of the page says, without words of their own. */
export function untoldAmounts(
  page: Page,
  boxes: readonly Box[],
  seen: readonly (readonly ShownWord[] | undefined)[],
): { places: Place[]; shown: ShownWord[][] } {
  const digits = (text: string) => text.replace(/\D/g, '')
  const said = page.words.map(({ text }) => digits(text)).filter((text) => text !== '')
  const isTold = (text: string) => said.some((other) => other.includes(digits(text)))
  const found = boxes.flatMap((box, at) => {
    const amounts = (seen[at] ?? []).filter(({ text }) => AMOUNT.test(text) && !isTold(text))
    return amounts.length > 0 ? [{ place: { box, words: [] }, shown: amounts }] : []
  })
  return { places: found.map(({ place }) => place), shown: found.map(({ shown }) => shown) }
}
