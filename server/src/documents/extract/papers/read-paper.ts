import type { Field, Fields, FoundTable } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import type { AmountStyle } from '../../values/amount.ts'
import { amountStyle, findAmounts } from '../../values/amount-style.ts'
import { documentCurrency, readCurrency } from '../../values/currency.ts'
import { type DateOrder, findDates } from '../../values/date.ts'
import { dateOrder } from '../../values/date-order.ts'
import { foldCase } from '../../values/fold.ts'
import { type NamedValue, PART_OF_BUYER, type PaperKind } from '../../vocabulary/papers.ts'
import type { Extracted } from '../extractor.ts'
import { bestOf, type Candidate, fieldOf, recognised } from '../labels/candidate.ts'
import { findDateSpans } from '../labels/date-span.ts'
import { foldLine, foldWords, wordsBetween } from '../labels/folded-line.ts'
import { labelPattern } from '../labels/label.ts'
import { endsInLegalForm } from '../labels/legal-form.ts'
import { findMasthead } from '../labels/masthead.ts'
import { nearestCandidates } from '../labels/nearest-labelled.ts'
import { addressedTo, bankOn, banksOn, inCorner } from './by-place.ts'
import { fieldOfWords } from './field-of-words.ts'
import { countedIn, readerOf } from './named-value.ts'
import { readPaperTable } from './paper-table.ts'

/** What the readers of one paper share. */
interface Reading {
  pages: readonly PageLayout[]
  style: AmountStyle
  order: DateOrder | undefined
  text: string
  /** Every label of the paper: a value ends where the next one begins. */
  labels: readonly string[]
  title: RegExp | undefined
}

/** Reads a paper by what its kind calls its values and the columns of its tables. */
export function readPaper(kind: PaperKind, pages: readonly PageLayout[]): Extracted {
  const text = pages.map((page) => page.text).join('\n')
  const reading: Reading = {
    pages,
    text,
    style: amountStyle(pages.flatMap(({ page }) => page.words)),
    order: dateOrder(text, { currency: documentCurrency(text)?.currency }),
    labels: kind.fields.flatMap(({ labels }) => labels.filter((label) => label.length > 3)),
    title: titleOf(kind),
  }
  const fields: Fields = {}
  for (const wanted of kind.fields) {
    const found = findValue(wanted, reading, fields)
    if (found) fields[wanted.name] = found
  }
  const tables = kind.tables
    .map((table) => readPaperTable(table, pages, reading))
    .filter((table): table is FoundTable => table !== undefined)
  return { fields, tables }
}

/** Titles are words here, whoever wrote them: an owner's are no patterns of ours, and must not be able to be. */
function titleOf({ titles }: PaperKind): RegExp | undefined {
  const sources = titles.toSorted((a, b) => b.length - a.length).map((title) => labelPattern(title).source)
  return sources.length > 0 ? new RegExp(sources.join('|'), 'u') : undefined
}

function findValue(wanted: NamedValue, reading: Reading, found: Fields): Field | undefined {
  if (wanted.currency) return currencyOf(reading)
  const labelled = labelledValue(wanted, wanted.labels, reading)
  if (labelled) return fieldOf(labelled)
  const late = labelledValue(wanted, wanted.late ?? [], reading)
  // A buyer may be the firm's or its clerk.
  if (late && wanted.masthead && endsInLegalForm(String(late.value))) return fieldOf(late)
  // A day with a caption of its own is surer than one in a title; under a caption is a column of days.
  if (late && wanted.kind === 'date' && wanted.pattern && isBeside(late)) return fieldOf(late)
  return unlabelled(wanted, reading, found) ?? (late && fieldOf(late))
}

function labelledValue(wanted: NamedValue, labels: readonly string[], reading: Reading): Candidate | undefined {
  const { except = [] } = wanted
  if (labels.length === 0) return undefined
  const found = nearestCandidates(reading.pages, { labels, except, read: readerOf(wanted, reading) })
  // A column may be called as a sum is, which has its amount beside it.
  const beside = found.filter(isBeside)
  if (wanted.name.endsWith('_name')) return bestOf(found.filter(({ label }) => label.leads || label.colon))
  const best = bestOf(wanted.kind === 'amount' && beside.length > 0 ? beside : found)
  return best && wanted.summed ? (sumOfRow(best, beside) ?? best) : best
}

const isBeside = ({ method }: Candidate) => method === 'label-inline' || method === 'label-right'

/** The last figure of a label's row, where it is what the others come to. */
function sumOfRow({ label }: Candidate, beside: readonly Candidate[]): Candidate | undefined {
  const row = beside.filter((each) => each.label.line === label.line && each.label.from === label.from)
  const [last, ...others] = row.toSorted((a, b) => b.box[0] - a.box[0])
  const sum = others.reduce((all, { value }) => all + Number(value), 0)
  return others.length > 1 && Math.abs(Number(last?.value) - sum) < 0.005 ? last : undefined
}

/** What a paper of this kind need not call by a name. */
function unlabelled(wanted: NamedValue, reading: Reading, found: Fields): Field | undefined {
  const { pages } = reading
  if (wanted.units) return measured(wanted.units, reading)
  const shaped = wanted.pattern ? patterned(wanted.pattern, reading) : undefined
  if (shaped && wanted.kind === 'date') return dayOf(shaped, reading)
  if (shaped) return shaped
  if (wanted.masthead)
    return (
      atHead(wanted, reading, found) ??
      (wanted.addressed ? addressedTo(pages, othersOf(wanted, reading, found)) : undefined)
    )
  if (wanted.addressed) return addressedTo(pages, namesOf(found))
  if (wanted.bank) return bankOn(pages, namesOf(found))
  if (wanted.corner) return inCorner(pages)
  if (wanted.span) return ofSpan(wanted.span, reading)
  return wanted.sole ? sole(wanted, reading) : undefined
}

