import { claim } from './claim.ts'
import { amount, type Facts, money, type Rule, taxYear } from './facts.ts'
import { type CanadianFigures, canadianFigures } from './yearly-figures.ts'

// These slips are often filled by hand and corrected by hand: what does not fit wants a second sign.

/** Per-pay rounding, as on a T4. */
const ROUNDING = 1

/** Eligible dividends are grossed up by 38 % since 2012 (Income Tax Act, section 82). */
const GROSS_UP = 1.38

const dividendGrossUp: Rule = (facts) => {
  const [actual, taxable] = [amount(facts, 'actual_eligible_dividends'), amount(facts, 'taxable_eligible_dividends')]
  if (facts.part.type !== 'T5_TAX_SLIP' || !actual || !taxable || taxYear(facts) < 2012) return []
  if (Math.abs(taxable - GROSS_UP * actual) <= ROUNDING) return []
  return claim(facts, {
    code: 'T5_DIVIDEND_GROSS_UP',
    family: 'arithmetic',
    severity: 'medium',
    message: `box 25 says ${money(taxable)}; 138 % of ${money(actual)} in box 24 is ${money(GROSS_UP * actual)}`,
    fields: ['taxable_eligible_dividends', 'actual_eligible_dividends'],
    figures: [taxable, GROSS_UP * actual],
  })
}

/** A RL-1's premiums against the year's maxima; box B holds both contributions on slips of before 2024 only. */
const RL1_MAXIMA: readonly [box: string, field: string, maximum: (year: CanadianFigures) => number][] = [
  ['B', 'qpp_contributions', ({ qppMaximum, secondMaximum = 0 }) => qppMaximum + secondMaximum],
  ['C', 'ei_premiums', ({ eiMaximumQuebec }) => eiMaximumQuebec],
]

const rl1Maximum =
  ([box, field, maximum]: (typeof RL1_MAXIMA)[number]): Rule =>
  (facts: Facts) => {
    const year = facts.part.type === 'RL1_TAX_SLIP' ? canadianFigures(taxYear(facts)) : undefined
    const stated = amount(facts, field)
    if (!year || stated === undefined || stated <= maximum(year) + ROUNDING) return []
    return claim(facts, {
      code: 'RL1_ABOVE_MAXIMUM',
      family: 'arithmetic',
      severity: 'medium',
      message: `box ${box} says ${money(stated)}; the maximum of ${taxYear(facts)} is ${money(maximum(year))}`,
      fields: [field, 'tax_year'],
      figures: [stated, maximum(year)],
    })
  }

const studyMonths: Rule = (facts) => {
  const months = ['part_time_months', 'full_time_months'].map((name) => amount(facts, name) ?? 0)
  const sum = months.reduce((left, value) => left + value, 0)
  if (facts.part.type !== 'T2202_TAX_SLIP' || sum <= 12) return []
  return claim(facts, {
    code: 'T2202_MONTHS',
    family: 'arithmetic',
    severity: 'medium',
    message: `${sum} months of study in one year`,
    fields: ['part_time_months', 'full_time_months'],
  })
}

export const SLIP_ARITHMETIC: readonly Rule[] = [dividendGrossUp, ...RL1_MAXIMA.map(rl1Maximum), studyMonths]
