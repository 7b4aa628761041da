import type { Flag, TableRow } from '../model/findings.ts'
import type { Word } from '../model/page.ts'
import type { Facts, Rule } from './facts.ts'
import { FEWEST_USUAL, isOneValue, isPrinted, loneValue, lookOf, pagesOf, quoted } from './lone-values.ts'

/** Shades whose parts differ by no more than the first, of 255, were rounded; by more than the second, to be seen. */
const [ROUNDED, SEEN] = [2, 0x50]
/** So many cells alike make a column's own shade. */
const ALIKE = 4

const shadeOf = (word: Word) => lookOf(word).color

/** Whether two shades differ, and no reader sees that they do. */
const isNearby = (a: string, b: string) => !isSame(a, b) && apart(a, b) <= SEEN

const isSame = (a: string, b: string) => apart(a, b) <= ROUNDED

const apart = (a: string, b: string) => Math.max(...[1, 3, 5].map((at) => Math.abs(part(a, at) - part(b, at))))

const part = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)

/** The shade that all words have; undefined where they have several. */
function oneShade(words: readonly Word[]): string | undefined {
  const [first, ...more] = words.map(shadeOf)
  return first !== undefined && more.every((shade) => isSame(shade, first)) ? first : undefined
}

interface Cell {
  row: TableRow
  words: readonly Word[]
  shade: string | undefined
}

const cellsOf = (rows: readonly TableRow[], column: string): Cell[] =>
  rows.flatMap((row) => {
    const words = (row.words[column] ?? []).filter(isPrinted)
    return words.length > 0 ? [{ row, words, shade: oneShade(words) }] : []
  })

/** Whether the rest of the row is set like the rest of the table: a row that is set apart whole is a design. */
const isAlone = ({ row, words }: Cell, usual: string) =>
  Object.values(row.words)
    .flat()
    .filter((word) => isPrinted(word) && !words.includes(word))
    .every((word) => isSame(shadeOf(word), usual))

/** The one cell of a column in a shade that no reader tells from that of all others. */
const inColumn: Rule = (facts) =>
  facts.part.tables.flatMap(({ rows, columns }) =>
    columns.flatMap((column) => {
      const cells = cellsOf(rows, column)
      const usual = mostOf(cells)
      const [cell, ...more] = cells.filter(
        ({ shade }) => shade === undefined || usual === undefined || !isSame(shade, usual),
      )
      if (!cell?.shade || more.length > 0 || usual === undefined || cells.length <= ALIKE) return []
      return isNearby(cell.shade, usual) && isAlone(cell, usual) ? [told(facts, cell, usual, cells.length - 1)] : []
    }),
  )

/** The shade of most cells. */
function mostOf(cells: readonly Cell[]): string | undefined {
  const shades = cells.flatMap(({ shade }) => shade ?? [])
  const share = (one: string) => shades.filter((shade) => isSame(shade, one)).length
  return [...new Set(shades)].toSorted((a, b) => share(b) - share(a))[0]
}

function told(facts: Facts, { row, words, shade }: Cell, usual: string, others: number): Flag {
  const rest = `the other ${others} of its column`
  const touched = Object.entries(facts.part.fields).filter(([, field]) =>
    field.words.some((one) => words.includes(one)),
  )
  return {
    code: 'SLIGHTLY_OTHER_TYPE',
    family: 'typography',
    severity: 'medium',
    proof: true,
    message: `"${quoted(words)}" alone is set in colour ${shade} where ${rest} have ${usual}`,
    fields: touched.map(([name]) => name),
    evidence: words.map(({ box }) => ({ page: row.page, bbox: box })),
  }
}

/** A name or a date, alone on its page in a shade that no reader tells from that of the text in its font and size. */
const ofField: Rule = (facts) =>
  pagesOf(facts).flatMap((page) => {
    const printed = page.words.filter(isPrinted)
    const fields = Object.values(facts.part.fields).filter((field) => field.page === page.number)
    return fields.flatMap(({ words: read }) => {
      const words = read.filter(isPrinted)
      const shade = oneShade(words)
      if (!shade || !isOneValue(words) || words.every(({ text }) => /\d/.test(text))) return []
      const rest = printed.filter((word) => !words.includes(word))
      const [first] = words as [Word]
      const alike = rest.filter((word) => word.program === first.program && Math.abs(word.size - first.size) < 0.01)
      const usual = oneShade(alike)
      if (!usual || alike.length < FEWEST_USUAL || rest.some((word) => isSame(shadeOf(word), shade))) return []
      if (!isNearby(shade, usual)) return []
      const message = `"${quoted(words)}" alone is set in colour ${shade} where the page has ${usual}`
      return loneValue(facts, page, words, { code: 'SLIGHTLY_OTHER_TYPE', message })
    })
  })

/** Words in a shade of their own that nobody chose to be seen. */
export const OTHER_SHADE: readonly Rule[] = [inColumn, ofField]
