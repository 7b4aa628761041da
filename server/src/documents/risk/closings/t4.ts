import type { CanadianFigures } from '../yearly-figures.ts'
import type { Bound, Bounds } from './bound.ts'
import { bound, INCOME, INSURABLE, maximum, PENSIONABLE, yearly } from './t4-boxes.ts'
import { PENSION_BOUNDS } from './t4-pension.ts'
import { PREMIUM_BOUNDS } from './t4-premiums.ts'

/** Some payroll programs print the uncapped earnings. */
const cap = (box: string, field: string, most: (year: CanadianFigures) => number) =>
  maximum(`T4_BOX_${box}_ABOVE_MAXIMUM`, field, box, yearly(most), { severity: 'medium', clear: false })

/** Amounts of codes that are already in box 14 (CRA, T4 guide): they explain income that is not insurable. */
const WITHIN_INCOME = new Set('30 32 34 36 38 40 57 58 59 60 86'.split(' '))

/** Insurable and pensionable earnings that agree with each other, and not with the income: box 14 was raised alone. */
const OUT_OF_LINE = bound('T4_INCOME_OUT_OF_LINE', INCOME, {
  needs: [INSURABLE, PENSIONABLE],
  most: yearly(({ eiInsurable, ympe }, { box, others }) => {
    const insurable = box(INSURABLE) ?? 0
    if (insurable === 0 || insurable !== box(PENSIONABLE)) return undefined
    // Benefits in kind are income that is not insurable; capped earnings say nothing of the income above.
    const besides = others(WITHIN_INCOME)
    const capped = insurable >= 0.98 * Math.min((box(INCOME) ?? 0) - besides, eiInsurable, ympe)
    return capped ? undefined : insurable / 0.9 + besides
  }),
  tolerance: 0,
  severity: 'medium',
  wording: `box 14 says {stated}; boxes 24 and 26 both say {${INSURABLE}}, below it and below the year's maxima`,
})

const withinIncome = (field: string): Bound =>
  bound('T4_EARNINGS_ABOVE_INCOME', field, {
    needs: [INCOME],
    most: yearly((_, { box }) => box(INCOME) || undefined),
    severity: 'medium',
    clear: false,
    wording: `box 14 says {${INCOME}}; {stated} of it would be insurable or pensionable`,
  })

const TAX = bound('T4_TAX_NOT_WITHIN_INCOME', 'income_tax_deducted', {
  needs: [INCOME],
  least: () => ({ amount: 0 }),
  most: ({ box }) => ({ amount: Math.max(box(INCOME) ?? 0, 0.01) }),
  below: true,
  tolerance: 0,
  wording: `box 22 says {stated} of tax on {${INCOME}} in box 14`,
})

/**
 * What the lowest federal rate takes of an income, half of it: less wants a letter of authority, beyond the highest
 * claim code of the payroll deductions tables. Who is exempt pays nothing at all.
 */
const [LOWEST_RATE, HIGHEST_CLAIM, SHARE] = [0.14, 38_000, 0.5]

const TAX_OF_TABLES = bound('T4_TAX_BELOW_TABLES', 'income_tax_deducted', {
  needs: [INCOME],
  unless: ({ box }) => box('income_tax_deducted') === 0,
  least: ({ box }) => {
    const deducted = ['rpp_contributions', 'union_dues'].reduce((sum, name) => sum + (box(name) ?? 0), 0)
    const given = 2 * (box('charitable_donations') ?? 0)
    const taxed = (box(INCOME) ?? 0) - HIGHEST_CLAIM - deducted - given
    return taxed > 0 ? { amount: SHARE * LOWEST_RATE * taxed } : undefined
  },
  severity: 'medium',
  clear: false,
  wording: `box 22 says {stated}; the tables take more than twice {limit} of {${INCOME}} at the highest claim`,
  source: 'Payroll Deductions Tables, T4032, claim code 10',
})

/** T4 slips: contributions and premiums by the figures of their year. */
export const T4_BOUNDS: readonly Bounds[] = [
  ...PENSION_BOUNDS,
  ...PREMIUM_BOUNDS,
  [cap('24', INSURABLE, ({ eiInsurable }) => eiInsurable)],
  [cap('26', PENSIONABLE, ({ ympe, yampe }) => yampe ?? ympe)],
  [OUT_OF_LINE],
  [withinIncome(INSURABLE), withinIncome(PENSIONABLE)],
  [TAX, TAX_OF_TABLES],
]
