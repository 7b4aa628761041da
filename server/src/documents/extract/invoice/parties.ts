import type { Field } from '../../model/findings.ts'
import type { Line, PageLayout, Segment } from '../../model/layout.ts'
import { foldCase } from '../../values/fold.ts'
import { begins, phrases } from '../../vocabulary/compile.ts'
import { besideLines, isFoot } from '../labels/foot.ts'
import { hasLegalForm } from '../labels/legal-form.ts'
import { withoutPrintHeads } from '../labels/print-heads.ts'
import { accountsCountry } from './accounts-country.ts'
import { addressesOf, isContact, isOwnFact, isPlace, type Stack, stacksOf } from './address.ts'
import { columnKind } from './columns.ts'
import { mention, segmentsOf } from './mention.ts'
import { CUSTOMER_LABELS, DELIVERY_LABELS, findLabelledNames, isPartyLabel, VENDOR_LABELS } from './party-labels.ts'
import {
  companyAmong,
  isSalutation,
  isSameName,
  mayBeName,
  nameWords,
  overAddress,
  plainName,
  untilLegalForm,
  wholeName,
} from './party-name.ts'
import { findSenderLines } from './sender-lines.ts'
import { HEIGHT, LARGE, PARTY } from './weights.ts'

const RECEIVERS_FACT = new RegExp(
  `^${phrases('party.receivers')}\\b.{0,12}\\b${phrases('party.receivers.tax')}\\b`,
  'u',
)

const CARE_OF = begins('address.care_of')

export interface Parties {
  vendor: Field | undefined
  customer: Field | undefined
}

/**
 * Who sends the invoice and who receives it, from labels, the sender's line over the address window, the addresses,
 * letterhead and footer; mentions of one name lift each other.
 */
export function findParties(printed: readonly PageLayout[]): Parties {
  const pages = printed.map(withoutPrintHeads)
  const first = pages.slice(0, 1)
  const stacks = first.flatMap(stacksOf).flatMap(addressesOf)
  const senders = findSenderLines(first)
  const labelledCustomers = findLabelledNames(pages, CUSTOMER_LABELS)
  const labelledVendors = findLabelledNames(pages, VENDOR_LABELS)
  const windows = senders.flatMap((sender) => windowName(sender, stacks))
  const addresses = byHeight(stacks.flatMap((stack) => addressOf(stack, first)))
  const vendors = [
    ...labelledVendors,
    ...senders,
    ...letterhead(first),
    ...footers(pages),
    ...addresses.map(({ vendor }) => vendor),
  ]
  const customers = [
    ...labelledCustomers,
    ...windows,
    ...receiversFacts(stacks),
    ...addresses.map(({ customer }) => customer),
  ]
  return settle(weigh(vendors), weigh(customers))
}

// The name that is surest on one side is not looked for on the other.
function settle(vendors: Field[], customers: Field[]): Parties {
  const pairs = [undefined, ...vendors].flatMap((vendor) =>
    [undefined, ...customers].map((customer) => ({
      vendor,
      customer,
      worth: (vendor?.confidence ?? 0) + (customer?.confidence ?? 0),
    })),
  )
  const possible = pairs.filter(
    ({ vendor, customer }) => !vendor || !customer || !isSameName(String(vendor.value), String(customer.value)),
  )
  const best = possible.sort((a, b) => b.worth - a.worth)[0]
  const sure = (field: Field | undefined) => (field && field.confidence >= PARTY.least ? field : undefined)
  return { vendor: sure(best?.vendor), customer: sure(best?.customer) }
}

// Mentions of one name are one candidate: 1 - product of doubts; the fullest wording with a legal form is returned.
function weigh(mentions: readonly Field[]): Field[] {
  const groups: Field[][] = []
  for (const one of mentions) {
    const group = groups.find((others) => others.some((other) => isSameName(String(other.value), String(one.value))))
    if (group) group.push(one)
    else groups.push([one])
  }
  return groups.map((group) => {
    const sorted = group.toSorted((a, b) => b.confidence - a.confidence)
    const distinct = sorted.filter((one, index) => sorted.findIndex((other) => isSamePlace(one, other)) === index)
    const doubt = distinct.reduce((product, { confidence }) => product * (1 - confidence), 1)
    const shown = group.toSorted((a, b) => worthShowing(b) - worthShowing(a))[0] as Field
    return { ...shown, confidence: Math.min(1 - doubt, PARTY.most) }
  })
}

