import { holds } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import { foldCase } from '../../values/fold.ts'
import { findIbans } from '../../values/ids.ts'
import { findVatIds } from '../../values/tax-ids.ts'
import { phrases, within } from '../../vocabulary/compile.ts'
import { bestOf, type Candidate, fieldOf } from '../labels/candidate.ts'
import { findLabelled } from '../labels/find-labelled.ts'
import { foldWords, wordsBetween } from '../labels/folded-line.ts'
import { textReader } from '../labels/value-reader.ts'
import { isOwnFact } from './address.ts'
import { mention, segmentsOf } from './mention.ts'
import type { Parties } from './parties.ts'
import { CUSTOMER_LABELS, isPartyLabel } from './party-labels.ts'
import { HEIGHT, TAX_ID } from './weights.ts'

export interface TaxIds {
  vendor: Field | undefined
  customer: Field | undefined
}

/** A number of tax with how much speaks for either side. */
interface SidedId {
  field: Field
  vendor: number
  customer: number
}

const CUSTOMERS = within('tax_id.customers')
const VENDORS = within('tax_id.vendors')

/** The sides' tax numbers: VAT numbers by form, others by label; whose they are by what stands around them. */
export function findTaxIds(pages: readonly PageLayout[], parties: Parties): TaxIds {
  const formed = formedIds(pages, parties)
  const labelled = labelledIds(pages, parties, formed)
  const ids = [...formed, ...labelled]
  const vendor = taxed(
    best(ids, ({ vendor: forIt, customer }) => forIt - customer),
    formed,
  )
  const rest = ids.filter(({ field }) => plain(field) !== (vendor ? plain(vendor.field) : ''))
  const customer = best(rest, ({ vendor: against, customer: forIt }) => forIt - against) ?? other(rest, vendor)
  return { vendor: vendor?.field, customer: customer?.field }
}

/** A register's number and that of the tax stand side by side; the latter is the one for taxes. */
function taxed(id: SidedId | undefined, formed: readonly SidedId[]): SidedId | undefined {
  if (!id || id.field.method === 'vat-form') return id
  const beside = formed.find(({ field: { page, box } }) => {
    const [own, gap] = [id.field.box, box[0] - id.field.box[2]]
    return page === id.field.page && Math.abs(box[1] - own[1]) < 2 && gap > 0 && gap < BESIDE
  })
  return beside ? { ...beside, field: { ...beside.field, confidence: id.field.confidence } } : id
}

/** Numbers of one party on one line are this close, in points. */
const BESIDE = 150

// Beside a number at the foot of the page, which is the sender's own, another VAT number is the receiver's.
function other(rest: readonly SidedId[], vendor: SidedId | undefined): SidedId | undefined {
  const [one, second] = rest.filter(({ field }) => field.method === 'vat-form')
  if (
    !vendor ||
    vendor.vendor < 0.9 ||
    !one ||
    (second && plain(second.field) !== plain(one.field)) ||
    one.vendor > 0.5
  )
    return undefined
  return { ...one, field: { ...one.field, confidence: 0.7 } }
}

const plain = (field: Field) =>
  String(field.value)
    .replace(/[^\p{L}\d]/gu, '')
    .toUpperCase()

function best(ids: readonly SidedId[], score: (id: SidedId) => number): SidedId | undefined {
  const positive = ids.filter((id) => score(id) > 0)
  const one = positive.sort((a, b) => score(b) - score(a))[0]
  return (
    one && {
      ...one,
      field: {
        ...one.field,
        confidence: Math.min(one.field.confidence * (0.75 + 0.25 * Math.min(score(one), 1)), 0.97),
      },
    }
  )
}

