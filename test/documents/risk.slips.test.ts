import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canadianFigures, wageBase } from '../../server/src/documents/risk/yearly-figures.ts'
import { type Case, codesOf, flagNamed } from './risk-case.ts'

const years = fc.integer({ min: 2019, max: 2026 })
const dollars = (from: number, to: number) => fc.integer({ min: from * 100, max: to * 100 }).map((cents) => cents / 100)
const cents = (value: number) => Math.round(value * 100) / 100
const figures = (year: number) => canadianFigures(year) as NonNullable<ReturnType<typeof canadianFigures>>

/** A slip by the year's own rules; `part` is the share of the year that was worked, with its share of the exemption. */
function lawfulT4(year: number, income: number, part: number, quebec: boolean): Record<string, string | number> {
  const of = figures(year)
  const pensionable = Math.min(income, of.yampe ?? of.ympe)
  const base = Math.max(0, Math.min(pensionable, of.ympe) - 3500 * part)
  const insurable = Math.min(income, of.eiInsurable)
  const second = cents(0.04 * Math.max(0, pensionable - of.ympe))
  const pension = quebec
    ? { qpp_contributions: cents(Math.min(of.qppRate * base, of.qppMaximum)), second_qpp_contributions: second }
    : { cpp_contributions: cents(Math.min(of.cppRate * base, of.cppMaximum)), second_cpp_contributions: second }
  return {
    tax_year: String(year),
    province_of_employment: quebec ? 'QC' : 'ON',
    employment_income: income,
    income_tax_deducted: cents(income * 0.2),
    ei_premiums: cents(insurable * (quebec ? of.eiRateQuebec : of.eiRate)),
    ei_insurable_earnings: insurable,
    cpp_qpp_pensionable_earnings: pensionable,
    ...Object.fromEntries(Object.entries(pension).filter(([, value]) => value > 0)),
  }
}

const lawful = fc
  .tuple(years, dollars(5000, 150_000), fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean())
  .map(([year, income, part, quebec]) => lawfulT4(year, income, part, quebec))

const t4 = (fields: Record<string, string | number>): Case => ({ type: 'T4_TAX_SLIP', fields })