const isSamePlace = (a: Field, b: Field) =>
  a.page === b.page && Math.abs(a.box[1] - b.box[1]) < 1 && Math.abs(a.box[0] - b.box[0]) < 1

function worthShowing({ value, confidence }: Field): number {
  const form = hasLegalForm(String(value)) ? PARTY.shown.legalForm : 0
  return confidence + form - String(value).length * PARTY.shown.character
}

// The address that begins under the sender's line, at its left edge.
function windowName(sender: Field, stacks: readonly Stack[]): Field[] {
  const under = stacks
    .flatMap(({ page, segments }) => segments.map((segment) => ({ page, segment })))
    .filter(
      ({ page, segment }) =>
        page === sender.page && segment.box[3] <= sender.box[1] + 2 && segment.box[3] > sender.box[1] - 60,
    )
    .filter(({ segment }) => Math.abs(segment.box[0] - sender.box[0]) < 60)
    .filter(({ segment }) => !isSalutation(segment.text))
    .sort((a, b) => b.segment.box[3] - a.segment.box[3])[0]
  return under && mayBeName(under.segment.text)
    ? [mention(nameWords(under.segment.words), sender.page, 'window', PARTY.window)]
    : []
}

// Of several addresses without labels the highest is rather the sender's.
function byHeight(addresses: AddressName[]): AddressName[] {
  const { highest } = PARTY.address
  const lift = (field: Field, by: number): Field => ({ ...field, confidence: field.confidence + by })
  const names = new Set(addresses.map(({ vendor }) => plainName(String(vendor.value))))
  if (names.size < 2) return addresses
  const sorted = addresses.toSorted((a, b) => b.vendor.box[3] - a.vendor.box[3])
  return sorted.map(({ vendor, customer }, index) =>
    index === 0 ? { vendor: lift(vendor, highest), customer } : { vendor, customer: lift(customer, highest) },
  )
}

interface AddressName {
  vendor: Field
  customer: Field
}

// A name over an address, by what else stands in it the sender's or the receiver's.
function addressOf({ page, segments }: Stack, pages: readonly PageLayout[]): AddressName[] {
  const place = segments.findIndex(({ text }) => isPlace(text))
  const layout = pages.find((each) => each.page.number === page)
  if (place < 1 || !layout) return []
  const paper = layout.page
  const low = (segments[place]?.box[1] ?? 0) < paper.height * HEIGHT.lowAddress
  const above = segments.slice(Math.max(0, place - 5), place)
  const addressee = above.findLastIndex(({ text }) => isSalutation(text))
  const lines = above.slice(addressee + 1).filter(({ text }) => !isLabel(text))
  const named =
    overSomeone(lines) ??
    lines.find(({ text }) => mayBeName(text)) ??
    overAddress([...lines, ...segments.slice(place, place + 1)])
  if (!named) return []
  const texts = segments.map(({ text }) => text)
  const beside = !low && isFoot(layout, named.box) ? besideLines(layout, segments) : []
  const own = [...segments, ...beside].filter(({ text }) => isContact(text) || isOwnFact(text)).length
  const addressed = texts.slice(0, place).some((text) => isSalutation(text) || isForSomeone(text))
  const isReceiver =
    above.some(({ text }) => isPartyLabel(text, CUSTOMER_LABELS)) ||
    texts.some(isReceiversFact) ||
    besideDelivery(layout, named)
  const isDelivered = above.some(({ text }) => isPartyLabel(text, DELIVERY_LABELS))
  const isSender = above.some(({ text }) => isPartyLabel(text, VENDOR_LABELS))
  const { address } = PARTY
  const large = named.size > LARGE * (segments[place]?.size ?? named.size) ? address.large : 0
  const top = large + (named.box[3] > paper.height * HEIGHT.top ? address.head : 0)
  const facts = Math.min(own, address.ownFact.most)
  const addressing = (holds: boolean) => (holds ? address.addressed : 0)
  const paid = accountsCountry(texts, pages) * address.account
  const vendor = address.vendor + facts * address.ownFact.vendor + top + paid - addressing(addressed || isReceiver)
  const theirs = addressing(addressed || (isReceiver && !isDelivered)) - addressing(isSender)
  const customer = address.customer - facts * address.ownFact.customer - top - paid + theirs
  // At the foot stands who sends, or on a slip to be cut off who pays.
  if (low && (own > 0 || texts.some((text) => /\bbox\b/i.test(text)))) return []
  const words = nameWords(companyAmong(above.slice(above.indexOf(named))))
  return [
    {
      vendor: mention(words, page, 'address', low ? address.low.vendor : vendor),
      customer: mention(words, page, 'address', low ? address.low.customer : Math.max(customer, address.least)),
    },
  ]
}

