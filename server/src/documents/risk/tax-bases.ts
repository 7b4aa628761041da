import type { Line } from '../model/layout.ts'
import type { AmountAt } from '../values/amount-style.ts'
import { areAligned, type CaptionedRow, figureRows } from './captioned-rows.ts'
import { claim } from './claim.ts'
import { type Facts, money, percent, type Rule, rowsNamed } from './facts.ts'

const RATE = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,3})?)\s?%/g
/** Tax is rounded, and on some papers for each line of its rate. */
const CENT = 0.03
/** Right ends of figures of one column, in points. */
const ALIGNED = 4

/** A rate, what it is taken of, and the tax. */
interface Share {
  rate: number
  base: AmountAt
  tax: AmountAt
}

const rateOf = ({ text }: Line): number | undefined => {
  const [only, ...more] = [...text.matchAll(RATE)].map(([, rate = '']) => Number(rate.replace(',', '.')) / 100)
  return more.length === 0 && only !== undefined && only > 0 && only < 0.3 ? only : undefined
}

const isShare = ({ rate, base, tax }: Share) => Math.abs(base.value * rate - tax.value) <= CENT

/** Pairs of a row's amounts, either of which may come first. */
function sharesOf({ line, amounts }: CaptionedRow): Share[] {
  const rate = rateOf(line)
  if (rate === undefined || amounts.length < 2 || amounts.length > 3) return []
  return amounts.flatMap((base) => amounts.flatMap((tax) => (tax === base ? [] : [{ rate, base, tax }])))
}

/** Of the other rows with a rate, those that do not hold in the columns in which these do. */
function offIn(held: readonly Share[], rows: readonly (readonly Share[])[]): Share[] {
  return rows.flatMap((shares) => {
    if (shares.some(isShare)) return []
    const inColumns = shares.find(({ base, tax }) =>
      held.some((one) => areAligned(one.base, base, ALIGNED) && areAligned(one.tax, tax, ALIGNED)),
    )
    return inColumns ? [inColumns] : []
  })
}

const linesOfGoods = (facts: Facts) =>
  new Set(rowsNamed(facts, 'line_items').flatMap(({ words }) => Object.values(words).flat()))

/**
 * Taxes that are printed rate by rate, with what each is taken of. One that is not its rate's share, in columns in
 * which another is: a base or a tax was changed there.
 */
export const taxBases: Rule = (facts) => {
  if (!['INVOICE', 'RECEIPT'].includes(facts.part.type)) return []
  const goods = linesOfGoods(facts)
  const rows = figureRows(facts)
    .filter(({ amounts }) => !amounts.some(({ words }) => words.some((word) => goods.has(word))))
    .map(sharesOf)
  const held = rows.flatMap((shares) => shares.filter(isShare))
  const [off, ...more] = offIn(held, rows)
  if (!off || more.length > 0) return []
  const share = off.base.value * off.rate
  const flags = claim(facts, {
    code: 'TAX_OF_RATE',
    family: 'arithmetic',
    severity: 'medium',
    proof: true,
    message: `${percent(off.rate)} of ${money(off.base.value)} is ${money(share)}; ${money(off.tax.value)} is printed`,
    fields: [],
    figures: [off.tax.value, share],
    gap: off.tax.value - share,
    rests: [...off.base.words, ...off.tax.words],
  })
  const page = facts.reading.pages.find(({ page: { words } }) => off.tax.words.some((word) => words.includes(word)))
  const evidence = [...off.base.words, ...off.tax.words].map(({ box }) => ({ page: page?.page.number ?? 1, bbox: box }))
  return flags.map((flag) => ({ ...flag, evidence }))
}
