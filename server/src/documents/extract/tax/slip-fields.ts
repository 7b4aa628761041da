import type { Field, Fields } from '../../model/findings.ts'
import type { Settled } from './assign.ts'

/** A settled claim as a field. The raw confidence grows with the claim's strength and its lead over rivals. */
export function fieldOf({ candidate, strength, lead, method }: Settled, page: number): Field {
  const read = candidate.words.length > 0 ? Math.min(...candidate.words.map(({ confidence }) => confidence)) : 1
  const { value, printed, words, box } = candidate
  return {
    value,
    printed,
    words,
    box,
    page,
    method,
    confidence: Math.min(0.99, strength * (0.75 + 0.25 * lead)) * (0.4 + 0.6 * read),
  }
}

/** The contract's fields among the settled claims; parts of names are joined elsewhere. */
export function plainFields(settled: ReadonlyMap<string, Settled>, page: number): Fields {
  return Object.fromEntries(
    [...settled].filter(([name]) => !name.startsWith('+')).map(([name, claim]) => [name, fieldOf(claim, page)]),
  )
}
