import { socialSecurityRate, wageBase } from '../yearly-figures.ts'
import type { Bound, Bounds, Limit, LimitOf } from './bound.ts'

/** IRC 3101: the employee's shares; the additional tax is withheld above 200,000 whatever the filing status. */
const MEDICARE = 0.0145
const ADDITIONAL_MEDICARE = 0.009
const ADDITIONAL_FROM = 200_000
/** Tax is rounded on each of up to 53 pay days. */
const ROUNDING = 1

const WAGES = 'wages_tips_other_compensation'
const SOCIAL = ['social_security_wages', 'social_security_tips'] as const
const MEDICARE_WAGES = 'medicare_wages_and_tips'
const STATE_WAGES = 'state_wages'

const bound = (code: string, stated: readonly string[], rest: Partial<Bound> & Pick<Bound, 'wording'>): Bound => ({
  code,
  type: 'W2_TAX_SLIP',
  stated,
  tolerance: ROUNDING,
  severity: 'high',
  clear: true,
  ...rest,
})

const amountOf = (amount: number | undefined): Limit | undefined =>
  amount !== undefined && amount > 0 ? { amount } : undefined

const socialTax: LimitOf = ({ box, year }) => {
  const [rate, of] = [socialSecurityRate(year), SOCIAL.reduce((sum, name) => sum + (box(name) ?? 0), 0)]
  return rate === undefined ? undefined : { amount: rate * of, rate, of }
}

const SOCIAL_TAX = bound('W2_SOCIAL_SECURITY_TAX', ['social_security_tax_withheld'], {
  needs: ['social_security_wages'],
  beside: ['social_security_tips', 'tax_year'],
  least: socialTax,
  most: socialTax,
  wording: 'box 4 says {stated}; {rate} of {of} is {limit}',
  source: 'IRC 3101(a)',
})

const WAGE_BASE = bound('W2_ABOVE_WAGE_BASE', SOCIAL, {
  most: ({ year }) => amountOf(wageBase(year)),
  beside: ['tax_year'],
  wording: 'boxes 3 and 7 say {stated}; the wage base of {year} is {limit}',
  source: 'Social Security Act, section 230',
})

const medicare = (rest: Partial<Bound> & Pick<Bound, 'wording'>): Bound =>
  bound('W2_MEDICARE_TAX', ['medicare_tax_withheld'], { needs: [MEDICARE_WAGES], source: 'IRC 3101(b)', ...rest })

const MEDICARE_TAX: Bounds = [
  medicare({
    least: ({ box }) => ({ amount: MEDICARE * (box(MEDICARE_WAGES) ?? 0), rate: MEDICARE }),
    wording: `box 6 says {stated}; {rate} of {${MEDICARE_WAGES}} is {limit}`,
  }),
  medicare({
    most: ({ box }) => {
      const wages = box(MEDICARE_WAGES) ?? 0
      const amount = MEDICARE * wages + ADDITIONAL_MEDICARE * Math.max(0, wages - ADDITIONAL_FROM)
      return { amount, rate: MEDICARE }
    },
    wording: `box 6 says {stated}; {rate} of {${MEDICARE_WAGES}}, and 0.9 % of what exceeds 200,000.00, is {limit}`,
  }),
]

/** Tax takes less than what it is taken of. */
const taxOf = (code: string, tax: string, base: string, wording: string, more: Partial<Bound>): Bound =>
  bound(code, [tax], {
    needs: [base],
    most: ({ box }) => ({ amount: Math.max(box(base) ?? 0, 0.01) }),
    below: true,
    tolerance: 0,
    wording: wording.replace('{base}', `{${base}}`),
    ...more,
  })

/**
 * Medicare wages hold all that box 1 holds but for rare cases (an owner's insurance, a visa that exempts for part of
 * a year); state wages then follow box 1. Where neither follows it, box 1 was raised alone.
 */
const OUT_OF_LINE: Bounds = [
  bound('W2_WAGES_OUT_OF_LINE', [WAGES], {
    needs: [MEDICARE_WAGES, STATE_WAGES],
    most: ({ box }) => {
      const [social, state] = [box(MEDICARE_WAGES) ?? 0, box(STATE_WAGES) ?? 0]
      return social > 0 && state > 0 ? { amount: 1.1 * Math.max(social, state) } : undefined
    },
    tolerance: 0,
    severity: 'medium',
    wording: `box 1 says {stated}; box 5 says {${MEDICARE_WAGES}} and box 16 {${STATE_WAGES}}`,
  }),
  bound('W2_WAGES_OUT_OF_LINE', [WAGES], {
    needs: [MEDICARE_WAGES],
    most: ({ box }) => amountOf(1.1 * (box(MEDICARE_WAGES) ?? 0)),
    tolerance: 0,
    severity: 'medium',
    clear: false,
    beside: [STATE_WAGES],
    wording: `box 1 says {stated}; box 5 says {${MEDICARE_WAGES}}`,
  }),
]

const SOCIAL_WITHIN_MEDICARE = bound('W2_SOCIAL_SECURITY_ABOVE_MEDICARE', SOCIAL, {
  needs: [MEDICARE_WAGES],
  most: ({ box }) => amountOf(box(MEDICARE_WAGES)),
  severity: 'medium',
  clear: false,
  wording: `boxes 3 and 7 say {stated}; box 5, which has no limit, says {${MEDICARE_WAGES}}`,
})

const UNSURE = { severity: 'medium', clear: false } as const

/** Forms W-2: the employee's taxes by the figures of their year. */
export const W2_BOUNDS: readonly Bounds[] = [
  [SOCIAL_TAX],
  [WAGE_BASE],
  MEDICARE_TAX,
  [
    taxOf(
      'W2_TAX_NOT_WITHIN_WAGES',
      'federal_income_tax_withheld',
      WAGES,
      'box 2 says {stated} of tax on {base} in box 1',
      {},
    ),
  ],
  OUT_OF_LINE,
  [SOCIAL_WITHIN_MEDICARE],
  [taxOf('W2_STATE_TAX', 'state_income_tax', STATE_WAGES, 'box 17 says {stated} of tax on {base}', UNSURE)],
  [taxOf('W2_LOCAL_TAX', 'local_income_tax', 'local_wages', 'box 19 says {stated} of tax on {base}', UNSURE)],
]
