import type { Flag } from '../model/findings.ts'
import { type Claim, claim } from './claim.ts'
import { amount, type Facts, money, percent, type Rule, taxYear, text } from './facts.ts'
import { BASIC_EXEMPTION, type CanadianFigures, canadianFigures, SECOND_RATE } from './yearly-figures.ts'

/** Contributions are rounded on each of up to 53 pay days, and so is the exemption. */
const ROUNDING = 1
const EXEMPTION_ROUNDING = 2

interface Plan {
  name: 'CPP' | 'QPP'
  box: string
  field: string
  secondBox: string
  secondField: string
  rate: (year: CanadianFigures) => number
  maximum: (year: CanadianFigures) => number
}

const CPP: Plan = {
  name: 'CPP',
  box: '16',
  field: 'cpp_contributions',
  secondBox: '16A',
  secondField: 'second_cpp_contributions',
  rate: ({ cppRate }) => cppRate,
  maximum: ({ cppMaximum }) => cppMaximum,
}
const QPP: Plan = {
  name: 'QPP',
  box: '17',
  field: 'qpp_contributions',
  secondBox: '17A',
  secondField: 'second_qpp_contributions',
  rate: ({ qppRate }) => qppRate,
  maximum: ({ qppMaximum }) => qppMaximum,
}

const PENSIONABLE = 'cpp_qpp_pensionable_earnings'
const INSURABLE = 'ei_insurable_earnings'
const INCOME = 'employment_income'

function t4(rule: (facts: Facts, figures: CanadianFigures) => Flag[]): Rule {
  return (facts) => {
    const figures = facts.part.type === 'T4_TAX_SLIP' ? canadianFigures(taxYear(facts)) : undefined
    return figures ? rule(facts, figures) : []
  }
}

function arithmetic(facts: Facts, made: Omit<Claim, 'family'>): Flag[] {
  return claim(facts, { ...made, family: 'arithmetic', fields: [...made.fields, 'tax_year'] })
}

/** A pension plan's boxes: never above the year's maximum, and what its rate takes of the pensionable earnings. */
function pension(plan: Plan): Rule[] {
  return [
    t4((facts, year) => aboveMaximum(facts, plan.field, plan.box, `T4_${plan.name}`, plan.maximum(year))),
    t4((facts, year) => contribution(facts, year, plan)),
    t4((facts, year) => secondContribution(facts, year, plan)),
  ]
}

function aboveMaximum(facts: Facts, field: string, box: string, code: string, maximum: number): Flag[] {
  const stated = amount(facts, field)
  if (stated === undefined || stated <= maximum + ROUNDING) return []
  return arithmetic(facts, {
    code: `${code}_ABOVE_MAXIMUM`,
    severity: 'high',
    proof: true,
    message: `box ${box} says ${money(stated)}; the maximum of ${taxYear(facts)} is ${money(maximum)}`,
    fields: [field],
    figures: [stated, maximum],
  })
}

// The exemption is granted by pay day worked, so that part of a year has part of it: a contribution between the rate
// with all of the exemption and with none of it is in order.
function contribution(facts: Facts, year: CanadianFigures, plan: Plan): Flag[] {
  const stated = amount(facts, plan.field)
  const box26 = amount(facts, PENSIONABLE)
  const earned = box26 ?? amount(facts, INCOME)
  if (stated === undefined || earned === undefined || stated > plan.maximum(year) + ROUNDING) return []
  if (stated === 0 && isElsewhere(facts, plan)) return []
  const [rate, base] = [plan.rate(year), Math.min(earned, year.ympe)]
  const most = rate * base
  const due = Math.max(0, rate * (base - BASIC_EXEMPTION))
  if (stated <= most + ROUNDING && stated >= due - EXEMPTION_ROUNDING) return []
  const [low, source] = [stated < due, box26 === undefined ? INCOME : PENSIONABLE]
  return arithmetic(facts, {
    code: `T4_${plan.name}_CONTRIBUTION`,
    severity: low && box26 === undefined ? 'medium' : 'high',
    // Without box 26 some of the income may not be pensionable, which explains too little but never too much.
    proof: !low || box26 !== undefined,
    message: low
      ? `box ${plan.box} says ${money(stated)}; ${percent(rate)} of (${money(base)} - ${money(BASIC_EXEMPTION)}) is ${money(due)}`
      : `box ${plan.box} says ${money(stated)}; ${percent(rate)} of ${money(base)} is only ${money(most)}`,
    fields: [plan.field, source],
    figures: [stated, low ? due : most],
  })
}

