import type { Flag } from '../model/findings.ts'
import { type Claim, claim } from './claim.ts'
import { amount, type Facts, money, percent, type Rule, taxYear } from './facts.ts'
import { socialSecurityRate, wageBase } from './yearly-figures.ts'

/** IRC 3101: the employee's shares; the additional tax is withheld above 200,000 whatever the filing status. */
const MEDICARE = 0.0145
const ADDITIONAL_MEDICARE = 0.009
const ADDITIONAL_FROM = 200_000
/** Tax is rounded on each of up to 53 pay days. */
const ROUNDING = 1

const WAGES = 'wages_tips_other_compensation'

function w2(rule: (facts: Facts) => Flag[]): Rule {
  return (facts) => (facts.part.type === 'W2_TAX_SLIP' ? rule(facts) : [])
}

function arithmetic(facts: Facts, made: Omit<Claim, 'family'>): Flag[] {
  return claim(facts, { ...made, family: 'arithmetic' })
}

const socialSecurityTax = w2((facts) => {
  const [wages, tax] = [amount(facts, 'social_security_wages'), amount(facts, 'social_security_tax_withheld')]
  const rate = socialSecurityRate(taxYear(facts))
  if (wages === undefined || tax === undefined || rate === undefined) return []
  const base = wages + (amount(facts, 'social_security_tips') ?? 0)
  const due = rate * base
  if (Math.abs(tax - due) <= ROUNDING) return []
  return arithmetic(facts, {
    code: 'W2_SOCIAL_SECURITY_TAX',
    severity: 'high',
    proof: true,
    message: `box 4 says ${money(tax)}; ${percent(rate)} of ${money(base)} is ${money(due)}`,
    fields: ['social_security_tax_withheld', 'social_security_wages', 'social_security_tips', 'tax_year'],
    figures: [tax, due],
  })
})

const wageBaseKept = w2((facts) => {
  const limit = wageBase(taxYear(facts))
  const base = (amount(facts, 'social_security_wages') ?? 0) + (amount(facts, 'social_security_tips') ?? 0)
  if (limit === undefined || base <= limit + ROUNDING) return []
  return arithmetic(facts, {
    code: 'W2_ABOVE_WAGE_BASE',
    severity: 'high',
    proof: true,
    message: `boxes 3 and 7 say ${money(base)}; the wage base of ${taxYear(facts)} is ${money(limit)}`,
    fields: ['social_security_wages', 'social_security_tips', 'tax_year'],
    figures: [base, limit],
  })
})

const medicareTax = w2((facts) => {
  const [wages, tax] = [amount(facts, 'medicare_wages_and_tips'), amount(facts, 'medicare_tax_withheld')]
  if (wages === undefined || tax === undefined) return []
  const due = MEDICARE * wages
  const most = due + ADDITIONAL_MEDICARE * Math.max(0, wages - ADDITIONAL_FROM)
  if (tax >= due - ROUNDING && tax <= most + ROUNDING) return []
  return arithmetic(facts, {
    code: 'W2_MEDICARE_TAX',
    severity: 'high',
    proof: true,
    message: `box 6 says ${money(tax)}; ${percent(MEDICARE)} of ${money(wages)} is ${money(due)}`,
    fields: ['medicare_tax_withheld', 'medicare_wages_and_tips'],
    figures: [tax, due],
  })
})

const taxWithinWages = w2((facts) => {
  const [wages, tax] = [amount(facts, WAGES), amount(facts, 'federal_income_tax_withheld')]
  if (wages === undefined || tax === undefined || tax < Math.max(wages, 0.01)) return []
  return arithmetic(facts, {
    code: 'W2_TAX_NOT_WITHIN_WAGES',
    severity: 'high',
    proof: true,
    message: `box 2 says ${money(tax)} of tax on ${money(wages)} in box 1`,
    fields: ['federal_income_tax_withheld', WAGES],
  })
})

/**
 * Medicare wages hold all that box 1 holds but for rare cases (an owner's insurance, a visa that exempts for part of
 * a year); state wages then follow box 1. Where neither follows it, box 1 was raised alone.
 */
const wagesOutOfLine = w2((facts) => {
  const [wages, medicare, state] = [WAGES, 'medicare_wages_and_tips', 'state_wages'].map((name) => amount(facts, name))
  if (!wages || !medicare || wages <= 1.1 * medicare) return []
  return arithmetic(facts, {
    code: 'W2_WAGES_OUT_OF_LINE',
    severity: 'medium',
    proof: state !== undefined && state > 0 && wages > 1.1 * state,
    message: `box 1 says ${money(wages)}; box 5 says ${money(medicare)}${state ? ` and box 16 ${money(state)}` : ''}`,
    fields: [WAGES, 'medicare_wages_and_tips', 'state_wages'],
  })
})

const socialSecurityWithinMedicare = w2((facts) => {
  const [social, medicare] = [amount(facts, 'social_security_wages'), amount(facts, 'medicare_wages_and_tips')]
  const base = (social ?? 0) + (amount(facts, 'social_security_tips') ?? 0)
  if (medicare === undefined || medicare === 0 || base <= medicare + ROUNDING) return []
  return arithmetic(facts, {
    code: 'W2_SOCIAL_SECURITY_ABOVE_MEDICARE',
    severity: 'medium',
    message: `boxes 3 and 7 say ${money(base)}; box 5, which has no limit, says ${money(medicare)}`,
    fields: ['social_security_wages', 'social_security_tips', 'medicare_wages_and_tips'],
  })
})

function withheldWithin(code: string, box: string, taxField: string, baseField: string): Rule {
  return w2((facts) => {
    const [tax, base] = [amount(facts, taxField), amount(facts, baseField)]
    if (tax === undefined || base === undefined || tax < Math.max(base, 0.01)) return []
    return arithmetic(facts, {
      code,
      severity: 'medium',
      message: `box ${box} says ${money(tax)} of tax on ${money(base)}`,
      fields: [taxField, baseField],
    })
  })
}

export const W2_ARITHMETIC: readonly Rule[] = [
  socialSecurityTax,
  wageBaseKept,
  medicareTax,
  taxWithinWages,
  wagesOutOfLine,
  socialSecurityWithinMedicare,
  withheldWithin('W2_STATE_TAX', '17', 'state_income_tax', 'state_wages'),
  withheldWithin('W2_LOCAL_TAX', '19', 'local_income_tax', 'local_wages'),
]
