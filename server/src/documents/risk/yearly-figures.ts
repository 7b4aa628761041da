/** What one tax year's Canadian slips are checked against. Amounts in dollars, rates as fractions. */
export interface CanadianFigures {
  /** Year's maximum pensionable earnings, of CPP and QPP alike. */
  ympe: number
  /** Year's additional maximum; undefined before the second contribution existed. */
  yampe: number | undefined
  cppRate: number
  cppMaximum: number
  /** Of 16A and 17A alike; 4 % of what lies between YMPE and YAMPE. */
  secondMaximum: number | undefined
  qppRate: number
  qppMaximum: number
  eiInsurable: number
  eiRate: number
  eiMaximum: number
  eiRateQuebec: number
  eiMaximumQuebec: number
  /** Of the Quebec parental insurance plan; not confirmed by a second source, so that they only warn. */
  ppipInsurable: number
  ppipRate: number
}

/** The same basic exemption in every year since 1996. */
export const BASIC_EXEMPTION = 3500
/** Of CPP2 and QPP2, since 2024. */
export const SECOND_RATE = 0.04

// Sources: Canada Revenue Agency, "CPP contribution rates, maximums and exemptions" and "EI premium rates and
// maximums" (Quebec in its own column); Retraite Quebec and Revenu Quebec, "Maximum amounts and contribution rates"
// (QPP, QPIP). One line a figure, one column a year.
const YEARS = [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026] as const
const LINES: Record<keyof CanadianFigures, readonly (number | undefined)[]> = {
  ympe: [57_400, 58_700, 61_600, 64_900, 66_600, 68_500, 71_300, 74_600],
  yampe: [undefined, undefined, undefined, undefined, undefined, 73_200, 81_200, 85_000],
  cppRate: [0.051, 0.0525, 0.0545, 0.057, 0.0595, 0.0595, 0.0595, 0.0595],
  cppMaximum: [2748.9, 2898, 3166.45, 3499.8, 3754.45, 3867.5, 4034.1, 4230.45],
  secondMaximum: [undefined, undefined, undefined, undefined, undefined, 188, 396, 416],
  qppRate: [0.0555, 0.057, 0.059, 0.0615, 0.064, 0.064, 0.064, 0.063],
  qppMaximum: [2991.45, 3146.4, 3427.9, 3776.1, 4038.4, 4160, 4339.2, 4479.3],
  eiInsurable: [53_100, 54_200, 56_300, 60_300, 61_500, 63_200, 65_700, 68_900],
  eiRate: [0.0162, 0.0158, 0.0158, 0.0158, 0.0163, 0.0166, 0.0164, 0.0163],
  eiMaximum: [860.22, 856.36, 889.54, 952.74, 1002.45, 1049.12, 1077.48, 1123.07],
  eiRateQuebec: [0.0125, 0.012, 0.0118, 0.012, 0.0127, 0.0132, 0.0131, 0.013],
  eiMaximumQuebec: [663.75, 650.4, 664.34, 723.6, 781.05, 834.24, 860.67, 895.7],
  ppipInsurable: [76_500, 78_500, 83_500, 88_000, 91_000, 94_000, 98_000, 103_000],
  ppipRate: [0.00526, 0.00494, 0.00494, 0.00494, 0.00494, 0.00494, 0.00494, 0.0043],
}

/** A year's figures; undefined for years that are not in the table, whose slips these rules leave alone. */
export function canadianFigures(year: number): CanadianFigures | undefined {
  const column = (YEARS as readonly number[]).indexOf(year)
  if (column < 0) return undefined
  return Object.fromEntries(Object.entries(LINES).map(([name, line]) => [name, line[column]])) as never
}

/** Social Security Administration, "Contribution and benefit base". */
const WAGE_BASES: Readonly<Record<number, number>> = {
  2019: 132_900,
  2020: 137_700,
  2021: 142_800,
  2022: 147_000,
  2023: 160_200,
  2024: 168_600,
  2025: 176_100,
  2026: 184_500,
}

/** What social security tax is taken of at most in that year; undefined for years that are not in the table. */
export function wageBase(year: number): number | undefined {
  return WAGE_BASES[year]
}

/** IRC 3101; 4.2 % in 2011 and 2012 (Tax Relief Act of 2010, Middle Class Tax Relief Act of 2012). */
const SOCIAL_SECURITY_SINCE = 1990
const SOCIAL_SECURITY_UNTIL = 2026

/** The employee's rate of social security tax; undefined for years that are not known. */
export function socialSecurityRate(year: number): number | undefined {
  if (year < SOCIAL_SECURITY_SINCE || year > SOCIAL_SECURITY_UNTIL) return undefined
  return year === 2011 || year === 2012 ? 0.042 : 0.062
}