function patterned(pattern: string, { pages }: Reading): Field | undefined {
  const shape = new RegExp(pattern, 'du')
  for (const { page, lines } of pages)
    for (const folded of lines.flatMap((line) => [
      ...line.segments.map(({ words }) => foldWords(words)),
      foldLine(line),
    ])) {
      const range = shape.exec(folded.text)?.indices?.groups?.value
      if (range) return fieldOfWords(wordsBetween(folded, ...range), page.number, { method: 'pattern', sureness: 0.9 })
    }
  return undefined
}

function dayOf(field: Field, { order }: Reading): Field | undefined {
  const [day] = findDates(String(field.value), { order })
  return day && { ...field, value: day.value }
}

/** What is counted in such a unit, where the paper counts one thing only: several rows would have to be added up. */
function measured(units: readonly string[], { pages, style }: Reading): Field | undefined {
  const found = pages.flatMap(({ page, lines }) =>
    lines.flatMap(({ segments }) =>
      segments.flatMap(({ words }) => {
        const [amount] = findAmounts(countedIn(units, words), { style })
        return amount ? [{ value: amount.value, words: amount.words, page: page.number }] : []
      }),
    ),
  )
  const [first] = found
  if (!first || found.some(({ value }) => value !== first.value)) return undefined
  return { ...fieldOfWords(first.words, first.page, { method: 'measured', sureness: 0.8 }), value: first.value }
}

/** Where it was written or is paid: `A Lyon`, `Fait a Namur`, `Payable en France`. */
const PLACE = /^(?:(?:fait )?a|(?:payable|compensable|zahlbar|pagadero|pagabile) \p{L}{1,3}) \p{L}/u

/** A firm may begin so too: `A Plus Plumbing Supply Ltd`. */
const isPlaceOfPay = (text: string) => PLACE.test(foldCase(text)) && !endsInLegalForm(text)

/** The only name of a bank on a paper that somebody draws on one is the bank's, also at its head or over an address. */
function othersOf({ addressed }: NamedValue, { pages }: Reading, found: Fields): ReadonlySet<string> {
  const [bank, ...more] = banksOn(pages)
  return new Set([...namesOf(found), ...(addressed && bank && more.length === 0 ? [bank.text] : [])])
}

/** `Purchasing Office` is a part of who buys; `Purchasing Power Inc` is a firm. */
const isPartOfBuyer = (text: string) => PART_OF_BUYER.test(foldCase(text)) && !endsInLegalForm(text)

/** Names that are said elsewhere on the paper are not at its head. */
function atHead(wanted: NamedValue, reading: Reading, found: Fields): Field | undefined {
  const { pages, title } = reading
  const [first] = pages
  const others = othersOf(wanted, reading, found)
  return first && title
    ? findMasthead(
        first,
        title,
        (text) =>
          others.has(text) ||
          (wanted.buyer === true && isPartOfBuyer(text)) ||
          (wanted.addressed === true && isPlaceOfPay(text)),
      )
    : undefined
}

const namesOf = (found: Fields): ReadonlySet<string> => new Set(Object.values(found).map(({ value }) => String(value)))

const PERIOD = /period|from|service|billing|zeitraum|abrechnung|jakso|obdobi|okres|idoszak|perioad|donem|razdobl/u

function ofSpan(end: 'start' | 'end', { pages, order }: Reading): Field | undefined {
  return findDateSpans(pages, order, PERIOD)[0]?.[end]
}

/** The only value of its kind is it; of several the first may be. */
function sole({ kind }: NamedValue, { pages, style, order }: Reading): Field | undefined {
  const found = pages.flatMap(({ page, lines }) =>
    lines.flatMap(({ segments }) =>
      segments
        .flatMap(({ words }) => (kind === 'amount' ? amountsIn(words, style) : datesIn(words, order)))
        .map((one) => ({ ...one, page: page.number })),
    ),
  )
  const [first] = found
  const sureness = new Set(found.map(({ value }) => value)).size === 1 ? 0.85 : 0.5
  return first && { ...fieldOfWords(first.words, first.page, { method: 'sole', sureness }), value: first.value }
}

type ValueIn = { words: Word[]; value: string | number }

const amountsIn = (words: Word[], style: AmountStyle): ValueIn[] =>
  findAmounts(words, { style }).filter(({ decimals }) => decimals === 2)

function datesIn(words: Word[], order: DateOrder | undefined): ValueIn[] {
  const folded = foldWords(words)
  const joined = words.map(({ text }) => text).join(' ')
  return findDates(joined, { order }).map(({ index, printed, value }) => ({
    words: wordsBetween(folded, index, index + printed.length),
    value,
  }))
}

function currencyOf({ text, pages }: Reading): Field | undefined {
  const read = documentCurrency(text)
  if (!read) return undefined
  const words = pages.flatMap(({ page }) => page.words)
  const says = ({ text: sign }: Word) => sign.toUpperCase().includes(read.currency) || /[$€£¥]/.test(sign)
  const place = words.find(says) ?? words.find(({ text: sign }) => readCurrency(sign) === read.currency)
  const page = pages.find((each) => place && each.page.words.includes(place))?.page.number
  if (!place || page === undefined) return undefined
  const confidence = (read.certain ? 0.95 : 0.8) * recognised([place])
  return {
    value: read.currency,
    printed: place.text,
    words: [place],
    box: place.box,
    page,
    method: 'currency',
    confidence,
  }
}
