import type { Line, PageLayout, Segment } from '../../../model/layout.ts'
import type { Word } from '../../../model/page.ts'
import type { AmountStyle } from '../../../values/amount.ts'
import { type AmountAt, findAmounts } from '../../../values/amount-style.ts'

/** A caption with the figures behind it; lists side by side give a row each. */
export interface PayRow {
  caption: Word[]
  figures: AmountAt[]
  line: Line
  /** Of the line among those of its page. */
  at: number
}

/** All rows of a page that have a caption and figures, in reading order. */
export function payRows({ lines }: PageLayout, style: AmountStyle): PayRow[] {
  return lines.flatMap((line, at) => rowsOf(line, at, style))
}

function rowsOf(line: Line, at: number, style: AmountStyle): PayRow[] {
  const rows: PayRow[] = []
  let open: PayRow | undefined
  for (const segment of line.segments) {
    const { caption, figures } = partsOf(segment, style)
    if (caption.length > 0) {
      // `001  Salary`: a caption in two columns is one.
      if (open && open.figures.length === 0) open.caption.push(...caption)
      else {
        open = { caption, figures: [], line, at }
        rows.push(open)
      }
    }
    open?.figures.push(...figures)
  }
  return rows.map(withoutCodes).filter(({ figures }) => figures.length > 0)
}

/** Behind the last sum of money stands no count: a number there is the code of the row beside it. */
function withoutCodes(row: PayRow): PayRow {
  const last = row.figures.findLastIndex(({ printed }) => /\d[.,' ]\d/.test(printed))
  return last < 0 ? row : { ...row, figures: row.figures.slice(0, last + 1) }
}

const PLAN = /^\d{3}\(\p{L}\)/u

/** The words before a segment's figures, and those figures. A unit behind a figure is no caption. */
function partsOf({ words }: Segment, style: AmountStyle): Pick<PayRow, 'caption' | 'figures'> {
  // `401(k)`, `457(b)`: a number with a letter in brackets is the name of a plan.
  const figures = findAmounts(words, { style }).filter(({ words: [word] }) => !PLAN.test(word?.text ?? ''))
  const first = words.findIndex((word) => figures[0]?.words.includes(word))
  const before = first < 0 ? words : words.slice(0, first)
  const named = before.some(({ text }) => /\p{L}\W?\p{L}/u.test(text) || PLAN.test(text))
  // `Overtime 1.5`, `PRSI Class A1`: what stands in a caption without cents is a word of it.
  const inside = named && figures.length > 0 && figures.every(({ decimals }) => decimals < 2)
  if (inside) return { caption: [...words], figures: [] }
  return { caption: named ? [...before] : [], figures }
}
