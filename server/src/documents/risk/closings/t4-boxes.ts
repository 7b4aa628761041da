import type { CanadianFigures } from '../yearly-figures.ts'
import type { Bound, Limit, LimitOf, Slip } from './bound.ts'

/** Contributions are rounded on each of up to 53 pay days, and so is the exemption. */
const ROUNDING = 1
export const EXEMPTION_ROUNDING = 2

export const CPP = { name: 'CPP', box: '16', field: 'cpp_contributions', second: 'second_cpp_contributions' } as const
export const QPP = { name: 'QPP', box: '17', field: 'qpp_contributions', second: 'second_qpp_contributions' } as const
export type Plan = typeof CPP | typeof QPP

export const PENSIONABLE = 'cpp_qpp_pensionable_earnings'
export const INSURABLE = 'ei_insurable_earnings'
export const INCOME = 'employment_income'
export const PROVINCE = 'province_of_employment'

/** A limit by the figures of the slip's year. */
export const yearly =
  (of: (year: CanadianFigures, slip: Slip) => Limit | number | undefined): LimitOf =>
  (slip) => {
    const limit = slip.canada && of(slip.canada, slip)
    return typeof limit === 'number' ? { amount: limit } : limit
  }

export const bound = (code: string, field: string, rest: Partial<Bound> & Pick<Bound, 'wording'>): Bound => ({
  code,
  type: 'T4_TAX_SLIP',
  stated: [field],
  tolerance: ROUNDING,
  severity: 'high',
  clear: true,
  beside: ['tax_year'],
  ...rest,
})

export const maximum = (code: string, field: string, box: string, most: LimitOf, more: Partial<Bound> = {}): Bound =>
  bound(code, field, { most, wording: `box ${box} says {stated}; the maximum of {year} is {limit}`, ...more })

export const inQuebec = ({ says }: Slip) => /^(qc|pq|qu[eé]bec)\b/i.test(says(PROVINCE) ?? '')

/** On the earnings of box 26, or where it is not printed of box 14, some of which may not be pensionable. */
export const on = (field: string, cap: string): Partial<Bound> =>
  field === cap ? { needs: [field] } : { needs: [field], without: [cap] }
