import { around, type Box } from '../../model/box.ts'
import type { Line } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { type AmountAt, findAmounts } from '../../values/amount-style.ts'
import { foldCase } from '../../values/fold.ts'
import { exactly } from '../../vocabulary/compile.ts'
import type { Edges } from './column-edges.ts'
import { columnOf } from './column-edges.ts'
import type { Figure } from './column-words.ts'
import { bareDay, isDay, recognisedDay } from './entry-dates.ts'
import { isNumeric, type TableHead } from './table-head.ts'

/** One printed line of a table, taken apart by the table's columns. */
export interface LedgerLine {
  page: number
  box: Box
  /** The words of the transaction's date; empty where the line has none. */
  date: Word[]
  /** What recognition could not read where a row has its date. */
  unread: Word[]
  /** That date stands in a column for value dates, of which there is one and none for others. */
  valued: boolean
  figures: Partial<Record<Figure, AmountAt>>
  /** What stands in the column for kinds of entries (`Debit`, `CR`), folded. */
  type: string
  description: Word[]
  /** Everything, folded, for recognising headings and totals. */
  text: string
}

/** How far left of its heading a date may start, in points. */
const DATE_SLACK = 24

export interface Taken {
  words: Word[]
  date: Word[]
  rest: Word[]
}

/** Splits off the date that a line starts with, or that stands under its heading, and a value date behind it. */
export function takeDate(line: Line, head: TableHead): Taken {
  const words = line.segments
    .flatMap(({ words: all }) => all)
    .filter(({ box }) => box[0] >= head.span[0] && box[0] < head.span[1])
  const first = dateAt(words, 0) ?? dayHeading(words) ?? dateInColumn(words, head)
  if (!first) return { words, date: [], rest: words }
  const after = words.indexOf(first.at(-1) as Word) + 1
  const second = dateAt(words, after) ?? bareDayIn(words, after, head, 'value') ?? valueDay(words.slice(after), head)
  const taken = [...first, ...(second && isLike(first, second) ? second : [])]
  return { words, date: first, rest: words.filter((word) => !taken.includes(word)) }
}

/** A value date may stand apart, behind what the entry says: `03.08` there is a day, though it reads as an amount. */
function valueDay(words: readonly Word[], head: TableHead): Word[] | undefined {
  const dated = (word: Word) => standsUnder(word, head, 'value') || standsUnder(word, head, 'date')
  const day = words.find((word) => isDay(word.text) && dated(word))
  return day && [day]
}

/** `14.09` behind `07/02` is an amount: one table writes its dates in one way. */
function isLike(first: readonly Word[], second: readonly Word[]): boolean {
  const [one, other] = [first, second].map((date) => date.map(({ text }) => text).join(' '))
  return !/^\d{1,2}\.\d\d$/.test(other ?? '') || /\d\.\d/.test(one ?? '')
}

/** A line that is a caption and a day, for the rows under it (`Booked on: 3 March 2024`). */
function dayHeading(words: readonly Word[]): Word[] | undefined {
  const caption = words.findIndex(({ text }) => text.endsWith(':'))
  if (caption < 0 || caption > 2) return undefined
  const date = dateAt(words, caption + 1)
  return date?.at(-1) === words.at(-1) ? date : undefined
}

/** In some tables the date stands behind the amounts, whose last digits may reach under its heading. */
function dateInColumn(words: readonly Word[], head: TableHead): Word[] | undefined {
  const places = words.flatMap((word, index) => (standsInDateColumn(word, head) ? [index] : []))
  const printed = places.map((index) => dateAt(words, index)).find((date) => date !== undefined)
  const role = head.columns.some((column) => column.role === 'date') ? 'date' : 'value'
  const bare = words.map((_, index) => bareDayIn(words, index, head, role)).find((date) => date !== undefined)
  const recognised = places.map((index) => words.slice(index, index + 1))
  return printed ?? bare ?? recognised.find((run) => recognisedDay(run) !== undefined)
}

/** A day and a month without a sign between them, where the column is one of dates. */
function bareDayIn(words: readonly Word[], at: number, head: TableHead, role: 'date' | 'value'): Word[] | undefined {
  const runs = [words.slice(at, at + 1), words.slice(at, at + 2)]
  const run = runs.find((some) => !isTorn(some) && bareDay(textOf(some)) !== undefined)
  const [first, last] = [run?.[0], run?.at(-1)]
  const column = head.columns.findIndex((each) => each.role === role)
  const [from, until] = [head.columns[column]?.box[0], head.columns[column + 1]?.box[0] ?? Number.POSITIVE_INFINITY]
  if (from === undefined || !first || !last) return undefined
  return first.box[0] >= from - DATE_SLACK && last.box[2] < until + 2 ? run : undefined
}

/** The longest run of words from `index` on that is a date. */
function dateAt(words: readonly Word[], index: number): Word[] | undefined {
  if (index < 0) return undefined
  for (let count = 4; count > 0; count--) {
    const run = words.slice(index, index + count)
    if (run.length === count && !isTorn(run) && isDay(textOf(run))) return run
  }
  return undefined
}

const isValueDay = (text: string) => isDay(text) || bareDay(text) !== undefined

/** Without the mark of a footnote (`06/23/24*`). */
const textOf = (run: readonly Word[]) =>
  run
    .map(({ text }) => text)
    .join(' ')
    .replace(/[*†‡]+$/, '')

