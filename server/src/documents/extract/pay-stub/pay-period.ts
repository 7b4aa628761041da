import type { Field, Fields } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { DateOrder } from '../../values/date.ts'
import { foldCase } from '../../values/fold.ts'
import { within } from '../../vocabulary/compile.ts'
import { bestOf, type Candidate, fieldOf } from '../labels/candidate.ts'
import { findDateSpans } from '../labels/date-span.ts'
import { foldLine } from '../labels/folded-line.ts'
import { isWhole, nearestCandidates, nearestLabelled } from '../labels/nearest-labelled.ts'
import { dateReader, type ValueReader } from '../labels/value-reader.ts'
import { PAY_DATE, PERIOD_END, PERIOD_START } from './period-words.ts'

const NAMED = within('pay.period.named')

/** The day of payment, and the period that is paid for: a span of two dates, or a date for each end. */
export function payPeriod(pages: readonly PageLayout[], order: DateOrder | undefined): Fields {
  const read = dateReader({ order })
  const paid = nearestLabelled(pages, { labels: PAY_DATE, read }) ?? spoken(pages, read) ?? plainDate(pages, read)
  const [start, end] = spanned(pages, order) ?? labelled(pages, order)
  return {
    ...(paid ? { pay_date: fieldOf(paid) } : {}),
    ...(start ? { pay_period_start: start } : {}),
    ...(end ? { pay_period_end: end } : {}),
  }
}

/** `Pay period 01/04 to 01/10, paid 01/16`: the day stands right behind the word. */
function spoken(pages: readonly PageLayout[], read: ValueReader): Candidate | undefined {
  const at: ValueReader = (words) => {
    const date = read(words)
    return date && date.words[0] === words[0] ? date : undefined
  }
  return bestOf(nearestCandidates(pages, { labels: ['paid'], read: at }))
}

/** A stub that calls one day `Date` and no more means that of payment. */
function plainDate(pages: readonly PageLayout[], read: ValueReader): Candidate | undefined {
  return bestOf(nearestCandidates(pages, { labels: ['date'], read }).filter(isWhole))
}

/** No pay period is longer; longer spans are those of a year or of employment. */
const LONGEST_DAYS = 100

function spanned(pages: readonly PageLayout[], order: DateOrder | undefined): [Field, Field] | undefined {
  const span = findDateSpans(pages, order, NAMED).find(
    ({ start, end }) => (Date.parse(String(end.value)) - Date.parse(String(start.value))) / 86_400_000 < LONGEST_DAYS,
  )
  return span && [span.start, span.end]
}

/** One day alone that is called the period is the one on which it ends. */
const isLone = ({ label }: Candidate) =>
  /^(?:pay )?period:?$/.test(foldCase(label.words.map(({ text }) => text).join(' ')))

function labelled(pages: readonly PageLayout[], order: DateOrder | undefined): [Field | undefined, Field | undefined] {
  const read = dateReader({ order })
  // Dates of a row follow one another, each behind its name: `Beginning 01/03/2026 Ending 14/03/2026`.
  const leading = ({ label }: Candidate) =>
    label.leads || /\d[ ,;]*$/.test(foldLine(label.line).text.slice(0, label.from))
  const starts = nearestCandidates(pages, { labels: PERIOD_START, except: PERIOD_END.slice(0, -4), read }).filter(
    leading,
  )
  const ends = nearestCandidates(pages, { labels: PERIOD_END, read }).filter(leading)
  const best = (candidates: Candidate[]) => candidates.toSorted((a, b) => b.confidence - a.confidence)[0]
  const start = best(starts)
  // A period that ends before it begins is returned as it is printed, where no other day is named as its end.
  const end = best(ends.filter(({ value }) => !start || value >= start.value)) ?? best(ends)
  if (start && !end && isLone(start)) return [undefined, fieldOf(start)]
  return [start && fieldOf(start), end && fieldOf(end)]
}
