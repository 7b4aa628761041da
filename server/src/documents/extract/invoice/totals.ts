import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import { phrases } from '../../vocabulary/compile.ts'
import { OVER_RATES } from './sum-rates.ts'
import type { Sum, SumKind } from './sum-words.ts'

export interface Totals {
  subtotal?: Field
  total_tax?: Field
  invoice_total?: Field
  amount_due?: Field
}

/** Half a cent of rounding for each of a few rates. */
const SLACK = 0.025

const near = (a: number, b: number) => Math.abs(a - b) < SLACK

/** A tax smaller than the slack would close anything. */
const addsUp = (net: number, tax: number, gross: number) =>
  Math.abs(net + tax - gross) < Math.min(SLACK, Math.max(0.006, Math.abs(tax) * 0.3))

interface Reading {
  net: Sum | undefined
  tax: Sum | undefined
  gross: Sum | undefined
  due: Sum | undefined
  closes: boolean
  worth: number
}

/** What is known from elsewhere: the lines' sum, and what an e-invoice states. */
export interface Expected {
  lines?: number | undefined
  net?: number | undefined
  tax?: number | undefined
  gross?: number | undefined
  due?: number | undefined
}

/**
 * Net, tax, gross and due among the printed sums: the combination that closes (net + tax = gross, with charges,
 * discounts and payments where they are printed) and whose captions say so best.
 */
export function settleTotals(all: readonly Sum[], expected: Expected = {}): Totals {
  const few = all.length > 2 * MOST_SUMS ? [...all.slice(0, MOST_SUMS), ...all.slice(-MOST_SUMS)] : all
  const sums = withChargesAsGross(few)
  const best = readings(sums, expected).sort((a, b) => b.worth - a.worth)[0]
  if (!best) return {}
  const lift = best.closes ? 0.97 : undefined
  const as = (sum: Sum | undefined, known: number | undefined): Field | undefined => {
    if (!sum) return undefined
    const stated = known !== undefined && near(Math.abs(known), Math.abs(sum.value))
    const field = { ...sum.field, confidence: Math.max(sum.field.confidence, lift ?? 0, stated ? 0.98 : 0) }
    return !best.closes && hasRival(sum, sums) ? { ...field, rivalled: true } : field
  }
  const totals: Totals = {}
  const put = (name: keyof Totals, field: Field | undefined) => {
    if (field) totals[name] = field
  }
  put('subtotal', as(printedNet(best.net, sums), expected.net))
  put('total_tax', as(best.tax, expected.tax))
  // A document that only says what is due has no other gross, where net and tax lead to it.
  const alone = best.closes || (best.due !== undefined && near(best.due.value, expected.lines ?? Number.NaN))
  put('invoice_total', as(best.gross ?? (alone ? best.due : undefined), expected.gross))
  put('amount_due', as(best.due, expected.due))
  return totals
}

/** So much less sure is a caption that names the same as well. */
const AS_WELL = 0.05

/** Whether another amount is captioned as well; a part of the sum, or its parts together, are no other. */
function hasRival(sum: Sum, sums: readonly Sum[]): boolean {
  const isPart = ({ field }: Sum) => field.words.every((word) => sum.field.words.includes(word))
  const isWhole = isWholeTax(sum)
  return sums.some(
    (other) =>
      other.kind === sum.kind &&
      !near(Math.abs(other.value), Math.abs(sum.value)) &&
      other.field.confidence >= sum.field.confidence - AS_WELL &&
      !isPart(other) &&
      (!isWhole || isWholeTax(other)),
  )
}

// Nets that are printed for each rate only have no sum on the page, unless the goods' sum stands there as well.
function printedNet(net: Sum | undefined, sums: readonly Sum[]): Sum | undefined {
  if (net?.field.method !== OVER_RATES) return net
  const isSame = ({ kind, value }: Sum) => (kind === 'net' || kind === 'lines') && near(value, net.value)
  return sums.find((sum) => sum.field.method !== OVER_RATES && isSame(sum))
}

