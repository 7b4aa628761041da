import type { CanadianFigures } from '../yearly-figures.ts'
import type { Bound, Bounds, Slip } from './bound.ts'
import { bound, EXEMPTION_ROUNDING, INCOME, INSURABLE, inQuebec, maximum, on, QPP, yearly } from './t4-boxes.ts'

const eiOf = (year: CanadianFigures, slip: Slip) =>
  inQuebec(slip) || (slip.box(QPP.field) ?? 0) > 0
    ? { rate: year.eiRateQuebec, maximum: year.eiMaximumQuebec }
    : { rate: year.eiRate, maximum: year.eiMaximum }

const premium = (earned: string) =>
  yearly((year, slip) => {
    const [{ rate }, of] = [eiOf(year, slip), Math.min(slip.box(earned) ?? 0, year.eiInsurable)]
    return { amount: rate * of, rate, of }
  })

/** Premiums are the rate of all insurable earnings: there is no exemption. */
const eiPremium = (earned: string, rest: Partial<Bound>): Bound =>
  bound('T4_EI_PREMIUM', 'ei_premiums', {
    ...on(earned, INSURABLE),
    wording: 'box 18 says {stated}; {rate} of {of} is {limit}',
    source: 'Employment Insurance Act, sections 66 and 67',
    ...rest,
  })

const isExempt = ({ box }: Slip) => box('ei_premiums') === 0

const EI: Bounds = [
  maximum(
    'T4_EI_ABOVE_MAXIMUM',
    'ei_premiums',
    '18',
    yearly((year, slip) => eiOf(year, slip).maximum),
  ),
  eiPremium(INSURABLE, { least: premium(INSURABLE), most: premium(INSURABLE) }),
  // Employers' kin and owners are not insured: without insurable earnings, a printed nought says that it was exempt.
  eiPremium(INCOME, { least: premium(INCOME), unless: isExempt, severity: 'medium', clear: false }),
  eiPremium(INCOME, { most: premium(INCOME) }),
]

const PPIP_EARNINGS = 'ppip_insurable_earnings'
const ppipDue = yearly((year, { box }) => {
  const [rate, of] = [year.ppipRate, Math.min(box(PPIP_EARNINGS) ?? 0, year.ppipInsurable)]
  return { amount: rate * of, rate, of }
})

/** Its figures have one source only, so that it warns. */
const PPIP: Bounds = [
  bound('T4_PPIP_PREMIUM', 'ppip_premiums', {
    needs: [PPIP_EARNINGS],
    least: ppipDue,
    most: ppipDue,
    tolerance: EXEMPTION_ROUNDING,
    severity: 'low',
    clear: false,
    wording: 'box 55 says {stated}; {rate} of {of} is {limit}',
  }),
  maximum(
    'T4_PPIP_PREMIUM',
    PPIP_EARNINGS,
    '56',
    yearly(({ ppipInsurable }) => ppipInsurable),
    { needs: ['ppip_premiums'], severity: 'low', clear: false },
  ),
]

/** Boxes 18 and 55. */
export const PREMIUM_BOUNDS: readonly Bounds[] = [EI, PPIP]
