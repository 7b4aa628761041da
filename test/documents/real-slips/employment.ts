import type { Chance } from '../chance.ts'
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

const YEARS: Record<number, YearFigures> = {
  2019: {
    ympe: 57400,
    cpp: 5.1,
    qpp: 5.55,
    ei: 1.62,
    eiQuebec: 1.25,
    eiEarnings: 53100,
    ppip: 0.526,
    ppipEarnings: 76500,
  },
  2020: {
    ympe: 58700,
    cpp: 5.25,
    qpp: 5.7,
    ei: 1.58,
    eiQuebec: 1.2,
    eiEarnings: 54200,
    ppip: 0.494,
    ppipEarnings: 78500,
  },
  2021: {
    ympe: 61600,
    cpp: 5.45,
    qpp: 5.9,
    ei: 1.58,
    eiQuebec: 1.18,
    eiEarnings: 56300,
    ppip: 0.494,
    ppipEarnings: 83500,
  },
  2022: {
    ympe: 64900,
    cpp: 5.7,
    qpp: 6.15,
    ei: 1.58,
    eiQuebec: 1.2,
    eiEarnings: 60300,
    ppip: 0.494,
    ppipEarnings: 88000,
  },
  2023: {
    ympe: 66600,
    cpp: 5.95,
    qpp: 6.4,
    ei: 1.63,
    eiQuebec: 1.27,
    eiEarnings: 61500,
    ppip: 0.494,
    ppipEarnings: 91000,
  },
  2024: {
    ympe: 68500,
    yampe: 73200,
    cpp: 5.95,
    qpp: 6.4,
    ei: 1.66,
    eiQuebec: 1.32,
    eiEarnings: 63200,
    ppip: 0.494,
    ppipEarnings: 94000,
  },
  2025: {
    ympe: 71300,
    yampe: 81200,
    cpp: 5.95,
    qpp: 6.4,
    ei: 1.64,
    eiQuebec: 1.31,
    eiEarnings: 65700,
    ppip: 0.494,
    ppipEarnings: 98000,
  },
}

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
export const T4_FIELDS: Readonly<Record<string, string>> = {
  14: 'employment_income',
  16: 'cpp_contributions',
  '16A': 'second_cpp_contributions',
  17: 'qpp_contributions',
  '17A': 'second_qpp_contributions',
  18: 'ei_premiums',
  20: 'rpp_contributions',
  22: 'income_tax_deducted',
  24: 'ei_insurable_earnings',
  26: 'cpp_qpp_pensionable_earnings',
  44: 'union_dues',
  46: 'charitable_donations',
  52: 'pension_adjustment',
  55: 'ppip_premiums',
  56: 'ppip_insurable_earnings',
}
