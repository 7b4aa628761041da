import { PROVINCES } from './canada-people.generator.ts'
import type { Chance } from './chance.ts'

interface Rates {
  pensionable: number
  second: number
  cpp: number
  qpp: number
  insurable: number
  ei: number
  eiQuebec: number
  ppip: number
  ppipInsurable: number
}

const rates = (
  ...[pensionable, second, cpp, qpp, insurable, ei, eiQuebec, ppip, ppipInsurable]: [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
): Rates => ({ pensionable, second, cpp, qpp, insurable, ei, eiQuebec, ppip, ppipInsurable })

/** Year's maximum pensionable earnings, second ceiling, CPP %, QPP %, maximum insurable earnings, EI %, EI % in Quebec, PPIP %, PPIP maximum. */
const RATES: Record<number, Rates> = {
  2019: rates(57_400, 0, 5.1, 5.55, 53_100, 1.62, 1.25, 0.526, 76_500),
  2020: rates(58_700, 0, 5.25, 5.7, 54_200, 1.58, 1.2, 0.494, 78_500),
  2021: rates(61_600, 0, 5.45, 5.9, 56_300, 1.58, 1.18, 0.494, 83_500),
  2022: rates(64_900, 0, 5.7, 6.15, 60_300, 1.58, 1.2, 0.494, 88_000),
  2023: rates(66_600, 0, 5.95, 6.4, 61_500, 1.63, 1.27, 0.494, 91_000),
  2024: rates(68_500, 73_200, 5.95, 6.4, 63_200, 1.66, 1.32, 0.494, 94_000),
  2025: rates(71_300, 81_200, 5.95, 6.4, 65_700, 1.64, 1.31, 0.494, 98_000),
  2026: rates(74_600, 85_000, 5.95, 6.3, 68_900, 1.63, 1.3, 0.43, 103_000),
}

const BASIC_EXEMPTION = 3_500
const SECOND_RATE = 4

/** One employee's year as the boxes of a T4 show it. */
export interface Employment {
  year: number
  province: string
  /** By contract field, amounts of the numbered boxes. */
  amounts: Record<string, number>
  employmentCode: string
  dentalCode: string
  registration: string
  exempt: ('exempt_cpp_qpp' | 'exempt_ei' | 'exempt_ppip')[]
  other: { code: string; amount: number }[]
}

/** A year of employment whose boxes obey the year's rates and maxima; a caller may break single ones. */
export function drawEmployment(chance: Chance, province = chance.pick(PROVINCES)): Employment {
  const year = chance.whole(2019, 2026)
  const income = chance.amount(9_000, 140_000)
  const exempt = chance.happens(0.12) ? (['exempt_cpp_qpp'] as Employment['exempt']) : []
  if (chance.happens(0.08)) exempt.push('exempt_ei')
  const amounts = {
    employment_income: income,
    ...contributions(year, province, income, exempt),
    income_tax_deducted: round(income * chance.amount(0.08, 0.29)),
  }
  return {
    year,
    province,
    amounts: { ...amounts, ...extras(chance, income) },
    employmentCode: chance.happens(0.15) ? chance.pick(['11', '12', '13', '16', '17']) : '',
    dentalCode: year >= 2023 ? chance.pick(['1', '2', '3', '4', '5']) : '',
    registration: chance.happens(0.3) ? chance.digits(7).replace(/^0/, '1') : '',
    exempt,
    other: drawOther(chance),
  }
}

function contributions(
  year: number,
  province: string,
  income: number,
  exempt: Employment['exempt'],
): Record<string, number> {
  const quebec = province === 'QC'
  const rate = RATES[year] as Rates
  const pensionable = Math.min(income, rate.second || rate.pensionable)
  const base = Math.max(0, Math.min(income, rate.pensionable) - BASIC_EXEMPTION)
  const second = Math.max(0, Math.min(income, rate.second) - rate.pensionable)
  const insurable = Math.min(income, rate.insurable)
  const plan = quebec ? 'qpp' : 'cpp'
  const pension = {
    [`${plan}_contributions`]: percent(base, rate[plan]),
    ...(second > 0 ? { [`second_${plan}_contributions`]: percent(second, SECOND_RATE) } : {}),
    cpp_qpp_pensionable_earnings: pensionable,
  }
  const insurance = {
    ei_premiums: percent(insurable, quebec ? rate.eiQuebec : rate.ei),
    ei_insurable_earnings: insurable,
  }
  const parental = Math.min(income, rate.ppipInsurable)
  return {
    ...(exempt.includes('exempt_cpp_qpp') ? {} : pension),
    ...(exempt.includes('exempt_ei') ? {} : insurance),
    ...(quebec ? { ppip_premiums: percent(parental, rate.ppip), ppip_insurable_earnings: parental } : {}),
  }
}

function extras(chance: Chance, income: number): Record<string, number> {
  return {
    ...(chance.happens(0.4) ? { rpp_contributions: round(income * chance.amount(0.02, 0.08)) } : {}),
    ...(chance.happens(0.35) ? { pension_adjustment: Math.round(income * 0.1) } : {}),
    ...(chance.happens(0.4) ? { union_dues: chance.amount(120, 1_400) } : {}),
    ...(chance.happens(0.25) ? { charitable_donations: chance.amount(20, 900) } : {}),
  }
}

function drawOther(chance: Chance): { code: string; amount: number }[] {
  const codes = ['30', '32', '34', '38', '40', '42', '66', '67', '85', '86']
  const count = chance.happens(0.5) ? chance.whole(1, 4) : 0
  const from = chance.whole(0, codes.length - 5)
  return codes.slice(from, from + count).map((code) => ({ code, amount: chance.amount(50, 4_000) }))
}

const round = (amount: number) => Math.round(amount * 100) / 100
const percent = (base: number, rate: number) => round((base * rate) / 100)
