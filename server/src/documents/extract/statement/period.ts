import type { Fields } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { fieldOf } from '../labels/candidate.ts'
import { dateReader } from '../labels/value-reader.ts'
import { nearestLabelled } from '../letter/nearest-labelled.ts'
import type { DateOrder } from '../values/date.ts'
import { findDateSpans } from './date-span.ts'

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
  'as at',
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
  const [span] = findDateSpans(pages, order, NAMED)
  if (span) return { statement_start_date: span.start, statement_end_date: span.end }
  const read = dateReader({ order })
  const start = nearestLabelled(pages, { labels: STARTS, read })
  const end = nearestLabelled(pages, { labels: ENDS, except: OTHER_DATES, read })
  return {
    ...(start ? { statement_start_date: fieldOf(start) } : {}),
    ...(end && (!start || end.value > start.value) ? { statement_end_date: fieldOf(end) } : {}),
  }
}
