import type { Line } from '../model/layout.ts'
import type { Word } from '../model/page.ts'
import type { AmountStyle } from '../values/amount.ts'
import { type AmountAt, amountStyle, findAmounts } from '../values/amount-style.ts'
import { foldCase } from '../values/fold.ts'
import type { Facts } from './facts.ts'

/** A caption and the amounts that stand behind it, left to right. */
export interface CaptionedRow {
  /** Folded. */
  caption: string
  amounts: AmountAt[]
  page: number
  /** Captions side by side are of one line. */
  line: Line
}

/** What pages say row by row; tables side by side give a row each. `decimals` 0 takes whole amounts too. */
export function captionedRows(facts: Facts, decimals: 0 | 2 = 2): CaptionedRow[] {
  return figureRows(facts, decimals).filter(({ caption }) => caption !== '')
}

/** The same, with the rows whose captions are headings over them and that have none of their own. */
export function figureRows(facts: Facts, decimals: 0 | 2 = 2): CaptionedRow[] {
  return facts.reading.pages
    .filter(({ page }) => facts.part.pages.includes(page.number))
    .flatMap(({ page, lines }) => {
      const style = amountStyle(page.words)
      return lines.flatMap((line) => rowsOf(line, style, decimals))
    })
}

function rowsOf(line: Line, style: AmountStyle, decimals: number): CaptionedRow[] {
  const rows: CaptionedRow[] = []
  let captions: string[] = []
  let row: CaptionedRow | undefined
  for (const { words } of line.segments) {
    const plain = words.map(unmarked)
    const amounts = amountsOf(plain, style, decimals)
    const caption = captionOf(plain, amounts)
    if (caption) {
      captions = row ? [caption] : [...captions, caption]
      row = undefined
    }
    if (amounts.length === 0) continue
    row ??= rows[rows.push({ caption: captions.join(' '), amounts: [], page: line.page, line }) - 1] as CaptionedRow
    row.amounts.push(...amounts)
  }
  return rows
}

/** `-122.01*`: a mark that points to a note is no part of a figure, and stands right of its column. */
function unmarked(word: Word): Word {
  const text = word.text.replace(/(?<=\d)[*†‡]+$/u, '')
  const [left, foot, right, head] = word.box
  const end = left + ((right - left) * text.length) / Math.max(word.text.length, 1)
  return text === word.text ? word : { ...word, text, box: [left, foot, end, head] }
}

const amountsOf = (words: Word[], style: AmountStyle, least: number) =>
  findAmounts(words, { style }).filter(({ decimals }) => decimals === 2 || decimals === least)

/** Words of a segment before its amounts; signs and currencies alone are none. */
function captionOf(words: readonly Word[], amounts: readonly AmountAt[]): string | undefined {
  const used = new Set<Word>(amounts.flatMap((amount) => amount.words))
  const text = words.filter((word) => !used.has(word)).map(({ text }) => text)
  const folded = foldCase(text.join(' '))
  return /\p{L}/u.test(folded) ? folded : undefined
}

const end = ({ words }: AmountAt) => words.at(-1)?.box[2] ?? 0

/** Whether two figures end at one edge, as those of a column do; `slack` in points. */
export const areAligned = (one: AmountAt, other: AmountAt, slack: number): boolean =>
  Math.abs(end(one) - end(other)) <= slack

/** A row's amount in the column of another one. */
export const inColumnOf = (column: AmountAt, { amounts }: CaptionedRow, slack: number): AmountAt | undefined =>
  amounts.find((amount) => areAligned(amount, column, slack))

/** The amount of this pay and that of the year so far, where a row has both: the year's is never the smaller one. */
export function payAndYear({
  amounts,
}: CaptionedRow): readonly [pay: AmountAt | undefined, year: AmountAt | undefined] {
  const [one, other, ...more] = amounts
  if (!one || more.length > 0) return [undefined, undefined]
  if (!other) return [one, undefined]
  return Math.abs(other.value) >= Math.abs(one.value) ? [one, other] : [other, one]
}