function readings(sums: readonly Sum[], expected: Expected): Reading[] {
  const of = (kind: SumKind) => distinct(labelled(sums.filter((sum) => sum.kind === kind)))
  const taxes = wholeTaxes(of('tax'))
  const nets = [...of('net'), ...of('lines').map((sum) => weaker(sum, 0.6))]
  const found: Reading[] = []
  const dues: (Sum | undefined)[] = of('due')
  for (const net of [undefined, ...nets])
    for (const tax of [undefined, ...taxes, ...(taxes.some(isWholeTax) ? [] : together(taxes))])
      for (const gross of [undefined, ...of('gross')])
        for (const due of dues.length > 0 ? dues : [undefined])
          found.push(judge({ net, tax, gross, due }, sums, expected))
  return found
}

/** What a caption names outranks what stands in a row without one, or under a word that columns bear as well. */
function labelled(sums: readonly Sum[]): readonly Sum[] {
  const named = sums.filter(({ caption }) => caption !== '')
  const telling = named.filter(({ kind, caption }) => kind !== 'gross' || !/^\W*(?:amount|betrag)\W*$/i.test(caption))
  return telling.length > 0 ? telling : named.length > 0 ? named : sums
}

/** The sum of all taxes by its caption: its parts are printed beside it, and do not take its place. */
const WHOLE_TAX = new RegExp(`^\\W*${phrases('sum.whole_tax')}\\W*$`, 'iu')

const isWholeTax = ({ caption }: Sum) => WHOLE_TAX.test(caption)

function wholeTaxes(taxes: readonly Sum[]): readonly Sum[] {
  const whole = taxes.filter(isWholeTax)
  return whole.length > 0 ? whole : taxes
}

/** A bill of nothing but charges, as carriers write them, has its sum under their name. */
function withChargesAsGross(sums: readonly Sum[]): readonly Sum[] {
  if (
    sums.some(
      ({ kind, caption }) => kind === 'due' || (kind === 'gross' && !/^(?:amount|betrag|total)\W*$/i.test(caption)),
    )
  )
    return sums
  return sums.map((sum) => (/^total charges?\b/i.test(sum.caption) ? { ...sum, kind: 'gross' as const } : sum))
}

/** Sums stand on the first and the last pages; between them a long bill has hundreds of others. */
const MOST_SUMS = 50

/** Combinations grow with the fourth power; the sums at the foot come last. */
const MOST_ALIKE = 6

// Equal sums under like captions are one; the last printed is the one at the foot.
function distinct(sums: readonly Sum[]): Sum[] {
  const kept = sums.filter(
    (sum, index) =>
      !sums.some(
        (other, at) =>
          at > index &&
          near(other.value, sum.value) &&
          other.field.confidence >= sum.field.confidence &&
          !areTwins(other, sum),
      ),
  )
  return kept.slice(-MOST_ALIKE)
}

/** India's goods tax goes to the state and to the union in equal halves. */
function areTwins(a: Sum, b: Sum): boolean {
  const [one, other] = [a, b].map(({ caption }) => /\b[cs]gst/i.exec(caption)?.[0].toLowerCase())
  return one !== undefined && other !== undefined && one !== other
}

/** Under a caption may be another's amount, for columns bear the names of sums; beside it stands its own. */
const isBeside = ({ field: { method } }: Sum) => method === 'sum-right' || method === 'sum-inline'

const weaker = (sum: Sum, by: number): Sum => ({
  ...sum,
  field: { ...sum.field, confidence: sum.field.confidence * by },
})

// Taxes of several rates or names without a sum of their own: `GST` and `QST`. They follow each other.
function together(taxes: readonly Sum[]): Sum[] {
  const parts = taxes.filter(({ value }) => value !== 0)
  return parts.flatMap((_, from) => [2, 3, 4].flatMap((count) => sumOf(parts.slice(from, from + count), count, parts)))
}

function sumOf(parts: readonly Sum[], count: number, all: readonly Sum[]): Sum[] {
  const [first] = parts
  if (!first || parts.length < count) return []
  const value = Math.round(parts.reduce((sum, part) => sum + part.value, 0) * 100) / 100
  const words = parts.flatMap(({ field }) => field.words)
  const caption = parts.map((part) => part.caption).join(' + ')
  const field: Field = {
    ...first.field,
    value,
    words,
    box: around(words.map(({ box }) => box)),
    method: 'sum-of-taxes',
    confidence: isEveryRate(parts, all) ? Math.max(...parts.map((part) => part.field.confidence)) + 0.1 : 0.4,
  }
  return [{ ...first, value, caption, field }]
}