/** A printed 0.00 is in order where the other plan takes its share, or none does. */
function isElsewhere(facts: Facts, plan: Plan): boolean {
  const other = plan === CPP ? QPP : CPP
  if ((amount(facts, other.field) ?? 0) > 0 || text(facts, 'exempt_cpp_qpp') === 'true') return true
  return text(facts, 'province_of_employment') !== undefined && inQuebec(facts) !== (plan === QPP)
}

function secondContribution(facts: Facts, year: CanadianFigures, plan: Plan): Flag[] {
  const stated = amount(facts, plan.secondField)
  const earned = Math.max(amount(facts, PENSIONABLE) ?? 0, amount(facts, INCOME) ?? 0)
  if (stated === undefined || stated === 0) return []
  const { yampe, secondMaximum } = year
  if (yampe === undefined || secondMaximum === undefined)
    return arithmetic(facts, {
      code: `T4_${plan.name}2_BEFORE_2024`,
      severity: 'high',
      proof: true,
      message: `box ${plan.secondBox} says ${money(stated)} for ${taxYear(facts)}; second contributions began in 2024`,
      fields: [plan.secondField],
    })
  if (stated > secondMaximum + ROUNDING)
    return aboveMaximum(facts, plan.secondField, plan.secondBox, `T4_${plan.name}2`, secondMaximum)
  const most = SECOND_RATE * Math.max(0, Math.min(earned, yampe) - year.ympe)
  if (earned === 0 || stated <= most + ROUNDING) return []
  return arithmetic(facts, {
    code: `T4_${plan.name}2_CONTRIBUTION`,
    severity: 'medium',
    // A year in which contributions began or ended has a smaller YMPE, and so a second contribution on less income.
    proof: false,
    message: `box ${plan.secondBox} says ${money(stated)}; ${percent(SECOND_RATE)} of what ${money(earned)} exceeds ${money(year.ympe)} by is ${money(most)}`,
    fields: [plan.secondField, PENSIONABLE, INCOME],
    figures: [stated, most],
  })
}

const inQuebec = (facts: Facts) => /^(qc|pq|qu[eé]bec)\b/i.test(text(facts, 'province_of_employment') ?? '')
const eiOf = (facts: Facts, year: CanadianFigures) =>
  inQuebec(facts) || (amount(facts, QPP.field) ?? 0) > 0
    ? { rate: year.eiRateQuebec, maximum: year.eiMaximumQuebec }
    : { rate: year.eiRate, maximum: year.eiMaximum }

const eiMaximum = t4((facts, year) => aboveMaximum(facts, 'ei_premiums', '18', 'T4_EI', eiOf(facts, year).maximum))

/** Premiums are the rate of all insurable earnings: there is no exemption. */
const eiPremium = t4((facts, year) => {
  const stated = amount(facts, 'ei_premiums')
  const box24 = amount(facts, INSURABLE)
  const earned = box24 ?? amount(facts, INCOME)
  const { rate, maximum } = eiOf(facts, year)
  if (stated === undefined || earned === undefined || stated > maximum + ROUNDING) return []
  const due = rate * Math.min(earned, year.eiInsurable)
  const low = stated < due
  if (Math.abs(stated - due) <= ROUNDING) return []
  return arithmetic(facts, {
    code: 'T4_EI_PREMIUM',
    severity: low && box24 === undefined ? 'medium' : 'high',
    proof: !low || box24 !== undefined,
    message: `box 18 says ${money(stated)}; ${percent(rate)} of ${money(Math.min(earned, year.eiInsurable))} is ${money(due)}`,
    fields: ['ei_premiums', box24 === undefined ? INCOME : INSURABLE],
    figures: [stated, due],
  })
})

/** Boxes 24 and 26 are capped by the year's maxima; some payroll programs print the uncapped earnings, so no proof. */
function earningsCap(field: string, box: string, cap: (year: CanadianFigures) => number): Rule {
  return t4((facts, year) => {
    const stated = amount(facts, field)
    if (stated === undefined || stated <= cap(year) + ROUNDING) return []
    return arithmetic(facts, {
      code: `T4_BOX_${box}_ABOVE_MAXIMUM`,
      severity: 'medium',
      message: `box ${box} says ${money(stated)}; the maximum of ${taxYear(facts)} is ${money(cap(year))}`,
      fields: [field],
      figures: [stated, cap(year)],
    })
  })
}

/** Amounts of codes that are already in box 14 (CRA, T4 guide): they explain income that is not insurable. */
const WITHIN_INCOME = new Set('30 32 34 36 38 40 57 58 59 60 86'.split(' '))

