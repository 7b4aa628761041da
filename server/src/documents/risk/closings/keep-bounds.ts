import type { Flag } from '../../model/findings.ts'
import { claim } from '../claim.ts'
import { amount, type Facts, fieldsOf, money, percent, type Rule, rowsNamed, taxYear, text } from '../facts.ts'
import { canadianFigures } from '../yearly-figures.ts'
import type { Bound, Bounds, Limit, Slip } from './bound.ts'

/** Bounds of the tables as a rule. */
export function ruleOfBounds(bounds: Bounds): Rule {
  return (facts) => {
    const own = bounds.filter(({ type }) => type === facts.part.type)
    const broken = own.flatMap((bound) => brokenBy(facts, bound)).at(0)
    return broken ? flagsOf(facts, broken) : []
  }
}

interface Broken {
  bound: Bound
  stated: number
  limit: Limit
}

function brokenBy(facts: Facts, bound: Bound): Broken[] {
  const slip = slipOf(facts)
  const printed = bound.stated.flatMap((field) => slip.box(field) ?? [])
  const unfit = bound.needs?.some((name) => slip.box(name) === undefined) || bound.without?.some(slip.box)
  if (printed.length === 0 || unfit || bound.unless?.(slip)) return []
  const stated = printed.reduce((sum, value) => sum + value, 0)
  const [least, most] = [bound.least?.(slip), bound.most?.(slip)]
  if (least && stated < least.amount - bound.tolerance) return [{ bound, stated, limit: least }]
  const over = most && (bound.below ? stated >= most.amount : stated > most.amount + bound.tolerance)
  return over ? [{ bound, stated, limit: most }] : []
}

const slipOf = (facts: Facts): Slip => ({
  year: taxYear(facts),
  canada: canadianFigures(taxYear(facts)),
  box: (field) => amount(facts, field),
  says: (field) => text(facts, field),
  others: (codes) =>
    rowsNamed(facts, 'other_information')
      .filter(({ values }) => codes.has(String(values.code)))
      .reduce((sum, { values }) => sum + Number(values.amount ?? 0), 0),
})

function flagsOf(facts: Facts, { bound, stated, limit }: Broken): Flag[] {
  return claim(facts, {
    code: bound.code,
    family: 'arithmetic',
    severity: bound.severity,
    proof: bound.clear,
    message: worded(facts, bound.wording, stated, limit),
    fields: [...bound.stated, ...(bound.needs ?? []), ...(bound.beside ?? [])],
    // What several boxes come to is printed nowhere, and no digit of it was misread.
    ...(fieldsOf(facts, bound.stated).length === 1 ? { figures: [stated, limit.amount] as const } : {}),
  })
}

function worded(facts: Facts, wording: string, stated: number, { amount: limit, rate = 0, of = 0 }: Limit): string {
  const known: Record<string, string> = {
    stated: money(stated),
    limit: money(limit),
    rate: percent(rate),
    of: money(of),
    year: String(taxYear(facts)),
  }
  return wording.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? money(amount(facts, name) ?? 0))
}