describe('T4', () => {
  test('a slip that follows its year raises nothing, part of a year and Quebec included', () => {
    fc.assert(fc.property(lawful, (fields) => void expect(codesOf(t4(fields))).toEqual([])))
  })

  test('a printed zero of the plan of another province, or of who is exempt, is in order; of the own plan it is not', () => {
    const fields = lawfulT4(2023, 48_653.82, 1, false)
    expect(codesOf(t4({ ...fields, qpp_contributions: 0 }))).toEqual([])
    expect(codesOf(t4({ ...lawfulT4(2023, 48_653.82, 1, true), cpp_contributions: 0 }))).toEqual([])
    expect(codesOf(t4({ ...fields, cpp_contributions: 0, exempt_cpp_qpp: 'true' }))).toEqual([])
    expect(codesOf(t4({ ...fields, cpp_contributions: 0 }))).toEqual(['T4_CPP_CONTRIBUTION'])
  })

  test('an EI premium that is off by more than rounding is always raised', () => {
    const off = fc.oneof(
      dollars(2, 5000),
      dollars(2, 300).map((by) => -by),
    )
    fc.assert(
      fc.property(lawful, off, (fields, by) => {
        const premium = cents(Number(fields.ei_premiums) + by)
        fc.pre(premium >= 0)
        const codes = codesOf(t4({ ...fields, ei_premiums: premium }))
        expect(codes.some((code) => /^T4_EI_(PREMIUM|ABOVE_MAXIMUM)$/.test(code))).toBe(true)
      }),
    )
  })

  test('a contribution outside what its earnings allow is always raised', () => {
    fc.assert(
      fc.property(years, dollars(5000, 50_000), dollars(3, 2000), fc.boolean(), (year, income, by, more) => {
        const fields = lawfulT4(year, income, 1, false)
        const { cppRate } = figures(year)
        const stated = more ? cppRate * income + by : cppRate * (income - 3500) - by
        fc.pre(stated >= 0)
        const codes = codesOf(t4({ ...fields, cpp_contributions: cents(stated) }))
        expect(codes.some((code) => /^T4_CPP_(CONTRIBUTION|ABOVE_MAXIMUM)$/.test(code))).toBe(true)
      }),
    )
  })

  const usual = lawfulT4(2023, 60_000, 1, false)

  test('the message shows the figures', () => {
    const flag = flagNamed(t4({ ...usual, cpp_contributions: 3100 }), 'T4_CPP_CONTRIBUTION')
    expect(flag.message).toBe('box 16 says 3,100.00; 5.95 % of (60,000.00 - 3,500.00) is 3,361.75')
    expect(flag).toMatchObject({ severity: 'high', proof: true, family: 'arithmetic' })
    expect(flag.fields).toEqual(['cpp_contributions', 'cpp_qpp_pensionable_earnings', 'tax_year'])
    expect(flag.evidence).toHaveLength(3)
  })

  test.each([
    ['CPP above the maximum', { cpp_contributions: 3900 }, 'T4_CPP_ABOVE_MAXIMUM'],
    ['second contributions before they were', { second_cpp_contributions: 120 }, 'T4_CPP2_BEFORE_2024'],
    ['EI above the maximum', { ei_premiums: 1100 }, 'T4_EI_ABOVE_MAXIMUM'],
    ['box 24 above its cap', { ei_insurable_earnings: 65_000 }, 'T4_BOX_24_ABOVE_MAXIMUM'],
    ['box 26 above its cap', { cpp_qpp_pensionable_earnings: 70_000 }, 'T4_BOX_26_ABOVE_MAXIMUM'],
    ['income raised alone', { employment_income: 95_000 }, 'T4_INCOME_OUT_OF_LINE'],
    ['more earnings than income', { employment_income: 41_000 }, 'T4_EARNINGS_ABOVE_INCOME'],
    ['tax of all income', { income_tax_deducted: 60_000 }, 'T4_TAX_NOT_WITHIN_INCOME'],
    ['two pension plans', { qpp_contributions: 3361.75 }, 'T4_PENSION_PLAN'],
    ['a premium of the parental plan', { ppip_premiums: 900, ppip_insurable_earnings: 60_000 }, 'T4_PPIP_PREMIUM'],
    ['box 45 before its time', { tax_year: '2021', dental_benefits_code: '1' }, 'BOXES_BEFORE_THEIR_TIME'],
  ])('%s', (_, change, code) => {
    expect(codesOf(t4(usual))).toEqual([])
    expect(codesOf(t4({ ...usual, ...(change as Record<string, string | number>) }))).toContain(code)
  })

  test('second contributions above what the earnings allow, and above their maximum', () => {
    const fields = lawfulT4(2025, 75_000, 1, false)
    expect(codesOf(t4({ ...fields, second_cpp_contributions: 300 }))).toContain('T4_CPP2_CONTRIBUTION')
    expect(codesOf(t4({ ...fields, second_cpp_contributions: 500 }))).toContain('T4_CPP2_ABOVE_MAXIMUM')
  })

  test('years without figures are left alone, and so are contributions on income that is not all pensionable', () => {
    expect(codesOf(t4({ ...usual, tax_year: '2015', ei_premiums: 5000 }))).toEqual([])
    const { cpp_qpp_pensionable_earnings: _, ...without } = usual
    expect(flagNamed(t4({ ...without, cpp_contributions: 2000 }), 'T4_CPP_CONTRIBUTION').proof).toBe(false)
  })

  test('no income is taxed whole, in any year', () => {
    const taxed = (income_tax_deducted: number) =>
      codesOf(t4({ tax_year: '2015', employment_income: 48_000, income_tax_deducted }))
    expect(taxed(9600)).toEqual([])
    expect(taxed(48_000)).toEqual(['T4_TAX_NOT_WITHIN_INCOME'])
  })

  test('the parental plan only warns', () => {
    const fields = { ...usual, ppip_premiums: 9000, ppip_insurable_earnings: 60_000 }
    expect(flagNamed(t4(fields), 'T4_PPIP_PREMIUM')).toMatchObject({ severity: 'low', proof: false })
  })
})

