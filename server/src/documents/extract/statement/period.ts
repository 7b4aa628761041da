import { around } from '../../model/box.ts'
import type { Field, Fields } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import type { DateOrder } from '../../values/date.ts'
import { foldCase } from '../../values/fold.ts'
import { within } from '../../vocabulary/compile.ts'
import { bestOf, type Candidate, fieldOf } from '../labels/candidate.ts'
import { findDateSpans } from '../labels/date-span.ts'
import { isWhole, nearestCandidates, nearestLabelled } from '../labels/nearest-labelled.ts'
import { dateReader, type ValueReader } from '../labels/value-reader.ts'

const NAMED = within('statement.period.named')

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
  'opening date',
  'statement opening date',
  'datum vanaf',
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
  'as at',
  'date of statement',
  'date du releve',
  'releve au',
  'releve en date du',
  'auszugsdatum',
  'datum des auszugs',
  'abrechnungsdatum',
  'rechnungsdatum',
  "date d'arrete",
  'arrete au',
  'fecha de corte',
  'datum tot en met',
]
/** Words that are captions only where nothing else stands with them. */
const FROM = ['from', 'du', 'vom', 'dal', 'van', 'od', 'periodo de']
const UNTIL = ['through', 'thru', 'to', 'au', 'bis', 'al', 'tot', 'do', 'a']

function alone(pages: readonly PageLayout[], labels: string[], read: ValueReader): Candidate | undefined {
  return bestOf(nearestCandidates(pages.slice(0, 1), { labels, read }).filter(isWhole))
}

const OTHER_DATES = ['payment due date', 'next statement date', 'next closing date', 'prochaine date']

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
  const named =
    nearestLabelled(pages, { labels: ENDS, except: OTHER_DATES, read }) ?? (start && alone(pages, UNTIL, read))
  const end = named ? fieldOf(named) : headDate(pages, read)
  return {
    ...(start ? { statement_start_date: fieldOf(start) } : {}),
    ...(end && (!start || end.value > start.value) ? { statement_end_date: end } : {}),
  }
}