function formedIds(pages: readonly PageLayout[], parties: Parties): SidedId[] {
  return segmentsOf(pages).flatMap(({ layout, line, segment }) => {
    const folded = foldWords(segment.words)
    const text = segment.words.map((word) => word.text).join(' ')
    return findVatIds(text).flatMap((id) => {
      const words = wordsBetween(folded, id.index, id.index + id.printed.length)
      const before = foldCase(text.slice(0, id.index))
      const left = foldCase(line.segments.filter(({ box }) => box[2] <= segment.box[0]).at(-1)?.text ?? '')
      if (findIbans(text).some((iban) => iban.index <= id.index && id.index < iban.index + iban.printed.length))
        return []
      if (words.length === 0 || /(?:iban|bic|swift|weee?|glaubiger|creditor|siret|reg)\b[^a-z]*$/.test(before || left))
        return []
      const field = mention(words, layout.page.number, 'vat-form', 0.93)
      return [sided(field, layout, `${left} ${before}`, foldCase(line.text), parties)]
    })
  })
}

const ID = '(?:id(?:ent\\p{L}*)?\\.?)'
const FIGURE = '(?= ?[:#.]| [\\d#])'

const TAX_LABELS = [
  new RegExp(`(?<!\\p{L})${phrases('tax_id.short')}\\.?[ -]?${ID}?[ -]?${phrases('tax_id.number')}?\\.?${FIGURE}`, 'u'),
  new RegExp(`(?<!\\p{L})${phrases('tax_id.label')}\\.?(?= ?[:#.]| [\\p{L}\\d])`, 'u'),
  // Names that mean nothing else may stand over the number.
  new RegExp(`(?<!\\p{L})${phrases('tax_id.alone')}(?=$| )`, 'u'),
]

/**
 * India's, Mexico's (letters, a day, any three), figures with letters before or behind them (`123456782 RT0001`), and
 * letters before figures.
 */
const NUMBERS = [
  '\\d{2}[a-z]{5}\\d{4}[a-z][a-z\\d]z[a-z\\d]',
  '[a-zñ&]{3,4}\\d{6}[a-z\\d]{3}(?![\\p{L}\\d])',
  '(?:[a-z]{1,3}[ -]?)?\\d[\\d /.-]{4,16}\\d(?:[ ]?[a-z]{1,2}[ ]?\\d{2,4})?[a-z]?',
  '[a-z]{2,5}\\d{3,}[a-z\\d]*',
].join('|')

/** An identifier that is no date and has at least six digits, behind `No.`, `Nr` or `n.º`. */
const TAX_NUMBER = new RegExp(`^(?:[#:.\\s]|n\\.?[ro]\\.?|n\\.? ?[°º])*(?<value>${NUMBERS})`, 'u')

function labelledIds(pages: readonly PageLayout[], parties: Parties, formed: readonly SidedId[]): SidedId[] {
  const read = textReader({ shape: TAX_NUMBER, maxWords: 6 })
  const found = findLabelled(pages, {
    labels: TAX_LABELS,
    except: [/tax (?:invoice|rate|amount|total|due)/],
    read,
    places: ['label-inline', 'label-right', 'label-below'],
  })
  const groups = new Map<string, Candidate[]>()
  // What stands beside or under a label that its own number follows is another's: a postal code in the next column.
  const answered = new Set(found.filter(({ method }) => method === 'label-inline').map(({ label }) => keyOf(label)))
  for (const candidate of found) {
    if (candidate.method !== 'label-inline' && answered.has(keyOf(candidate.label))) continue
    const digits = String(candidate.value).replace(/\D/g, '').length
    if (digits < 6 || /\d{1,2}[./]\d{1,2}[./]\d{4}$/.test(String(candidate.value))) continue
    const key = String(candidate.value)
      .replace(/[^\p{L}\d]/gu, '')
      .toUpperCase()
    groups.set(key, [...(groups.get(key) ?? []), candidate])
  }
  return [...groups].flatMap(([key, candidates]) => {
    const one = bestOf(candidates)
    if (!one || formed.some(({ field }) => plain(field).includes(key) || key.includes(plain(field)))) return []
    const around = captionOf(one)
    const id = sided(fieldOf(one), one.label.layout, `${around} `, foldCase(one.label.line.text), parties)
    return [{ ...id, vendor: id.vendor * TAX_ID.local, customer: id.customer * TAX_ID.local }]
  })
}

