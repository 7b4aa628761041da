import type { Field } from '../../model/findings.ts'
import type { Line, PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { type DateOptions, findDates } from '../../values/date.ts'
import { type Concept, holds, labelled, phrases, within } from '../../vocabulary/compile.ts'
import { bestOf, type Candidate, fieldOf } from '../labels/candidate.ts'
import { findLabelled } from '../labels/find-labelled.ts'
import type { LabelAt } from '../labels/find-labels.ts'
import { foldLine, foldWords, wordsBetween } from '../labels/folded-line.ts'
import type { Label } from '../labels/label.ts'
import { dateReader, type ValueReader } from '../labels/value-reader.ts'
import { mention, nearestOnly, segmentsOf } from './mention.ts'
import { sumName } from './sum-words.ts'
import { findHeads, type TableHead } from './table-head.ts'

const ISSUED: readonly Label[] = [
  labelled('invoice.date'),
  labelled('invoice.date.of'),
  new RegExp(`(?:^|(?<= ))${phrases('date')}(?= ?[:.]?(?: |$|\\d))`, 'u'),
]

/** A place and a day: `Berlin, den 3.5.2021`. */
const PLACED: readonly Label[] = [/(?<=\p{L}, )(?:(?:den|le|the)(?= )|am(?= \d))/u]

const whole = (concept: Concept) => `(?<!\\p{L})${phrases(concept)}(?!\\p{L})`

/** A title that goes on with its day: `Rechnung Nr. 42 vom 17.09.2021`. */
const TITLE: readonly Label[] = [
  new RegExp(`${whole('invoice.title.of_date')}.{1,50}?${whole('invoice.title.date_by')}`, 'u'),
]

const NOT_ISSUED: readonly Label[] = [holds('invoice.date.other')]

const DUE: readonly Label[] = [
  /(?<!\p{L})(?:payment )?due(?: date| on| by)?(?!\p{L})/u,
  /(?<!\p{L})date due(?!\p{L})/u,
  labelled('invoice.due_date'),
  /(?<!\p{L})(?:vencimientos?|scadenz[ae]|vencimentos?)(?!\p{L})/u,
  labelled('invoice.pay_by'),
  new RegExp(`(?<!\\p{L})${phrases('invoice.transfer_by')}.{0,60}?bis(?: zum| spatestens)?(?: zum)?(?= \\d)`, 'u'),
]

/** Beside what is to be paid: `by 4 May 2025`. */
const BY: readonly Label[] = [/(?<!\p{L})(?:by|before)(?= \d{1,2} \p{L}{3}| \p{L}{3,9} \d{1,2},)/u]

/** Terms such as `3% discount until` name an earlier day. */
const NOT_DUE: readonly Label[] = [
  /skonto(?:(?!netto).){0,40}bis(?: zum)?/,
  holds('invoice.due_sum'),
  /due (?:to|from|payable)/,
  /overdue/,
]

// `October 3 , 2014`: a comma that stands alone belongs to the day.
function readDay(options: DateOptions): ValueReader {
  const read = dateReader(options)
  return (words) => {
    const kept: Word[] = []
    for (const word of words) {
      const last = kept.at(-1)
      if (last && word.text === ',') kept[kept.length - 1] = { ...last, text: `${last.text},` }
      else kept.push(word)
    }
    return read(kept)
  }
}

/** When it was issued: by its label, by its title (`Rechnung 42 vom 17.09.2021`), else by a date that stands alone. */
export function findInvoiceDate(pages: readonly PageLayout[], options: DateOptions): Field | undefined {
  const read = readDay(options)
  const titled = findLabelled(pages, { labels: TITLE, except: NOT_ISSUED, read, places: ['label-inline'] }).filter(
    (candidate) => !isTakenOff(candidate),
  )
  const placed = findLabelled(pages, { labels: PLACED, read, places: ['label-inline', 'label-right'] })
  const labelled = nearestOnly(findLabelled(pages, { labels: ISSUED, except: [...NOT_ISSUED, ...DUE], read })).filter(
    (candidate) => !isInTable(candidate),
  )
  const best = bestOf([
    ...titled,
    ...placed,
    ...labelled.filter(({ label }) => label.rank < 1 || label.leads || label.colon),
  ])
  return best && best.confidence > 0.4 ? fieldOf(best) : loneDate(pages, options)
}

// `less part invoice 7 of 3 May`: the day of one that was paid before.
const isTakenOff = ({ label: { line, box } }: Candidate) =>
  line.segments.some((one) => one.box[0] <= box[0] && one.box[2] >= box[2] && sumName(one.text)?.kind === 'prepaid')

// Days in a table of goods are days of the goods.
function isInTable({ method, label }: Candidate): boolean {
  if (method !== 'label-below' && method !== 'label-cell') return false
  const { lines } = label.layout
  const at = lines.indexOf(label.line)
  return headsOf(lines).some(({ first, last }) => first <= at && at <= last)
}

const known = new WeakMap<readonly Line[], TableHead[]>()

function headsOf(lines: readonly Line[]): TableHead[] {
  const heads = known.get(lines) ?? findHeads(lines)
  known.set(lines, heads)
  return heads
}

function loneDate(pages: readonly PageLayout[], options: DateOptions): Field | undefined {
  for (const { layout, segment } of segmentsOf(pages.slice(0, 1))) {
    const line = foldWords(segment.words)
    const [found] = findDates(line.text, options)
    const rest = found ? line.text.length - found.printed.length : 99
    const words = found ? wordsBetween(line, found.index, found.index + found.printed.length) : []
    // A place and a day (`Berlin, 3. Mai 2021`) or the day alone, in the upper half.
    if (found && rest <= 25 && !/[:]/.test(segment.text) && segment.box[1] > layout.page.height / 2)
      return mention(words, layout.page.number, 'lone', found.certain ? 0.6 : 0.4, found.value)
  }
  return undefined
}

/** When it is to be paid, only where the day itself is printed. */
export function findDueDate(pages: readonly PageLayout[], options: DateOptions): Field | undefined {
  const found = nearestOnly(findLabelled(pages, { labels: DUE, except: NOT_DUE, read: readDay(options) }))
  const by = findLabelled(pages, { labels: BY, read: readDay(options), places: ['label-inline'] })
  const stated = by.filter(({ label }) => label.leads || saysOfPaying(label))
  const best = bestOf([...found, ...stated].filter(({ confidence }) => confidence > 0.4))
  return best && (behindDiscount(best, options) ?? fieldOf(best))
}

/** `Payment within 30 days, please, by 30 July 2031`: a sentence of paying goes before. */
function saysOfPaying({ line, from }: LabelAt): boolean {
  return OF_PAYING.test(
    foldLine(line)
      .text.slice(0, from)
      .replace(/^.*[.!?] /, ''),
  )
}

const OF_PAYING = within('payment.terms', 'payment.terms.sentence')

const DISCOUNT = within('payment.discount')

/** `Payable by 1 May less 2 % discount, by 17 May net`: the first day is that of the discount, the next one is due. */
function behindDiscount({ label: { line, layout }, words, page }: Candidate, options: DateOptions): Field | undefined {
  const next = layout.lines[layout.lines.indexOf(line) + 1]
  const all = [line, ...(next ? [next] : [])].flatMap(({ segments }) => segments.flatMap((one) => one.words))
  const folded = foldWords(all)
  const days = findDates(all.map(({ text }) => text).join(' '), options)
  const at = days.findIndex(({ index, printed }) =>
    wordsBetween(folded, index, index + printed.length).some((word) => words.includes(word)),
  )
  const [own, later] = [days[at], days[at + 1]]
  if (!own || !later || !(later.value > own.value)) return undefined
  const between = folded.text.slice(own.index + own.printed.length, later.index)
  const held = wordsBetween(folded, later.index, later.index + later.printed.length)
  const goesOn = DISCOUNT.test(between) && !/[.;] \p{L}/u.test(between)
  return goesOn ? mention(held, page, 'behind-discount', later.certain ? 0.85 : 0.6, later.value) : undefined
}
