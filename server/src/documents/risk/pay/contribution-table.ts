import { type Concept, within } from '../../vocabulary/compile.ts'
import { BASIC_EXEMPTION, canadianFigures } from '../yearly-figures.ts'

/** What a law takes of a pay: the pays that an amount may be taken of, in the stub's money. */
export interface Contribution {
  called: RegExp
  /** Shares of the pay, each with what is free of it; none where the year's are not known. */
  takes(year: number, ofYear: boolean): readonly Share[]
}

export interface Share {
  rate: number
  /** What a pay is free of it, one for each count of pays in a year where all shares of the country go by it. */
  free?: readonly number[]
  byPeriod?: true
  /** What rounding of the pay itself adds, in money. */
  slack?: number
}

/** Pays in a year. */
const PAYS = [52, 26, 24, 12]
const each = (ofYear: number) => PAYS.map((pays) => ofYear / pays)

const fixed = (concept: Concept, ...rates: readonly number[]): Contribution => ({
  called: within(concept),
  takes: () => rates.map((rate) => ({ rate })),
})

const canadian = (concept: Concept, takes: (year: number) => readonly Share[]): Contribution => ({
  called: within(concept),
  // The exemption of a part of the year is that of as many pays, which a stub does not say.
  takes: (year, ofYear) => (ofYear ? takes(year).filter(({ free }) => !free) : takes(year)),
})

/** HMRC, "Rates and thresholds for employers": primary threshold and personal allowance of 2021 and after. */
const UK_FREE = [242, 484, 968, 1048]
const UK_ALLOWANCE = [52, 26, 13, 12].map((pays) => 12_579 / pays)
const british = (concept: Concept, shares: readonly Share[]): Contribution => ({
  called: within(concept),
  takes: (_, ofYear) => (ofYear ? [] : shares),
})

/**
 * Contributions of one country that are taken of the same pay. Two of them that agree on what it is tell it.
 * IRC 3101; Canada Pension Plan and Employment Insurance Act; Social Security Contributions and Benefits Act 1992;
 * SGB VI and III; AHVG and AVIG; ustawa o systemie ubezpieczen spolecznych; Codul fiscal; Tbj. and Szja tv.; Zakon o
 * doprinosima; 5510 and 4447 numbered laws.
 */
export const CONTRIBUTIONS: readonly (readonly Contribution[])[] = [
  [fixed('pay.tax.us.social_security', 0.062), fixed('pay.tax.us.medicare', 0.0145)],
  [
    canadian('pay.tax.ca.insurance', (year) => {
      const figures = canadianFigures(year)
      return figures ? [{ rate: figures.eiRate }, { rate: figures.eiRateQuebec }] : []
    }),
    canadian('pay.tax.ca.pension', (year) => {
      const figures = canadianFigures(year)
      return figures ? [{ rate: figures.cppRate, free: each(BASIC_EXEMPTION) }] : []
    }),
  ],
  [
    british(
      'pay.tax.uk.insurance',
      [0.08, 0.1, 0.12].map((rate) => ({ rate, free: UK_FREE, byPeriod: true as const })),
    ),
    british('pay.tax.uk.income', [{ rate: 0.2, free: UK_ALLOWANCE, byPeriod: true, slack: 3 }]),
  ],
  [fixed('pay.tax.de.pension', 0.093), fixed('pay.tax.de.unemployment', 0.013, 0.012)],
  [fixed('pay.tax.ch.pension', 0.053, 0.05275, 0.05125), fixed('pay.tax.ch.unemployment', 0.011)],
  [fixed('pay.tax.pl.pension', 0.0976), fixed('pay.tax.pl.disability', 0.015)],
  [fixed('pay.tax.ro.pension', 0.25), fixed('pay.tax.ro.health', 0.1)],
  [fixed('pay.tax.hu.insurance', 0.185), fixed('pay.tax.hu.income', 0.15)],
  [fixed('pay.tax.hr.pension', 0.15), fixed('pay.tax.hr.savings', 0.05)],
  [fixed('pay.tax.tr.insurance', 0.14), fixed('pay.tax.tr.unemployment', 0.01)],
]
