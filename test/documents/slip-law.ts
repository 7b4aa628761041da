import { canadianFigures } from '../../server/src/documents/risk/yearly-figures.ts'

type Amounts = Record<string, string | number>

/** Boxes of which one holds the other: the part, the whole, and the most that the part may be of it. */
const PARTS = [
  ['taxable_amount', 'gross_distribution', 1],
  ['qualified_dividends', 'total_ordinary_dividends', 1],
  ['federal_income_tax_withheld', 'gross_distribution', 0.3],
  ['federal_income_tax_withheld', 'nonemployee_compensation', 0.24],
  ['federal_income_tax_withheld', 'interest_income', 0.24],
  ['non_resident_tax_withheld', 'gross_income', 0.25],
  ['income_tax_deducted', 'employment_income', 0.4],
] as const

const cents = (value: number) => Math.round(value * 100) / 100

/** Amounts drawn by chance, brought to what the law allows of each other: no payer prints anything else. */
export function lawful<T extends Amounts>(drawn: T, year: number): T {
  const amounts: Amounts = { ...drawn }
  const at = (name: string) => (typeof amounts[name] === 'number' ? amounts[name] : undefined)
  for (const [part, whole, share] of PARTS) {
    const [less, more] = [at(part), at(whole)]
    if (less !== undefined && more !== undefined) amounts[part] = cents(Math.min(less, share * more))
  }
  const [actual, figures] = [at('actual_eligible_dividends'), canadianFigures(year)]
  if (actual !== undefined && at('taxable_eligible_dividends') !== undefined)
    amounts.taxable_eligible_dividends = cents(1.38 * actual)
  const maxima = [
    ['qpp_contributions', figures?.qppMaximum],
    ['ei_premiums', figures?.eiMaximumQuebec],
  ] as const
  for (const [name, most] of maxima) {
    const drawnAmount = at(name)
    if (drawnAmount !== undefined && most !== undefined) amounts[name] = cents(Math.min(drawnAmount, most))
  }
  return amounts as T
}