describe('what was read badly does not accuse', () => {
  const wrong = { ...lawfulT4(2023, 60_000, 1, false), ei_premiums: 500 }
  test.each([
    ['sure text', {}, 'high', true],
    ['a good scan', { origin: 'ocr', wordConfidence: 0.9 }, 'medium', true],
    ['a very good scan', { origin: 'ocr', wordConfidence: 0.97 }, 'high', true],
    ['a bad scan', { origin: 'ocr', wordConfidence: 0.6 }, 'low', false],
    ['a field that may be another one', { fieldConfidence: 0.2 }, 'low', false],
  ] as const)('%s', (_, how, severity, proof) => {
    expect(flagNamed({ ...t4(wrong), ...how }, 'T4_EI_PREMIUM')).toMatchObject({ severity, proof })
  })

  test('no premium at all is an exemption where no earnings are insurable, and none where they are', () => {
    const exempt = { tax_year: '2023', employment_income: 40_000, ei_premiums: 0 }
    expect(codesOf(t4(exempt))).not.toContain('T4_EI_PREMIUM')
    expect(flagNamed(t4({ ...exempt, ei_insurable_earnings: 40_000 }), 'T4_EI_PREMIUM').severity).toBe('high')
    expect(flagNamed(t4({ ...exempt, ei_premiums: 100 }), 'T4_EI_PREMIUM').severity).toBe('medium')
  })

  test('one digit taken for another on a scan', () => {
    const fields = { ...lawfulT4(2023, 60_000, 1, false), ei_premiums: 998 }
    const misread = { ...t4(fields), origin: 'ocr', wordConfidence: 0.97 } as const
    expect(flagNamed(misread, 'T4_EI_PREMIUM').severity).toBe('low')
    expect(flagNamed(t4(fields), 'T4_EI_PREMIUM').severity).toBe('high')
  })
})

describe('W-2', () => {
  const lawfulW2 = fc.tuple(years, dollars(5000, 400_000)).map(([year, wages]) => {
    const social = Math.min(wages, wageBase(year) as number)
    const extra = 0.009 * Math.max(0, wages - 200_000)
    return {
      tax_year: String(year),
      wages_tips_other_compensation: wages,
      federal_income_tax_withheld: cents(wages * 0.15),
      social_security_wages: social,
      social_security_tax_withheld: cents(social * 0.062),
      medicare_wages_and_tips: wages,
      medicare_tax_withheld: cents(wages * 0.0145 + extra),
      state_wages: wages,
      state_income_tax: cents(wages * 0.04),
    }
  })
  const w2 = (fields: Record<string, string | number>): Case => ({ type: 'W2_TAX_SLIP', fields })

  test('a form that follows its year raises nothing', () => {
    fc.assert(fc.property(lawfulW2, (fields) => void expect(codesOf(w2(fields))).toEqual([])))
  })

  test('taxes that are off by more than rounding are always raised', () => {
    const off = fc.oneof(
      dollars(2, 5000),
      dollars(2, 70).map((by) => -by),
    )
    fc.assert(
      fc.property(lawfulW2, off, fc.boolean(), (fields, by, social) => {
        const name = social ? 'social_security_tax_withheld' : 'medicare_tax_withheld'
        // Whether the additional tax was due from the first dollar on the slip does not say.
        fc.pre(social || fields.medicare_wages_and_tips <= 200_000)
        const codes = codesOf(w2({ ...fields, [name]: cents(fields[name] + by) }))
        expect(codes).toContain(social ? 'W2_SOCIAL_SECURITY_TAX' : 'W2_MEDICARE_TAX')
      }),
    )
  })

  test.each([
    ['2011', 0.042, false],
    ['2012', 0.062, true],
    ['2013', 0.062, false],
    ['2013', 0.042, true],
    ['1984', 0.057, false],
  ])('the social security tax of %s at %d', (tax_year, rate, raised) => {
    const fields = { tax_year, social_security_wages: 40_000, social_security_tax_withheld: 40_000 * rate }
    expect(codesOf(w2(fields))).toEqual(raised ? ['W2_SOCIAL_SECURITY_TAX'] : [])
  })

  const usual = {
    tax_year: '2024',
    wages_tips_other_compensation: 50_000,
    federal_income_tax_withheld: 6000,
    social_security_wages: 52_000,
    social_security_tax_withheld: 3224,
    medicare_wages_and_tips: 52_000,
    medicare_tax_withheld: 754,
    state_wages: 50_000,
    state_income_tax: 2000,
    local_wages: 50_000,
    local_income_tax: 500,
  }
  test.each([
    [
      'above the wage base',
      { social_security_wages: 170_000, social_security_tax_withheld: 10_540 },
      'W2_ABOVE_WAGE_BASE',
    ],
    ['tax of all wages', { federal_income_tax_withheld: 50_000 }, 'W2_TAX_NOT_WITHIN_WAGES'],
    ['wages raised alone', { wages_tips_other_compensation: 90_000 }, 'W2_WAGES_OUT_OF_LINE'],
    [
      'box 3 above box 5',
      { medicare_wages_and_tips: 40_000, medicare_tax_withheld: 580 },
      'W2_SOCIAL_SECURITY_ABOVE_MEDICARE',
    ],
    ['state tax of all wages', { state_income_tax: 50_000 }, 'W2_STATE_TAX'],
    ['local tax of all wages', { local_income_tax: 60_000 }, 'W2_LOCAL_TAX'],
  ])('%s', (_, change, code) => {
    expect(codesOf(w2(usual))).toEqual([])
    expect(codesOf(w2({ ...usual, ...change }))).toContain(code)
  })
})