/** Whose address it is stands right over the person whom a letter is for; a letterhead may stand over both. */
function overSomeone(lines: readonly Segment[]): Segment | undefined {
  const above = lines[lines.findIndex(({ text }) => CARE_OF.test(foldCase(text))) - 1]
  return above && mayBeName(above.text) ? above : undefined
}

/** `Mrs Hill`, `Attention: Jo`: within an address, whom a letter is for; nobody writes so to himself. */
const isForSomeone = (text: string) =>
  CARE_OF.test(foldCase(text)) || /^(?:mr|mrs|ms|herrn?|frau|mme|dhr|mevr)\b\.?/.test(foldCase(text))

// An address at the height of the one where the goods go is the receiver's.
function besideDelivery({ lines }: PageLayout, { box, size }: Segment): boolean {
  return lines
    .flatMap(({ segments }) => segments)
    .some(
      (other) =>
        isPartyLabel(other.text, DELIVERY_LABELS) &&
        other.box[0] > box[2] &&
        Math.abs(other.box[3] - box[3]) < 1.6 * size,
    )
}

/** `Customer VAT no: ...` stands in the receiver's address. */
const isReceiversFact = (text: string) => RECEIVERS_FACT.test(foldCase(text))

// A name over what is the receiver's own.
function receiversFacts(stacks: readonly Stack[]): Field[] {
  return stacks.flatMap(({ page, segments }) => {
    const fact = segments.findIndex(({ text }) => isReceiversFact(text))
    const above = segments.slice(0, Math.max(fact, 0))
    const named = above.find(({ text }) => mayBeName(text) && !isLabel(text))
    return named ? [mention(nameWords(named.words), page, 'receivers-fact', PARTY.receiversFact)] : []
  })
}

const isLabel = (text: string) => isPartyLabel(text, CUSTOMER_LABELS) || isPartyLabel(text, VENDOR_LABELS)

// The first name at the head of the page; a larger one is surer.
function letterhead(pages: readonly PageLayout[]): Field[] {
  const of = PARTY.letterhead
  return pages.flatMap((layout) => {
    const goods = layout.lines.find(headsTable)?.box[3] ?? 0
    const floor = Math.max(layout.page.height * HEIGHT.head, goods)
    const head = segmentsOf([layout]).filter(({ segment }) => segment.box[3] > floor)
    const usual = median(layout.lines.flatMap(({ segments }) => segments.map(({ size }) => size)))
    return head
      .filter(({ segment }) => mayBeName(segment.text) && !isLabel(segment.text))
      .slice(0, 3)
      .map(({ segment }, index) => {
        const large = segment.size > LARGE * usual ? of.large : segment.bold ? of.bold : 0
        const form = hasLegalForm(segment.text) ? of.legalForm : 0
        const words = nameWords(wholeName([segment, ...under(layout, segment)]))
        return mention(words, layout.page.number, 'letterhead', of.first - of.next * index + large + form)
      })
  })
}

// The captions of the goods: what stands there and below is nobody's letterhead.
function headsTable({ segments }: Line): boolean {
  const kinds = segments.length > 2 ? segments.flatMap(({ text }) => columnKind(text) ?? []) : []
  return kinds.length > 2 && kinds.some((kind) => kind === 'quantity' || kind === 'unit_price')
}

// The lines right under a segment, at its left edge and in its size.
function under({ lines }: PageLayout, { box, size }: Segment): Segment[] {
  const near = lines
    .flatMap(({ segments }) => segments)
    .filter((other) => other.box[3] <= box[1] + 2 && other.box[3] > box[1] - 1.2 * size)
  return near.filter((other) => Math.abs(other.box[0] - box[0]) < 3 && Math.abs(other.size - size) < 0.1 * size)
}

// A legal form at the foot of a page or beside a register number.
function footers(pages: readonly PageLayout[]): Field[] {
  return segmentsOf(pages).flatMap(({ layout, segment }) => {
    if (segment.box[3] > layout.page.height * HEIGHT.footer && !isOwnFact(segment.text)) return []
    const words = untilLegalForm(segment.words)
    if (
      !words ||
      plainName(words.map(({ text }) => text).join('')).length < 4 ||
      words.some(({ text }) => text.endsWith(':'))
    )
      return []
    return [mention(nameWords(words), layout.page.number, 'footer', PARTY.footer)]
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 10
}