const RATE = /\d{1,2}(?:[.,]\d{1,2})? ?%/

/** Whether these are all the taxes, each with a rate of its own in its caption: one of them is not the whole. */
function isEveryRate(parts: readonly Sum[], all: readonly Sum[]): boolean {
  const rates = parts.map(({ caption }) => RATE.exec(caption)?.[0])
  return parts.length === all.length && !rates.includes(undefined) && new Set(rates).size === rates.length
}

function judge(
  parts: Pick<Reading, 'net' | 'tax' | 'gross' | 'due'>,
  sums: readonly Sum[],
  expected: Expected,
): Reading {
  const { net, tax, gross, due } = parts
  // A gross that is printed is not passed over because the amount due closes without it.
  const target = gross ?? (sums.some((sum) => sum.kind === 'gross' && isBeside(sum)) ? undefined : due)
  const plain = net && tax && target ? addsUp(net.value, tax.value, target.value) : false
  const adjusted = !plain && net && target ? closesWith(sums, net.value, tax?.value ?? 0, target.value) : false
  // Where no net is printed, the goods' own sum leads to the total as well.
  const byGoods = !net && tax && target && leadsTo(target.value, expected.lines, tax.value, sums) ? 1 : 0
  const stated = [
    [net, expected.net],
    [tax, expected.tax],
    [gross, expected.gross],
    [due, expected.due],
  ] as const
  const agreeing = stated.filter(
    ([sum, value]) => sum && value !== undefined && near(Math.abs(sum.value), Math.abs(value)),
  ).length
  const sureness = [net, tax, gross, due].reduce((sum, part) => sum + (part?.field.confidence ?? 0), 0)
  const later = [net, tax, gross, due].reduce(
    (sum, part) => sum + (part ? sums.indexOf(part) / Math.max(sums.length, 1) : 0),
    0,
  )
  const lines = net && expected.lines !== undefined && near(net.value, expected.lines) ? 0.4 : 0
  const odd =
    net && target && !isBeside(target) && Math.abs(net.value) > Math.abs(target.value) + SLACK && !adjusted ? 0.8 : 0
  const large = tax && net && Math.abs(tax.value) > Math.abs(net.value) * 0.5 && !plain ? 0.8 : 0
  // What is taxed holds its tax: a total that is no more is the sum of a table of taxes.
  const taxes = tax && target && Math.abs(tax.value) > SLACK && Math.abs(target.value) <= Math.abs(tax.value) ? 0.8 : 0
  const worth =
    sureness +
    (plain ? 2 : adjusted ? 1.2 : 0) +
    agreeing * 0.5 +
    byGoods +
    later * 0.05 +
    lines -
    odd -
    large -
    taxes -
    (plain ? 0 : withheld(tax, sums))
  return { ...parts, closes: plain || adjusted, worth }
}

/** What is still due is less than the total by a tax that is withheld: that one is not the tax of the bill. */
const WITHHELD = 1.5

function withheld(tax: Sum | undefined, sums: readonly Sum[]): number {
  const of = (wanted: SumKind) => sums.filter(({ kind }) => kind === wanted).map(({ value }) => value)
  if (!tax || Math.abs(tax.value) <= SLACK) return 0
  return of('gross').some((gross) => of('due').some((due) => near(gross - due, tax.value))) ? WITHHELD : 0
}

function leadsTo(gross: number, goods: number | undefined, tax: number, sums: readonly Sum[]): boolean {
  return goods !== undefined && (addsUp(goods, tax, gross) || closesWith(sums, goods, tax, gross))
}

function closesWith(sums: readonly Sum[], net: number, tax: number, gross: number): boolean {
  const of = (kind: SumKind) => {
    // What is rounded down is a discount by its sign.
    const values = sums
      .filter((sum) => (sum.kind === 'charge' && sum.value < 0 ? 'discount' : sum.kind) === kind)
      .map(({ value }) => Math.abs(value))
    return [0, ...new Set(values.slice(-MOST_ALIKE))]
  }
  return of('charge').some((charge) =>
    of('discount').some((discount) => (charge > 0 || discount > 0) && near(net + tax + charge - discount, gross)),
  )
}
