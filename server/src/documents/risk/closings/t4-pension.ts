import { BASIC_EXEMPTION, type CanadianFigures, SECOND_RATE } from '../yearly-figures.ts'
import type { Bound, Bounds, Slip } from './bound.ts'
import {
  bound,
  CPP,
  EXEMPTION_ROUNDING,
  INCOME,
  inQuebec,
  maximum,
  on,
  PENSIONABLE,
  type Plan,
  PROVINCE,
  QPP,
  yearly,
} from './t4-boxes.ts'

const rateOf = (plan: Plan, year: CanadianFigures) => (plan === CPP ? year.cppRate : year.qppRate)
const maximumOf = (plan: Plan, year: CanadianFigures) => (plan === CPP ? year.cppMaximum : year.qppMaximum)

/** A printed 0.00 is in order where the other plan takes its share, or none does. */
const isElsewhere = (plan: Plan) => (slip: Slip) => {
  if (slip.box(plan.field) !== 0) return false
  const other = plan === CPP ? QPP : CPP
  if ((slip.box(other.field) ?? 0) > 0 || slip.says('exempt_cpp_qpp') === 'true') return true
  return slip.says(PROVINCE) !== undefined && inQuebec(slip) !== (plan === QPP)
}

/**
 * The exemption is granted by pay day worked, so that part of a year has part of it: a contribution between the rate
 * with all of the exemption and with none of it is in order.
 */
const contribution = (plan: Plan, earned: string): Bounds => {
  const base = (year: CanadianFigures, { box }: Slip) => Math.min(box(earned) ?? 0, year.ympe)
  return [
    bound(`T4_${plan.name}_CONTRIBUTION`, plan.field, {
      ...on(earned, PENSIONABLE),
      unless: isElsewhere(plan),
      least: yearly((year, slip) => {
        const [rate, of] = [rateOf(plan, year), base(year, slip)]
        return { amount: Math.max(0, rate * (of - BASIC_EXEMPTION)), rate, of }
      }),
      tolerance: EXEMPTION_ROUNDING,
      // Income that is not pensionable explains too little, and never too much.
      ...(earned === INCOME ? ({ severity: 'medium', clear: false } as const) : {}),
      wording: `box ${plan.box} says {stated}; {rate} of ({of} - 3,500.00) is {limit}`,
      source: 'Canada Pension Plan, sections 11.1, 17 and 19',
    }),
    bound(`T4_${plan.name}_CONTRIBUTION`, plan.field, {
      ...on(earned, PENSIONABLE),
      most: yearly((year, slip) => {
        const [rate, of] = [rateOf(plan, year), base(year, slip)]
        return { amount: rate * of, rate, of }
      }),
      wording: `box ${plan.box} says {stated}; {rate} of {of} is only {limit}`,
    }),
  ]
}

const second = (plan: Plan): Bounds => [
  bound(`T4_${plan.name}2_BEFORE_2024`, plan.second, {
    most: yearly(({ secondMaximum }) => (secondMaximum === undefined ? 0 : undefined)),
    tolerance: 0,
    wording: `box ${plan.box}A says {stated} for {year}; second contributions began in 2024`,
  }),
  maximum(
    `T4_${plan.name}2_ABOVE_MAXIMUM`,
    plan.second,
    `${plan.box}A`,
    yearly(({ secondMaximum }) => secondMaximum),
  ),
  bound(`T4_${plan.name}2_CONTRIBUTION`, plan.second, {
    most: yearly(({ ympe, yampe }, { box }) => {
      const of = Math.max(box(PENSIONABLE) ?? 0, box(INCOME) ?? 0)
      return yampe && of > 0 ? { amount: SECOND_RATE * Math.max(0, Math.min(of, yampe) - ympe), of } : undefined
    }),
    severity: 'medium',
    // A year in which contributions began or ended has a smaller YMPE, and so a second contribution on less income.
    clear: false,
    beside: [PENSIONABLE, INCOME, 'tax_year'],
    wording: `box ${plan.box}A says {stated}; 4 % of what {of} exceeds the year's first ceiling by is {limit}`,
  }),
]

const pension = (plan: Plan): readonly Bounds[] => [
  [
    maximum(
      `T4_${plan.name}_ABOVE_MAXIMUM`,
      plan.field,
      plan.box,
      yearly((year) => maximumOf(plan, year)),
    ),
    ...contribution(plan, PENSIONABLE),
    ...contribution(plan, INCOME),
  ],
  second(plan),
]

/** Nobody contributes to both plans on one slip, and Quebec has its own. */
const onePlan = (plan: Plan, isOther: (slip: Slip) => boolean): Bound =>
  bound('T4_PENSION_PLAN', plan.field, {
    most: yearly((_, slip) => (isOther(slip) ? 0 : undefined)),
    tolerance: 0,
    severity: 'medium',
    clear: false,
    beside: [plan === CPP ? QPP.field : CPP.field, PROVINCE, 'tax_year'],
    wording: `boxes 16 and 17 say {${CPP.field}} and {${QPP.field}}: one plan, that of the province`,
  })

const PLANS: Bounds = [
  onePlan(QPP, (slip) => (slip.box(CPP.field) ?? 0) > 0 || (slip.says(PROVINCE) !== undefined && !inQuebec(slip))),
  onePlan(CPP, (slip) => inQuebec(slip) && !slip.box(QPP.field)),
]

/** Boxes 16, 17, 16A and 17A. */
export const PENSION_BOUNDS: readonly Bounds[] = [...pension(CPP), ...pension(QPP), PLANS]