const keyOf = ({ words }: Candidate['label']) => words[0]

// The label with what stands before it in its segment: `Your VAT number`.
function captionOf({ label }: Candidate): string {
  const segment = label.line.segments.find(({ box }) => holds(box, label.box, 1))
  const words = segment?.words.filter(({ box }) => box[0] < label.box[2]) ?? label.words
  return foldCase(words.map(({ text }) => text).join(' '))
}

function sided(field: Field, layout: PageLayout, caption: string, line: string, parties: Parties): SidedId {
  const own = VENDORS.test(caption) ? TAX_ID.said.vendor : 0
  const theirs = CUSTOMERS.test(caption) || isUnderCustomer(layout, field) ? TAX_ID.said.customer : 0
  const foot = field.box[3] < layout.page.height * HEIGHT.taxFooter ? TAX_ID.foot : 0
  const beside = foot > 0 ? linesBeside(layout, field) : []
  const facts = [line, ...beside].some(isOwnFact) ? TAX_ID.ownFacts : 0
  const toVendor = closeness(layout, field, parties.vendor)
  const toCustomer = closeness(layout, field, parties.customer)
  return {
    field,
    vendor: TAX_ID.start + own + foot + facts + toVendor,
    customer: theirs + toCustomer * TAX_ID.nearCustomer,
  }
}

/** A box that says whose what follows is (`Customer details`) is the heading of all columns under it. */
function isUnderCustomer({ lines, compartments }: PageLayout, { box }: Field): boolean {
  const headings = lines.flatMap(({ segments }) => segments.filter(({ text }) => isPartyLabel(text, CUSTOMER_LABELS)))
  const boxes = headings.flatMap((heading) => compartments.filter((one) => holds(one.box, heading.box)).slice(0, 1))
  return boxes.some(({ box: [left, foot, right, head] }) => {
    const under = foot - box[3]
    return left <= box[0] && box[2] <= right && under >= -1 && under < UNDER_HEADING * (head - foot)
  })
}

/** The rows under a heading that are its own, in its heights. */
const UNDER_HEADING = 2

/** At the foot the sender's facts stand in columns, one under the other: what one line says goes for the next. */
function linesBeside({ lines }: PageLayout, { box: [, foot, , head] }: Field): string[] {
  const reach = 1.5 * (head - foot)
  return lines.filter(({ box }) => Math.abs(box[1] - foot) < reach).map(({ text }) => foldCase(text))
}

// A party's facts may go on in the line of its name: `Acme Ltd, 1 High Street, Leeds, VAT no. 123456789`.
function sharesSegment({ lines }: PageLayout, { box }: Field, party: Field): boolean {
  if (box[0] < party.box[2]) return false
  return lines.some(({ segments }) => segments.some((one) => holds(one.box, box, 1) && holds(one.box, party.box, 1)))
}

// Under a party's name, in its column, before anything else: the nearer the surer.
function closeness(layout: PageLayout, field: Field, party: Field | undefined): number {
  if (!party || party.page !== field.page) return 0
  if (sharesSegment(layout, field, party)) return TAX_ID.under.near
  const down = party.box[1] - field.box[3]
  const aside = Math.max(0, field.box[0] - party.box[2], party.box[0] - field.box[2])
  // In the same stack a number may stand before the name that it belongs to.
  if (down < -3 && down > -60 && Math.abs(field.box[0] - party.box[0]) < 90 && aside === 0) return TAX_ID.above
  if (down < -3 || down > 130 || aside > 60) return 0
  return TAX_ID.under.near * (1 - down / 200) * (aside > 15 ? TAX_ID.under.aside : 1)
}
