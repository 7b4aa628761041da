import { around, type Box } from '../model/box.ts'
import type { Line, Segment } from '../model/layout.ts'
import type { AmountStyle } from '../values/amount.ts'
import { type AmountAt, amountStyle, findAmounts } from '../values/amount-style.ts'
import { foldCase } from '../values/fold.ts'
import { claim } from './claim.ts'
import { amount, type Facts, money, type Rule } from './facts.ts'

/** Rates are printed with two decimals and multiplied with more. */
const ROUNDING = 0.06
/** Heads of the columns that are multiplied. */
export const HOURS = /\b(?:hours|hrs|units|heures|hres|stunden|std|ore|horas|uren)\b/
export const RATE = /\b(?:rate|taux|satz|stundensatz|stundenlohn|tarif|tarifa|tarief|tasa)\b/

/** A line of earnings: what was paid for so many hours at a rate. */
interface Earning {
  hours: number
  rate: number
  product: number
  paid: number
  words: AmountAt['words']
  /** Where the three stand. */
  columns: readonly Box[]
}

/**
 * Hours times rate, where the stub heads such columns. A line that is off is told by itself; where every line between
 * the head and the gross pay holds, they come to it.
 */
export const earnings: Rule = (facts) => {
  const gross = facts.part.fields.gross_pay
  const stated = amount(facts, 'gross_pay')
  if (facts.part.type !== 'PAY_STUB' || !gross || stated === undefined) return []
  const layout = facts.reading.pages.find(({ page }) => page.number === gross.page)
  const lines = layout?.lines ?? []
  const head = lines.findIndex(({ text }) => HOURS.test(foldCase(text)) && RATE.test(foldCase(text)))
  const until = lines.findIndex(({ segments }) => segments.some((one) => isAt(one, gross.words[0])))
  if (head < 0 || until <= head) return []
  const between = lines.slice(head + 1, until)
  const style = amountStyle(layout?.page.words ?? [])
  const amounts = between.map((line) => amountsOf(line, style))
  const read = amounts.flatMap((three) => earningOf(three) ?? [])
  const paid = read.reduce((sum, each) => sum + each.paid, 0)
  const unread = amounts.filter((some) => some.length > 0).length > read.length
  const off = offLines(lines[head], read)
  if (off.length === 1) return off.flatMap((each) => lineOff(facts, each))
  const holds = read.every((each) => Math.abs(each.paid - each.product) <= ROUNDING)
  if (read.length === 0 || unread || !holds || Math.abs(paid - stated) <= ROUNDING) return []
  return claim(facts, {
    code: 'PAY_STUB_EARNINGS',
    family: 'arithmetic',
    severity: 'high',
    proof: true,
    message: `gross pay says ${money(stated)}; hours at their rates come to ${money(paid)}`,
    fields: ['gross_pay'],
    figures: [stated, paid],
    gap: stated - paid,
    rests: read.flatMap(({ words }) => words),
  })
}

/** What the captions of the columns beside hours and rate must not be. */
const OF_THE_YEAR = /\b(?:ytd|year|annee|cumul|jahr|kumuliert|progressiv|acumulado|anno)/
/** Extra hours are paid so many times the rate that is printed; premiums are what comes on top of it. */
const TIMES = [0.25, 0.5, 1, 1.25, 1.33, 1.4, 1.5, 1.75, 2, 2.25, 2.5, 3]
/** Rates are rounded to the cent, and hours to minutes. */
const [OF_RATE, OF_HOURS] = [0.005, 0.01]

/** Lines that hours at their rate do not come to, where a table has names, hours, rates and what is paid alone. */
function offLines(head: Line | undefined, read: readonly Earning[]): Earning[] {
  const [, second, third, fourth, ...more] = head?.segments.map(({ text }) => foldCase(text)) ?? []
  if (second === undefined || third === undefined || fourth === undefined || OF_THE_YEAR.test(fourth)) return []
  const pair = (HOURS.test(second) && RATE.test(third)) || (RATE.test(second) && HOURS.test(third))
  if (!pair || !more.every((caption) => OF_THE_YEAR.test(caption))) return []
  return read
    .filter((each) => isUnder(head, each))
    .filter(({ hours, rate, product, paid, words }) => {
      const slack = ROUNDING + OF_RATE * Math.abs(hours) + OF_HOURS * Math.abs(rate)
      const amounts = words.length > 0 && product > 0 && paid > 0
      return amounts && TIMES.every((times) => Math.abs(paid - times * product) > times * slack)
    })
}

/** Each figure stands under its own caption: of a line without a rate the year's pay would be taken for the pay. */
function isUnder(head: Line | undefined, { columns }: Earning): boolean {
  const captions = head?.segments.slice(1).map(({ box }) => box) ?? []
  const off = (a: Box, b: Box) =>
    Math.min(Math.abs(a[0] - b[0]), Math.abs(a[2] - b[2]), Math.abs(a[0] + a[2] - b[0] - b[2]) / 2)
  return columns.every((box, at) => captions.every((other) => off(box, captions[at] ?? other) <= off(box, other)))
}

const lineOff = (facts: Facts, { product, paid, words }: Earning) =>
  claim(facts, {
    code: 'PAY_STUB_LINE',
    family: 'arithmetic',
    severity: 'medium',
    proof: true,
    message: `hours at their rate come to ${money(product)}, and ${money(paid)} is paid for them`,
    fields: ['gross_pay'],
    figures: [paid, product],
    gap: paid - product,
    rests: words,
  })

const isAt = ({ words }: Segment, word: Segment['words'][number] | undefined) =>
  word !== undefined && words.includes(word)

function amountsOf({ segments }: Line, style: AmountStyle): AmountAt[] {
  return segments.flatMap(({ words }) => findAmounts(words, { style })).filter(({ decimals }) => decimals >= 2)
}

/** Two figures, in either order, and what follows them. */
function earningOf([first, second, third]: readonly AmountAt[]): Earning | undefined {
  if (!first || !second || !third) return undefined
  const product = first.value * second.value
  const words = [first, second, third].flatMap((each) => each.words)
  const columns = [first, second, third].map((each) => around(each.words.map(({ box }) => box)))
  return { hours: first.value, rate: second.value, product, paid: third.value, words, columns }
}
