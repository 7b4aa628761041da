import { foldCase } from '../../values/fold.ts'
import { within } from '../../vocabulary/compile.ts'
import { type CaptionedRow, captionedRows } from '../captioned-rows.ts'
import { claim } from '../claim.ts'
import { HOURS, RATE } from '../earnings.ts'
import { type Facts, money, type Rule } from '../facts.ts'

const OVERTIME = within('pay.overtime')
/** Laws and agreements pay extra hours so many times the usual rate; above time and a half premiums are in it, too. */
const FACTORS = [1, 1.1, 1.15, 1.2, 1.25, 1.3, 1.33, 1.35, 1.4, 1.45]
const MOST = 1.48
/** Rates are rounded to the cent. */
const [PRODUCT, FACTOR] = [0.06, 0.004]

/** Whether the stub heads a column of rates before one of hours; undefined where it does not head both. */
function ratesFirst({ reading }: Facts): boolean | undefined {
  const heads = reading.pages.flatMap(({ lines }) => lines.map(({ text }) => foldCase(text)))
  const head = heads.find((text) => HOURS.test(text) && RATE.test(text))
  return head === undefined ? undefined : head.search(RATE) < head.search(HOURS)
}

/** What a row pays an hour, where its hours at their rate come to its amount. */
function rateOf({ amounts: [one, other, paid] }: CaptionedRow, first: boolean): number | undefined {
  if (!one || !other || !paid || Math.abs(one.value * other.value - paid.value) > PRODUCT) return undefined
  return first ? one.value : other.value
}

/** Extra hours are paid more by a usual factor: who raises the usual rate forgets theirs. */
export const overtime: Rule = (facts) => {
  const first = facts.part.type === 'PAY_STUB' ? ratesFirst(facts) : undefined
  if (first === undefined) return []
  const rows = captionedRows(facts).filter((row) => rateOf(row, first) !== undefined)
  const [extra, usual, ...more] = rows.toSorted((row) => (OVERTIME.test(row.caption) ? -1 : 1))
  // Of several rates nothing tells which is the usual one.
  if (!extra || !usual || more.length > 0 || !OVERTIME.test(extra.caption) || OVERTIME.test(usual.caption)) return []
  const [paid, base] = [rateOf(extra, first) ?? 0, rateOf(usual, first) ?? 0]
  const factor = paid / base
  // A month's pay that is printed as one unit at its rate is more than any hour's.
  if (!(factor > 1 && factor < MOST) || FACTORS.some((each) => Math.abs(factor - each) <= FACTOR)) return []
  return claim(facts, {
    code: 'PAY_STUB_OVERTIME',
    family: 'arithmetic',
    severity: 'medium',
    message: `extra hours are paid ${money(paid)}, ${factor.toFixed(2)} times the usual ${money(base)}`,
    fields: ['gross_pay'],
    rests: [extra, usual].flatMap(({ amounts }) => amounts.flatMap(({ words }) => words)),
  })
}