/** Words of two columns are no one date. */
function isTorn(run: readonly Word[]): boolean {
  return run.some((word, index) => index > 0 && word.box[0] - (run[index - 1] as Word).box[2] > word.size)
}

function standsInDateColumn(word: Word, head: TableHead): boolean {
  const index = head.columns.findIndex(({ role }) => role === 'date' || role === 'value')
  const column = head.columns[index]
  if (!column) return false
  const next = head.columns[index + 1]?.box[0] ?? Number.POSITIVE_INFINITY
  return word.box[0] >= column.box[0] - DATE_SLACK && word.box[0] < next - 2
}

/** The line's date, figures by column and description. */
export function readLedgerLine(line: Line, head: TableHead, edges: Edges[], style: AmountStyle): LedgerLine {
  const taken = takeDate(line, head)
  const beyond = rightEnd(head, edges)
  const [words, rest] = [taken.words, taken.rest].map((all) => all.filter(({ box }) => box[0] < beyond)) as [
    Word[],
    Word[],
  ]
  const { date } = taken
  const figures: LedgerLine['figures'] = {}
  const used = new Set<Word>()
  for (const amount of markedAmounts(rest, style)) {
    const role = columnOf(amount, edges)
    if (!role) continue
    figures[role] = amount
    for (const word of amount.words) used.add(word)
  }
  const unread = date.length === 0 ? unreadDate(rest, head) : []
  const typed = rest.filter((word) => !used.has(word) && standsUnder(word, head, 'type'))
  const skipped = rest.filter(
    (word) =>
      !used.has(word) &&
      (standsUnder(word, head, 'other') || (standsUnder(word, head, 'value') && isValueDay(word.text))),
  )
  const other = [...typed, ...skipped, ...unread]
  const description = rest.filter((word) => !used.has(word) && !other.includes(word))
  return {
    page: line.page,
    box: words.length > 0 ? around(words.map(({ box }) => box)) : line.box,
    date,
    unread,
    valued: date.length > 0 && date[0] !== words[0] && !head.columns.some(({ role }) => role === 'date'),
    figures,
    type: foldCase(typed.map(({ text }) => text).join(' ')),
    description,
    text: foldCase([...saying(rest, [...skipped, ...description]), ...typed].map(({ text }) => text).join(' ')),
  }
}

/**
 * The words of a row as they are read. A value date before them says nothing of what the row is; a day within them
 * belongs to them, though the heading of value dates may stand over it (`New balance on 31.10.2026 in euros`).
 */
function saying(line: readonly Word[], kept: readonly Word[]): Word[] {
  const words = line.filter((word) => kept.includes(word))
  const first = words.findIndex(({ text }) => !isValueDay(text))
  return first < 0 ? words : words.slice(first)
}

/** The recognised word that a row begins with in the column of dates, of figures at least in part. */
function unreadDate([first]: readonly Word[], head: TableHead): Word[] {
  const held = first?.origin === 'ocr' && /\d/.test(first.text) && first.text.length < 11
  return first && held && standsInDateColumn(first, head) ? [first] : []
}

/** Where the table ends at the right: what stands beyond its last column belongs to something beside it. */
function rightEnd(head: TableHead, edges: readonly Edges[]): number {
  const last = head.columns.at(-1)
  if (!last || !isNumeric(last.role)) return Number.POSITIVE_INFINITY
  const figures = edges.map(({ right, head: { 2: x1 } }) => Math.max(right ?? 0, x1))
  return Math.max(...figures) + 12
}

/** Amounts with the mark that may follow them (`DT`, `429,42 € CR`), where reading them alone did not take it along. */
export function markedAmounts(words: readonly Word[], style: AmountStyle): AmountAt[] {
  return findAmounts(words, { style }).map((amount) => {
    const last = amount.words.at(-1) as Word
    const next = words[words.indexOf(last) + 1]
    const near = next && next.box[0] - last.box[2] < 1.2 * next.size && next.box[0] - last.box[2] > -1
    const mark = near && !amount.mark ? markOf(next) : undefined
    return mark && next
      ? { ...amount, mark, words: [...amount.words, next], printed: `${amount.printed} ${next.text}` }
      : amount
  })
}

const MARK_IN = exactly('movement.mark.in')
const MARK_OUT = exactly('movement.mark.out')

function markOf({ text, origin }: Word): 'CR' | 'DR' | undefined {
  if (MARK_IN.test(foldCase(text))) return 'CR'
  if (MARK_OUT.test(foldCase(text))) return 'DR'
  if (/^(?:CR|CT|C|H|\+)$/.test(text)) return 'CR'
  // Recognition takes the S of `Soll` for a 5.
  return /^(?:DR|DT|DB|OD|O\/D|D|S|-)$/.test(text) || (origin === 'ocr' && text === '5') ? 'DR' : undefined
}

/** Under a heading of that role: from its left edge to the next heading. */
function standsUnder(word: Word, head: TableHead, role: 'date' | 'type' | 'value' | 'other'): boolean {
  return head.columns.some((column, index) => {
    const next = head.columns[index + 1]?.box[0] ?? Number.POSITIVE_INFINITY
    return column.role === role && word.box[0] >= column.box[0] - 8 && word.box[2] <= next + 2
  })
}