function otherInformation({ part }: Facts): number {
  const rows = part.tables.filter(({ name }) => name === 'other_information').flatMap(({ rows }) => rows)
  return rows
    .filter(({ values }) => WITHIN_INCOME.has(String(values.code)))
    .reduce((sum, { values }) => sum + Number(values.amount ?? 0), 0)
}

/** Insurable and pensionable earnings that agree with each other, and not with the income: box 14 was raised alone. */
const incomeOutOfLine = t4((facts, year) => {
  const [income, insurable, pensionable] = [INCOME, INSURABLE, PENSIONABLE].map((name) => amount(facts, name))
  if (!income || !insurable || !pensionable || insurable !== pensionable) return []
  // Benefits in kind are income that is not insurable; capped earnings say nothing of the income above.
  const cash = income - otherInformation(facts)
  if (insurable >= 0.9 * cash || insurable >= 0.98 * Math.min(cash, year.eiInsurable, year.ympe)) return []
  return arithmetic(facts, {
    code: 'T4_INCOME_OUT_OF_LINE',
    severity: 'medium',
    proof: true,
    message: `box 14 says ${money(income)}; boxes 24 and 26 both say ${money(insurable)}, which is below it and below the year's maxima`,
    fields: [INCOME, INSURABLE, PENSIONABLE],
  })
})

const earningsAboveIncome = t4((facts) => {
  const income = amount(facts, INCOME)
  const highest = Math.max(amount(facts, INSURABLE) ?? 0, amount(facts, PENSIONABLE) ?? 0)
  if (!income || highest <= income + ROUNDING) return []
  return arithmetic(facts, {
    code: 'T4_EARNINGS_ABOVE_INCOME',
    severity: 'medium',
    message: `box 14 says ${money(income)}; ${money(highest)} of it would be insurable or pensionable`,
    fields: [INCOME, INSURABLE, PENSIONABLE],
  })
})

const taxWithinIncome = t4((facts) => {
  const [income, tax] = [amount(facts, INCOME), amount(facts, 'income_tax_deducted')]
  if (income === undefined || tax === undefined || (tax >= 0 && tax < Math.max(income, 0.01))) return []
  return arithmetic(facts, {
    code: 'T4_TAX_NOT_WITHIN_INCOME',
    severity: 'high',
    proof: true,
    message: `box 22 says ${money(tax)} of tax on ${money(income)} in box 14`,
    fields: ['income_tax_deducted', INCOME],
  })
})

/** Nobody contributes to both plans on one slip, and Quebec has its own. */
const onePlan = t4((facts) => {
  const [cpp, qpp] = [amount(facts, CPP.field) ?? 0, amount(facts, QPP.field) ?? 0]
  const province = text(facts, 'province_of_employment')
  const misplaced = province && (inQuebec(facts) ? cpp > 0 && qpp === 0 : qpp > 0)
  if (!(cpp > 0 && qpp > 0) && !misplaced) return []
  return arithmetic(facts, {
    code: 'T4_PENSION_PLAN',
    severity: 'medium',
    message: `boxes 16 and 17 say ${money(cpp)} and ${money(qpp)}${province ? `, employed in ${province}` : ''}`,
    fields: [CPP.field, QPP.field, 'province_of_employment'],
  })
})

const ppip = t4((facts, year) => {
  const [stated, earned] = [amount(facts, 'ppip_premiums'), amount(facts, 'ppip_insurable_earnings')]
  if (stated === undefined || earned === undefined) return []
  const due = year.ppipRate * Math.min(earned, year.ppipInsurable)
  if (Math.abs(stated - due) <= EXEMPTION_ROUNDING && earned <= year.ppipInsurable + ROUNDING) return []
  return arithmetic(facts, {
    code: 'T4_PPIP_PREMIUM',
    severity: 'low',
    message: `box 55 says ${money(stated)}; ${percent(year.ppipRate)} of ${money(Math.min(earned, year.ppipInsurable))} is ${money(due)}`,
    fields: ['ppip_premiums', 'ppip_insurable_earnings'],
    figures: [stated, due],
  })
})

export const T4_ARITHMETIC: readonly Rule[] = [
  ...pension(CPP),
  ...pension(QPP),
  eiMaximum,
  eiPremium,
  earningsCap(INSURABLE, '24', ({ eiInsurable }) => eiInsurable),
  earningsCap(PENSIONABLE, '26', ({ ympe, yampe }) => yampe ?? ympe),
  incomeOutOfLine,
  earningsAboveIncome,
  taxWithinIncome,
  onePlan,
  ppip,
]
