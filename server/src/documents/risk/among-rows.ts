import type { DocumentPart, TableRow } from '../model/findings.ts'
import type { Page, Word } from '../model/page.ts'
import { WITH_CENTS } from '../values/amount.ts'

/** Edges nearer than this are one, in points. */
const EXACT = 0.5

/** The rows of a page's tables, by table. */
const tablesOn = ({ number }: Page, parts: readonly DocumentPart[]): TableRow[][] =>
  parts.flatMap(({ tables }) => tables.map(({ rows }) => rows.filter(({ page }) => page === number)))

const endsOf = (rows: readonly TableRow[]) =>
  rows.flatMap(({ words }) =>
    Object.values(words)
      .flat()
      .filter(({ text }) => WITH_CENTS.test(text))
      .map(({ box }) => box[2]),
  )

/**
 * Whether an amount that no reader sees stands in a column of a table, at the height of its rows: it is the rest of a
 * row that was clipped away from among them. Tables that run over the end of a page leave such rows below the last.
 */
export function isAmongRows({ box }: Word, page: Page, parts: readonly DocumentPart[]): boolean {
  return tablesOn(page, parts).some((rows) => {
    const [low, high] = [Math.min(...rows.map(({ box: at }) => at[1])), Math.max(...rows.map(({ box: at }) => at[3]))]
    const inColumn = endsOf(rows).filter((end) => Math.abs(end - box[2]) < EXACT)
    return inColumn.length > 1 && box[1] > low && box[3] < high
  })
}
