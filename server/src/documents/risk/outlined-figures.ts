import { type Box, height, middle } from '../model/box.ts'
import type { Page, Word } from '../model/page.ts'
import { shapeRows } from '../model/shape-rows.ts'
import { WITH_CENTS } from '../values/amount.ts'
import type { Rule } from './facts.ts'
import { isPrinted, MOST_ALONE, pagesOf } from './lone-values.ts'

/** Right edges this near stand in one column, in sizes: another font is wider or narrower by as much. */
const IN_COLUMN = 0.5
/** Amounts in text that make a column. */
const FEWEST_AMOUNTS = 2

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
    const rows = shapeRows(page.shapes ?? []).filter((row) => isInPlaceOfAmount(row, words))
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
