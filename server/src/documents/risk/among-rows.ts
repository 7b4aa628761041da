import { height, middle } from '../model/box.ts'
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

const isInColumn = ({ box }: Word, rows: readonly TableRow[]) =>
  endsOf(rows).filter((end) => Math.abs(end - box[2]) < EXACT).length > 1

/**
 * Whether an amount that no reader sees stands in a column of a table, at the height of its rows: it is the rest of a
 * row that was clipped away from among them. Tables that run over the end of a page leave such rows below the last.
 */
export function isAmongRows(word: Word, page: Page, parts: readonly DocumentPart[]): boolean {
  return tablesOn(page, parts).some((rows) => {
    const [low, high] = [Math.min(...rows.map(({ box: at }) => at[1])), Math.max(...rows.map(({ box: at }) => at[3]))]
    return isInColumn(word, rows) && word.box[1] > low && word.box[3] < high
  })
}

/** Heights of sheets that printers have, in points: A3 to A5, letter, legal, and the same laid across. */
const SHEETS = [1191, 842, 595, 420, 792, 612, 1008, 1224]
const SAME_SHEET = 3

/** A program prints on sheets; a page of any other height was cut. */
const isCut = (page: Page) => SHEETS.every((sheet) => Math.abs(page.height - sheet) > SAME_SHEET)

/** A statement of so many rows is a table. */
const FEWEST_ROWS = 3

/**
 * Whether an amount below or above a page that was cut goes on with a statement's rows there: in one of their columns,
 * on a line whose date stands in theirs. What a statement is cut above, nobody is to see.
 */
export function isRowCutOff(word: Word, page: Page, parts: readonly DocumentPart[]): boolean {
  if (!isCut(page) || (word.box[3] > 0 && word.box[1] < page.height)) return false
  return tablesOn(page, parts).some((rows) => {
    const dates = rows.flatMap(({ words }) => words.date?.[0] ?? [])
    const begun = (page.unseen ?? []).some(
      (other) => isLevel(other, word) && dates.some((date) => isUnder(date, other)),
    )
    return rows.length >= FEWEST_ROWS && isInColumn(word, rows) && begun
  })
}

const isLevel = (a: Word, b: Word) => Math.abs(middle(a.box)[1] - middle(b.box)[1]) < 0.5 * height(b.box)

const isUnder = (date: Word, other: Word) => /\d/.test(other.text) && Math.abs(date.box[0] - other.box[0]) < EXACT
