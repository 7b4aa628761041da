import type { Line, PageLayout } from '../../model/layout.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { findEdges, withMissing } from './column-edges.ts'
import { inferHeads } from './infer-heads.ts'
import { type LedgerLine, markedAmounts, readLedgerLine, takeDate } from './ledger-line.ts'
import { type Section, sectionOf } from './row-words.ts'
import { findHeads, type TableHead } from './table-head.ts'

/** A table's lines under one head on one page. */
export interface Strip {
  head: TableHead
  section: Section
  lines: LedgerLine[]
  /** The head is a new one, not that of the strip before repeated on another page. */
  fresh: boolean
}

interface RawStrip {
  head: TableHead
  /** The text lines above the head, nearest last. */
  above: string[]
  lines: Line[]
}

/** Every table of a statement, strip by strip, in reading order. */
export function readLedger(pages: readonly PageLayout[], style: AmountStyle): Strip[] {
  const raw = strips(pages)
  const used = raw.length > 0 ? raw : inferHeads(pages, style).map(({ head, lines }) => ({ head, above: [], lines }))
  const read: Strip[] = []
  let section: Section = 'none'
  for (const [index, strip] of used.entries()) {
    const before = used[index - 1]
    const fresh = !before || signature(before.head) !== signature(strip.head) || before.head.page === strip.head.page
    section = strip.above.map(sectionOf).findLast((found) => found !== undefined) ?? (fresh ? 'none' : section)
    const parts = divide(strip, section, style)
    for (const [place, part] of parts.entries()) read.push({ ...part, head: strip.head, fresh: fresh && place === 0 })
    section = parts.at(-1)?.section ?? section
  }
  return read.filter(({ head, section: kind }) => kind !== 'daily' && !isDailyBalance(head, kind))
}

/** Tables of dates and figures alone are balances by day, unless they list cheques. */
function isDailyBalance({ columns, span }: TableHead, section: Section): boolean {
  const beside = span[0] !== -Infinity || span[1] !== Infinity
  const bare = columns.every(({ role }) => role === 'date' || role === 'amount' || role === 'balance')
  return bare && beside && section !== 'withdrawal' && section !== 'deposit'
}

function signature({ columns, span }: TableHead): string {
  return `${columns.map(({ role }) => role).join()} ${span[0] === -Infinity ? '' : Math.round(span[0])}`
}

function strips(pages: readonly PageLayout[]): RawStrip[] {
  const found: RawStrip[] = []
  let active: RawStrip[] = []
  for (const { page, lines } of pages) {
    active = active.map(({ head }) => ({ head: { ...head, page: page.number }, above: [], lines: [] }))
    const carriedOver = active
    found.push(...active)
    let above: string[] = []
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i] as Line
      const { heads, lines: taken } = findHeads([line, lines[i + 1], lines[i + 2]])
      if (heads.length > 0) {
        // What stood above a repeated head was the page's letterhead, unless a table went on there to its end.
        if (active === carriedOver)
          for (const strip of carriedOver) if (!strip.lines.some((each) => isRow(each, strip.head))) strip.lines = []
        active = heads.map((head) => ({ head, above, lines: [] }))
        found.push(...active)
        above = []
        i += taken - 1
      } else {
        above = [...above, hasFigures(line) ? '' : folded(line)].slice(-3)
        for (const strip of active) strip.lines.push(line)
      }
    }
  }
  return found.filter(({ lines }) => lines.length > 0)
}

function isRow(line: Line, head: TableHead): boolean {
  const { words, date } = takeDate(line, head)
  return date.length > 0 && date[0] === words[0] && /\d[.,]\d\d\W*$/.test(line.text)
}

function hasFigures({ text }: Line): boolean {
  return /\d[.,]\d\d\b/.test(text)
}

function folded(line: Line): string {
  const plain = line.text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  // A heading may stand between dashes that rule the page off.
  return plain
    .replace(/\s+/g, ' ')
    .replace(/^[-=*_ ]{3,}|[-=*_ ]{3,}$/g, '')
    .trim()
}

/** Parted where a line without figures opens another section (`Withdrawals`). */
/** How many lines at the top go on with the headings: words without figures under several of them, and no day. */
function headings([first]: readonly Line[], head: TableHead): number {
  if (!first || /\d/.test(first.text) || takeDate(first, head).date.length > 0) return 0
  const under = head.columns.filter(({ box }) =>
    first.segments.some((segment) => Math.abs(segment.box[0] - box[0]) < 4 || Math.abs(segment.box[2] - box[2]) < 4),
  )
  return first.segments.length > 1 && under.length === first.segments.length ? 1 : 0
}

function divide(
  { head, lines }: RawStrip,
  first: Section,
  style: AmountStyle,
): { section: Section; lines: LedgerLine[] }[] {
  const taken = lines.map((line) => takeDate(line, head))
  const amountsOf = (some: typeof taken) => some.flatMap(({ rest }) => markedAmounts(rest, style))
  const amounts = amountsOf(taken)
  // What stands under a table may be another one with figures of its own; the days are this one's.
  const dated = amountsOf(taken.filter(({ date }) => date.length > 0))
  const edges = findEdges(withMissing(head, amounts), amounts, dated, style)
  const parts: { section: Section; lines: LedgerLine[] }[] = [{ section: first, lines: [] }]
  for (const line of lines.slice(headings(lines, head))) {
    const read = readLedgerLine(line, head, edges, style)
    const plain = read.date.length === 0 && Object.keys(read.figures).length === 0 && !hasFigures(line)
    const section = plain && line.segments.length === 1 ? sectionOf(folded(line)) : undefined
    if (section) parts.push({ section, lines: [] })
    else parts.at(-1)?.lines.push(read)
  }
  return parts
}
