import { around } from '../../model/box.ts'
import type { Fields } from '../../model/findings.ts'
import type { Line, PageLayout } from '../../model/layout.ts'
import { fieldOf } from '../labels/candidate.ts'
import { foldLine, wordsBetween } from '../labels/folded-line.ts'
import { dateReader } from '../labels/value-reader.ts'
import { nearestLabelled } from '../letter/nearest-labelled.ts'
import { type DateAt, type DateOrder, findDates } from '../values/date.ts'

/** What parts the first day from the last. */
const BETWEEN =
  /(?<=[\s\d.,])(?:to|through|thru|until|till|and|-|au|a|bis(?: zum)?|al|hasta)[\s:]+(?:the |le |zum )?(?=[\p{L}\d])/gu

const NAMED =
  /\b(?:period|statement|from|between|cycle|dates?|releve|periode|du|zeitraum|kontoauszug|auszug|vom|abrechnungs\w*|billing|periodo)\b/

const STARTS = [
  'period start',
  'period start date',
  'statement start date',
  'start date',
  'from date',
  'statement from',
  'period from',
  'period beginning',
  'date from',
  'debut de la periode',
  'date de debut',
  'zeitraum von',
  'desde',
]
const ENDS = [
  'period end',
  'period end date',
  'statement end date',
  'end date',
  'to date',
  'period ending',
  'statement to',
  'period to',
  'date to',
  'fin de la periode',
  'date de fin',
  'zeitraum bis',
  'statement closing date',
  'closing date',
  'statement date',
  'statement as of',
  'as of',
  'date of statement',
  'date du releve',
  'releve au',
  'releve en date du',
  'auszugsdatum',
  'datum des auszugs',
  'abrechnungsdatum',
  'rechnungsdatum',
]
const OTHER_DATES = ['payment due date', 'next statement date', 'next closing date', 'prochaine date']

/** The statement's first and last day: two dates on a line with `to` between them, else each by its own label. */
export function findPeriod(pages: readonly PageLayout[], order: DateOrder | undefined): Fields {
  const spans = pages.flatMap(({ lines }) => lines.flatMap((line) => spansOf(line, order)))
  const [best] = spans.toSorted((a, b) => b.confidence - a.confidence)
  if (best) return best.fields
  const read = dateReader({ order })
  const start = nearestLabelled(pages, { labels: STARTS, read })
  const end = nearestLabelled(pages, { labels: ENDS, except: OTHER_DATES, read })
  return {
    ...(start ? { statement_start_date: fieldOf(start) } : {}),
    ...(end && (!start || end.value > start.value) ? { statement_end_date: fieldOf(end) } : {}),
  }
}

interface Span {
  fields: Fields
  confidence: number
}

function spansOf(line: Line, order: DateOrder | undefined): Span[] {
  const { text } = foldLine(line)
  return Array.from(text.matchAll(BETWEEN)).flatMap((between) => {
    const [lead, from] = [text.slice(0, between.index).trimEnd(), between.index + between[0].length]
    const [after] = findDates(text.slice(from), { order })
    if (!after || after.index > 0) return []
    const end = { ...after, index: from }
    const start = lastOf(findDates(lead, { order }), lead) ?? firstWithoutYear(lead, end, order)
    const days = start ? (Date.parse(end.value) - Date.parse(start.value)) / 86_400_000 : 0
    if (!start || days <= 0 || days > 400) return []
    const named = NAMED.test(text.slice(0, start.index))
    const certain = start.certain && end.certain ? 1 : 0.75
    const confidence = (named ? 0.95 : 0.8) * (days > 100 ? 0.7 : 1) * (start.index > 60 ? 0.6 : 1) * certain
    return [{ fields: fieldsOf(line, start, end, confidence), confidence }]
  })
}

/** The date that the text ends with. */
function lastOf(dates: DateAt[], text: string): DateAt | undefined {
  const last = dates.at(-1)
  return last && /^[\s,.]*$/.test(text.slice(last.index + last.printed.length)) ? last : undefined
}

/** `1 January to 31 January 2025`: the first date has the year of the second, or the one before. */
function firstWithoutYear(text: string, end: DateAt, order: DateOrder | undefined): DateAt | undefined {
  const start = `${Number(end.value.slice(0, 4)) - 1}${end.value.slice(4)}`
  const found = lastOf(findDates(text, { order, period: { start, end: end.value } }), text)
  return found?.completed ? found : undefined
}

function fieldsOf(line: Line, start: DateAt, end: DateAt, confidence: number): Fields {
  const field = ({ value, printed, index }: DateAt) => {
    const words = wordsBetween(foldLine(line), index, index + printed.length)
    const box = around(words.map((word) => word.box))
    return {
      value,
      printed: words.map(({ text }) => text).join(' '),
      confidence,
      page: line.page,
      box,
      words,
      method: 'span',
    }
  }
  return { statement_start_date: field(start), statement_end_date: field(end) }
}
