import { exactly } from '../../vocabulary/compile.ts'
import { type CaptionedRow, captionedRows, payAndYear } from '../captioned-rows.ts'
import { claim } from '../claim.ts'
import { amount, money, type Rule } from '../facts.ts'

/** What a law takes of a pay by one rate, where no second contribution of the country bears it out. */
interface SingleContribution {
  /** The whole caption, brackets left out: the employer's, and totals of both, have others. */
  called: RegExp
  rates: readonly number[]
  /** Less is taken of small pays, and no more of great ones, so that it tells nothing of the pay. */
  within: readonly [least: number, most: number]
  /** Rounding of the contribution, in money. */
  rounded: number
}

/**
 * Social Welfare Consolidation Act 2005 (class A, from October of 2023 to 2026, without its credit); Unemployment
 * Insurance Contributions Act 2002, s. 6; Central Provident Fund Act (by age, whole dollars, ceiling of 2023).
 */
const SINGLES: readonly SingleContribution[] = [
  { called: exactly('pay.tax.ie.insurance'), rates: [0.04, 0.041, 0.042, 0.0435], within: [76, 1e6], rounded: 0.015 },
  { called: exactly('pay.tax.za.unemployment'), rates: [0.01], within: [5, 148], rounded: 0.015 },
  {
    called: exactly('pay.tax.sg.provident'),
    rates: [0.2, 0.18, 0.17, 0.16, 0.15, 0.13, 0.125, 0.115, 0.105, 0.095, 0.085, 0.075, 0.07, 0.05],
    within: [160, 1199],
    rounded: 1,
  },
]

/** More than what was rounded, or left out by hand. */
const TELLING = 0.005

const plain = (caption: string) => caption.replace(/[()]/g, '').replace(/[ :.]+$/, '')

/** Whether the gross pay less up to two other amounts of the stub is what the contribution is taken of. */
function fits({ rates, rounded }: SingleContribution, taken: number, gross: number, parts: readonly number[]): boolean {
  const bases = [gross, ...parts.flatMap((a, at) => [gross - a, ...parts.slice(at).map((b) => gross - a - b)])]
  return rates.some((rate) => bases.some((base) => Math.abs(base * rate - taken) <= rounded + TELLING * taken))
}

function taken({ called, within: [least, most] }: SingleContribution, rows: readonly CaptionedRow[]) {
  const found = rows.filter(({ caption }) => called.test(plain(caption))).flatMap((row) => payAndYear(row)[0] ?? [])
  const [one, ...more] = found
  const size = Math.abs(one?.value ?? 0)
  return one && more.length === 0 && size >= least && size <= most ? { size, words: one.words } : undefined
}

/** A pay that is more than the one contribution is taken of, and no other amount of the stub is free of it. */
export const singleContributions: Rule = (facts) => {
  const gross = amount(facts, 'gross_pay')
  if (facts.part.type !== 'PAY_STUB' || gross === undefined) return []
  const rows = captionedRows(facts)
  const sums = ['gross_pay', 'net_pay', 'total_deductions', 'total_taxes'].map((name) => amount(facts, name))
  const parts = rows.flatMap((row) => payAndYear(row)[0] ?? []).map(({ value }) => Math.abs(value))
  const items = parts.filter((value) => !sums.includes(value))
  return SINGLES.flatMap((one) => {
    const found = taken(one, rows)
    const told = (found?.size ?? 0) / Math.max(...one.rates)
    const others = items.filter((value) => value !== found?.size)
    if (!found || gross < told || fits(one, found.size, gross, others)) return []
    return claim(facts, {
      code: 'PAY_STUB_CONTRIBUTION',
      family: 'arithmetic',
      severity: 'medium',
      proof: true,
      message: `gross pay says ${money(gross)}; a contribution of ${money(found.size)} is taken of no part of it`,
      fields: ['gross_pay'],
      figures: [gross, told],
      gap: gross - told,
      rests: found.words,
    })
  })
}
