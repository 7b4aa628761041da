import { around } from '../../model/box.ts'
import type { Field, Fields } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import type { DateOrder } from '../../values/date.ts'
import { foldCase } from '../../values/fold.ts'
import { within } from '../../vocabulary/compile.ts'
import { bestOf, type Candidate, fieldOf } from '../labels/candidate.ts'
import { findDateSpans } from '../labels/date-span.ts'
import type { Label } from '../labels/label.ts'
import { isWhole, nearestCandidates, nearestLabelled } from '../labels/nearest-labelled.ts'
import { spoken } from '../labels/spoken.ts'
import { dateReader, type ValueReader } from '../labels/value-reader.ts'

const NAMED = within('statement.period.named')

const STARTS = spoken('statement.start')
const ENDS = spoken('statement.end')

/** Words that are captions only where nothing else stands with them. */
const FROM = spoken('statement.from')
const UNTIL = spoken('statement.until')

function alone(pages: readonly PageLayout[], labels: readonly Label[], read: ValueReader): Candidate | undefined {
  return bestOf(nearestCandidates(pages.slice(0, 1), { labels, read }).filter(isWhole))
}

const OTHER_DATES = spoken('statement.other_date')

/** How far down the first page a date without a label is the statement's own. */
const HEAD = 0.86

/** The day that a statement bears at its head: by itself, or before the page's number. */
function headDate(pages: readonly PageLayout[], read: ValueReader): Field | undefined {
  const [first] = pages
  const heads = first?.lines.filter(({ box }) => box[1] > HEAD * first.page.height) ?? []
  for (const { segments, page } of heads) {
    const [segment] = segments
    const found = segment && read(segment.words)
    if (!found || found.words[0] !== segment.words[0]) continue
    const rest = foldCase(
      segments
        .flatMap(({ words }) => words.slice(words.indexOf(found.words.at(-1) as Word) + 1).map(({ text }) => text))
        .join(' '),
    )
    if (rest !== '' && !/^\W*page \d+/.test(rest)) continue
    const { value, words } = found
    const printed = words.map(({ text }) => text).join(' ')
    return { value, printed, confidence: 0.6, page, box: around(words.map(({ box }) => box)), words, method: 'head' }
  }
  return undefined
}

/** The statement's first and last day: two dates on a line with `to` between them, else each by its own label. */
export function findPeriod(pages: readonly PageLayout[], order: DateOrder | undefined): Fields {
  const [span] = findDateSpans(pages, order, NAMED)
  if (span) return { statement_start_date: span.start, statement_end_date: span.end }
  const read = dateReader({ order })
  const start = nearestLabelled(pages, { labels: STARTS, read }) ?? alone(pages, FROM, read)
  const named = nearestLabelled(pages, { labels: ENDS, except: OTHER_DATES, read })
  const until = named ?? (start && alone(pages, UNTIL, read))
  const end = until ? fieldOf(until) : headDate(pages, read)
  // A day that a caption calls the end is returned as printed, even before the beginning; another one is not it then.
  const held = end && (named?.label.leads || !start || end.value > start.value)
  return {
    ...(start ? { statement_start_date: fieldOf(start) } : {}),
    ...(held ? { statement_end_date: end } : {}),
  }
}
