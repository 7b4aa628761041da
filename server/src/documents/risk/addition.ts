import type { Field } from '../model/findings.ts'
import { amount, type Facts } from './facts.ts'

/** `stated` = the sum of `terms`, each a field's name with its sign. */
export interface Addition {
  stated: string
  terms: readonly (readonly [sign: 1 | -1, field: string])[]
  /** Fields that some print with the sign of their direction and others without: only their size counts. */
  unsigned?: readonly string[]
  /** Fields that are no term of it, and not the term that it lacks either. */
  beside?: readonly string[]
}

/** A field of this confidence was read beside its own label; one below it may have been taken for its neighbour. */
const WELL_READ = 0.85
const CENT = 1
/** Of more amounts some two come to any sum by chance. */
const MOST_FOR_PAIRS = 25

/** What the addition lacks, in dollars: stated minus the sum; undefined where one of its fields is absent. */
export function gapOf(facts: Facts, { stated, terms, unsigned }: Addition): number | undefined {
  const sized = (name: string) => {
    const value = amount(facts, name)
    return value !== undefined && unsigned?.includes(name) ? Math.abs(value) : value
  }
  let gap = sized(stated)
  for (const [sign, name] of terms) {
    const value = sized(name)
    if (gap === undefined || value === undefined) return undefined
    gap -= sign * value
  }
  return gap === undefined ? undefined : Math.round(gap * 100) / 100
}

/**
 * Whether reading explains that an addition does not close: a term that was not read (a charge, a discount, a
 * second tax: some one or two printed amounts of that size), or a field of little confidence that stands for another
 * amount which is printed and would close it.
 */
export function isExplained(facts: Facts, { stated, terms, beside = [] }: Addition, gap: number): boolean {
  const names = [stated, ...terms.map(([, name]) => name)]
  if (
    isPrintedBeside(
      facts,
      gap,
      [...names, ...beside].flatMap((name) => amount(facts, name) ?? []),
    )
  )
    return true
  const wouldClose: [string, number][] = [
    [stated, -gap],
    ...terms.map(([sign, name]) => [name, sign * gap] as [string, number]),
  ]
  return wouldClose.some(([name, change]) => {
    const field = facts.part.fields[name] as Field
    return field.confidence < WELL_READ && facts.printed.has(toCents((field.value as number) + change))
  })
}

/** Whether one printed amount, or two together, come to `wanted`, the amounts in `own` left out. */
export function isPrintedBeside(facts: Pick<Facts, 'amounts'>, wanted: number, own: readonly number[]): boolean {
  const used = new Set(own.map(toCents))
  const size = toCents(wanted)
  const others = [...facts.amounts].filter((cents) => cents > 0 && !used.has(cents))
  const known = new Set(others)
  const has = (cents: number) => [-CENT, 0, CENT].some((off) => known.has(cents + off))
  if (has(size)) return true
  return others.length <= MOST_FOR_PAIRS && others.some((cents) => cents < size && has(size - cents))
}

function toCents(value: number): number {
  return Math.abs(Math.round(value * 100))
}
