import type { AmountAt } from '../../values/amount-style.ts'
import { areAligned, type CaptionedRow, captionedRows } from '../captioned-rows.ts'
import { claim } from '../claim.ts'
import { amount, type Facts, money, type Rule } from '../facts.ts'

const ROUNDING = 0.05
const TELLING_GAP = 1
/** Right ends of figures of one column, in points. */
const ALIGNED = 4
/** Rows of both columns that are in order, so that the columns are what they are taken for. */
const FEWEST_IN_ORDER = 2

/** An item of a stub: what of this pay, and what of the year so far. */
export interface Item {
  caption: string
  pay: AmountAt
  year: AmountAt
}

/** The row that prints the gross pay beside that of the year so far, whose places tell the columns. */
export function headOf(facts: Facts, rows: readonly CaptionedRow[]): (Item & { page: number }) | undefined {
  const [gross, ofYear] = [amount(facts, 'gross_pay'), amount(facts, 'ytd_gross_pay')]
  if (gross === undefined || ofYear === undefined || gross >= ofYear) return undefined
  return rows.flatMap(({ caption, page, amounts }) => {
    const [pay, year] = [amounts.find(({ value }) => value === gross), amounts.find(({ value }) => value === ofYear)]
    return pay && year && amounts.length === 2 ? [{ caption, page, pay, year }] : []
  })[0]
}

/** Rows with a figure in each of the two columns and no other. */
function itemsUnder(rows: readonly CaptionedRow[], head: Item & { page: number }): Item[] {
  const under = (one: AmountAt, other: AmountAt) => areAligned(one, other, ALIGNED)
  return rows.flatMap(({ caption, page, amounts: [one, other, ...more] }) => {
    if (!one || !other || more.length > 0 || page !== head.page) return []
    const pair = [one, other]
    const [pay, year] = [pair.find((each) => under(each, head.pay)), pair.find((each) => under(each, head.year))]
    return pay && year && pay.value > 0 && year.value > 0 ? [{ caption, pay, year }] : []
  })
}

const isOver = ({ pay, year }: Item) => pay.value - year.value > ROUNDING

/** An item of this pay that is more than the same of the year so far, which holds it. */
export const yearOfItems: Rule = (facts) => {
  if (facts.part.type !== 'PAY_STUB') return []
  const rows = captionedRows(facts)
  const head = headOf(facts, rows)
  const items = head ? itemsUnder(rows, head) : []
  const [over, ...more] = items.filter(isOver)
  // Two of them are columns of something else, or corrections of earlier pays.
  if (!over || more.length > 0 || items.length - 1 < FEWEST_IN_ORDER) return []
  const { caption, pay, year } = over
  if (pay.value - year.value < TELLING_GAP) return []
  return claim(facts, {
    code: 'PAY_STUB_ITEM_ABOVE_YEAR',
    family: 'arithmetic',
    severity: 'medium',
    proof: true,
    message: `"${caption}" is ${money(pay.value)} of this pay, and ${money(year.value)} of the year so far`,
    fields: ['gross_pay', 'ytd_gross_pay'],
    figures: [pay.value, year.value],
    gap: pay.value - year.value,
    rests: [...pay.words, ...year.words],
  })
}
