import { around } from '../../model/box.ts'
import type { Field, FoundTable, TableRow } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { AmountStyle } from '../../values/amount.ts'
import type { EInvoice, EInvoiceLine } from './einvoice.ts'
import { locateAmount, locateText } from './locate.ts'

/**
 * The XML's lines as far as the pages print them: undefined unless every line's amount is printed, each at a place of
 * its own. For invoices whose goods stand in no table that can be read.
 */
export function locateLines(
  { lines }: EInvoice,
  pages: readonly PageLayout[],
  style: AmountStyle,
): FoundTable | undefined {
  const taken = new Set<number>()
  const rows = lines.flatMap((line) => {
    const places = line.amount === undefined ? [] : locateAmount(pages, line.amount, style)
    const place = places.find(({ words }) => !taken.has(keyOf(words[0])))
    if (!place) return []
    taken.add(keyOf(place.words[0]))
    return [rowOf(line, place, pages)]
  })
  if (rows.length === 0 || rows.length < lines.length) return undefined
  const columns = ['description', 'quantity', 'unit_price', 'tax_rate', 'amount'].filter((name) =>
    rows.some(({ values }) => values[name] !== undefined),
  )
  return { name: 'line_items', page: rows[0]?.page ?? 1, columns, rows, confidence: 0.75 }
}

const keyOf = (word: { box: readonly number[]; order: number } | undefined) =>
  word ? (word.box[0] ?? 0) * 1000 + (word.box[1] ?? 0) : -1

function rowOf(line: EInvoiceLine, amount: Field, pages: readonly PageLayout[]): TableRow {
  const page = pages.filter((layout) => layout.page.number === amount.page)
  const [description] = line.description ? locateText(page, line.description) : []
  const found = { ...(description ? { description } : {}), amount }
  return {
    values: Object.fromEntries(Object.entries(found).map(([name, { value }]) => [name, value])),
    words: Object.fromEntries(Object.entries(found).map(([name, { words }]) => [name, words])),
    page: amount.page,
    box: around(Object.values(found).map(({ box }) => box)),
  }
}
