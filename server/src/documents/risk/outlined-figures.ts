import { type Box, height, middle, width } from '../model/box.ts'
import type { Page, Word } from '../model/page.ts'
import { WITH_CENTS } from '../values/amount.ts'
import type { Rule } from './facts.ts'
import { isPrinted, MOST_ALONE, pagesOf } from './lone-values.ts'

/** What a figure has of characters, with cents: three digits. */
const FEWEST = 3
/** Right edges this near stand in one column, in sizes: another font is wider or narrower by as much. */
const IN_COLUMN = 0.5
/** Amounts in text that make a column. */
const FEWEST_AMOUNTS = 2

/** Shapes on one line, right beside each other, as the characters of one word stand. */
function rowsOf(shapes: readonly Box[]): Box[] {
  const rows: { box: Box; size: number; count: number }[] = []
  for (const shape of shapes.toSorted((a, b) => a[0] - b[0])) {
    const size = height(shape)
    const row = rows.find(
      ({ box, size: its }) => Math.abs(middle(box)[1] - middle(shape)[1]) < 0.3 * its && shape[0] - box[2] < its,
    )
    if (!row) rows.push({ box: shape, size, count: 1 })
    else {
      if (shape[2] > row.box[2] + 0.2 * row.size) row.count++
      row.size = Math.max(row.size, size)
      row.box = [
        row.box[0],
        Math.min(row.box[1], shape[1]),
        Math.max(row.box[2], shape[2]),
        Math.max(row.box[3], shape[3]),
      ]
    }
  }
  return rows.filter(({ box, size, count }) => count >= FEWEST && width(box) > 1.2 * size).map(({ box }) => box)
}

/** Whether a row of outlines stands where the page has its amounts: behind a label, in their column. */
function isInPlaceOfAmount(row: Box, words: readonly Word[]): boolean {
  const level = ({ box }: Word) => middle(row)[1] > box[1] && middle(row)[1] < box[3]
  const taken = words.some((word) => level(word) && word.box[2] > row[0] && word.box[0] < row[2])
  const labelled = words.some((word) => level(word) && /\p{L}{2}/u.test(word.text) && word.box[2] <= row[0])
  const isBeneath = ({ box, size }: Word) => Math.abs(box[2] - row[2]) < IN_COLUMN * size
  const column = words.filter((word) => WITH_CENTS.test(word.text) && isBeneath(word))
  const alike = column.filter(({ size }) => height(row) > 0.4 * size && height(row) < 1.2 * size)
  return !taken && labelled && alike.length >= FEWEST_AMOUNTS
}

/** A figure that is drawn as outlines in a column whose other figures are text: whoever drew it had not the font. */
export const outlinedFigures: Rule = (facts) =>
  pagesOf(facts).flatMap((page: Page) => {
    const words = page.words.filter(isPrinted)
    const rows = rowsOf(page.shapes ?? []).filter((row) => isInPlaceOfAmount(row, words))
    if (rows.length > MOST_ALONE) return []
    return rows.map((row) => ({
      code: 'FIGURE_IN_OUTLINES',
      family: 'typography' as const,
      severity: 'medium' as const,
      proof: true,
      message: 'a figure is drawn as outlines where the others of its column are text',
      fields: [],
      evidence: [{ page: page.number, bbox: row }],
    }))
  })
