import type { DocumentType } from '@mkt/schemas'
import type { CanadianFigures } from '../yearly-figures.ts'
import type { Bound, Bounds, LimitOf } from './bound.ts'
import type { Closing } from './closing.ts'

const said = (name: string) => name.replaceAll('_', ' ')

/** An amount that is part of another one, or taken out of it, and so cannot be above it; `below` not even equal. */
const part = (type: DocumentType, less: string, more: string, below?: 'below'): Closing => ({
  code: 'PART_ABOVE_WHOLE',
  types: [type],
  must: below ? 'stay below' : 'not exceed',
  ways: [{ stated: less, terms: [[1, more]] }],
  tolerance: below ? 0 : 1,
  explained: false,
  severity: 'medium',
  clear: true,
  wording: `${said(less)} says {stated}, ${said(more)} only {sum}`,
})

/** Slips: boxes of which one holds the other. */
export const SLIP_CLOSINGS: readonly Closing[] = [
  part('1099_NEC_TAX_SLIP', 'federal_income_tax_withheld', 'nonemployee_compensation', 'below'),
  part('1099_DIV_TAX_SLIP', 'qualified_dividends', 'total_ordinary_dividends'),
  part('1099_R_TAX_SLIP', 'taxable_amount', 'gross_distribution'),
  part('1099_R_TAX_SLIP', 'federal_income_tax_withheld', 'gross_distribution', 'below'),
  part('1099_INT_TAX_SLIP', 'federal_income_tax_withheld', 'interest_income', 'below'),
  part('NR4_TAX_SLIP', 'non_resident_tax_withheld', 'gross_income', 'below'),
  part('RL1_TAX_SLIP', 'income_tax_deducted', 'employment_income', 'below'),
]

/** These slips are often filled by hand and corrected by hand: what does not fit wants a second sign. */
const UNSURE = { severity: 'medium', clear: false } as const

/** Eligible dividends are grossed up by 38 % since 2012. */
const grossUp: LimitOf = ({ box, year }) => {
  const actual = year >= 2012 ? box('actual_eligible_dividends') : undefined
  return actual ? { amount: 1.38 * actual } : undefined
}

/** A RL-1's premiums against the year's maxima; box B holds both contributions on slips of before 2024 only. */
const rl1 = (box: string, field: string, maximum: (year: CanadianFigures) => number): Bound => ({
  code: 'RL1_ABOVE_MAXIMUM',
  type: 'RL1_TAX_SLIP',
  stated: [field],
  beside: ['tax_year'],
  most: ({ canada }) => canada && { amount: maximum(canada) },
  // Rounded on each pay day, as on a T4.
  tolerance: 1,
  ...UNSURE,
  wording: `box ${box} says {stated}; the maximum of {year} is {limit}`,
})

/** Slips: boxes that a rate or a year bounds. */
export const SLIP_BOUNDS: readonly Bounds[] = [
  [
    {
      code: 'T5_DIVIDEND_GROSS_UP',
      type: 'T5_TAX_SLIP',
      stated: ['taxable_eligible_dividends'],
      needs: ['actual_eligible_dividends'],
      unless: ({ box }) => box('taxable_eligible_dividends') === 0,
      least: grossUp,
      most: grossUp,
      tolerance: 1,
      ...UNSURE,
      wording: 'box 25 says {stated}; 138 % of {actual_eligible_dividends} in box 24 is {limit}',
      source: 'Income Tax Act, section 82',
    },
  ],
  [rl1('B', 'qpp_contributions', ({ qppMaximum, secondMaximum = 0 }) => qppMaximum + secondMaximum)],
  [rl1('C', 'ei_premiums', ({ eiMaximumQuebec }) => eiMaximumQuebec)],
  [
    {
      code: 'T2202_MONTHS',
      type: 'T2202_TAX_SLIP',
      stated: ['part_time_months', 'full_time_months'],
      most: () => ({ amount: 12 }),
      tolerance: 0,
      ...UNSURE,
      wording: '{stated} months of study in one year of twelve',
    },
  ],
]