describe('the other slips', () => {
  test.each([
    ['1099_NEC_TAX_SLIP', { federal_income_tax_withheld: 5000, nonemployee_compensation: 4000 }, 'PART_ABOVE_WHOLE'],
    ['1099_DIV_TAX_SLIP', { qualified_dividends: 500, total_ordinary_dividends: 400 }, 'PART_ABOVE_WHOLE'],
    ['1099_R_TAX_SLIP', { taxable_amount: 900, gross_distribution: 800 }, 'PART_ABOVE_WHOLE'],
    ['NR4_TAX_SLIP', { non_resident_tax_withheld: 900, gross_income: 800 }, 'PART_ABOVE_WHOLE'],
    ['RL1_TAX_SLIP', { tax_year: '2023', employment_income: 90_000, qpp_contributions: 4500 }, 'RL1_ABOVE_MAXIMUM'],
    ['RL1_TAX_SLIP', { tax_year: '2023', employment_income: 90_000, ei_premiums: 900 }, 'RL1_ABOVE_MAXIMUM'],
    [
      'T5_TAX_SLIP',
      { tax_year: '2023', actual_eligible_dividends: 1000, taxable_eligible_dividends: 1500 },
      'T5_DIVIDEND_GROSS_UP',
    ],
    ['T2202_TAX_SLIP', { part_time_months: 8, full_time_months: 8 }, 'T2202_MONTHS'],
  ] as const)('%s %o', (type, fields, code) => {
    expect(codesOf({ type, fields })).toContain(code)
  })

  test.each([
    ['1099_R_TAX_SLIP', { taxable_amount: 800, gross_distribution: 800, federal_income_tax_withheld: 80 }],
    ['1099_DIV_TAX_SLIP', { qualified_dividends: 400, total_ordinary_dividends: 400 }],
    ['RL1_TAX_SLIP', { tax_year: '2024', employment_income: 90_000, qpp_contributions: 4348, ei_premiums: 834.24 }],
    ['T5_TAX_SLIP', { tax_year: '2023', actual_eligible_dividends: 1000, taxable_eligible_dividends: 1380 }],
    ['T2202_TAX_SLIP', { part_time_months: 4, full_time_months: 8 }],
  ] as const)('%s %o is in order', (type, fields) => {
    expect(codesOf({ type, fields })).toEqual([])
  })
})
