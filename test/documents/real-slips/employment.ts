import type { Chance } from '../chance.ts'
import { figures, words } from '../printer/lists.ts'
import { cents } from './money.ts'

interface YearFigures {
  ympe: number
  yampe?: number
  cpp: number
  qpp: number
  ei: number
  eiQuebec: number
  eiEarnings: number
  ppip: number
  ppipEarnings: number
}

const YEARS = figures<YearFigures>`
  year ympe yampe cpp qpp ei eiQuebec eiEarnings ppip ppipEarnings
  2019 57400 - 5.1 5.55 1.62 1.25 53100 0.526 76500
  2020 58700 - 5.25 5.7 1.58 1.2 54200 0.494 78500
  2021 61600 - 5.45 5.9 1.58 1.18 56300 0.494 83500
  2022 64900 - 5.7 6.15 1.58 1.2 60300 0.494 88000
  2023 66600 - 5.95 6.4 1.63 1.27 61500 0.494 91000
  2024 68500 73200 5.95 6.4 1.66 1.32 63200 0.494 94000
  2025 71300 81200 5.95 6.4 1.64 1.31 65700 0.494 98000
`

/** A year's employment as a slip states it: amounts by box. */
export interface Employment {
  year: number
  province: string
  amounts: Record<string, number>
  others: { code: string; amount: number }[]
}

export function employment(chance: Chance, years: readonly number[], province?: string): Employment {
  const year = chance.pick(years)
  const place = province ?? chance.pick(['ON', 'ON', 'BC', 'AB', 'QC', 'NS', 'MB', 'NB'])
  const figures = YEARS[year] as YearFigures
  const income = chance.happens(0.3) ? chance.amount(70000, 140000) : chance.amount(8000, 69000)
  const amounts: Record<string, number> = { 14: income, ...contributions(figures, income, place === 'QC') }
  amounts['22'] = cents(income * chance.amount(0.09, 0.24))
  if (chance.happens(0.4)) {
    amounts['20'] = cents(income * 0.05)
    amounts['52'] = chance.whole(600, 9000)
  }
  if (chance.happens(0.4)) amounts['44'] = chance.amount(90, 900)
  if (chance.happens(0.25)) amounts['46'] = chance.whole(20, 400)
  return { year, province: place, amounts, others: others(chance, income) }
}

function contributions(figures: YearFigures, income: number, quebec: boolean): Record<string, number> {
  const { ympe, yampe, eiEarnings, ppipEarnings } = figures
  const rate = quebec ? figures.qpp : figures.cpp
  const insurable = Math.min(income, eiEarnings)
  const amounts: Record<string, number> = {
    [quebec ? '17' : '16']: cents(((Math.min(income, ympe) - 3500) * rate) / 100),
    18: cents((insurable * (quebec ? figures.eiQuebec : figures.ei)) / 100),
    24: insurable,
    26: Math.min(income, yampe ?? ympe),
  }
  if (yampe && income > ympe) amounts[quebec ? '17A' : '16A'] = cents((Math.min(income, yampe) - ympe) * 0.04)
  if (quebec) {
    amounts['56'] = Math.min(income, ppipEarnings)
    amounts['55'] = cents((amounts['56'] * figures.ppip) / 100)
  }
  return amounts
}

function others(chance: Chance, income: number): Employment['others'] {
  const codes = ['40', '34', '39', '41', '66', '85', '30', '38'].filter(() => chance.happens(0.18)).slice(0, 4)
  return codes.map((code) => ({ code, amount: chance.amount(50, Math.min(3000, income / 5)) }))
}

/** Box to field of the service. */
export const T4_FIELDS = words`
  14 employment_income | 16 cpp_contributions | 16A second_cpp_contributions | 17 qpp_contributions
  | 17A second_qpp_contributions | 18 ei_premiums | 20 rpp_contributions | 22 income_tax_deducted
  | 24 ei_insurable_earnings | 26 cpp_qpp_pensionable_earnings | 44 union_dues | 46 charitable_donations
  | 52 pension_adjustment | 55 ppip_premiums | 56 ppip_insurable_earnings
`
