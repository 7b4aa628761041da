import { type Concept, phrasesByLanguage, sourceOf } from '../../vocabulary/compile.ts'
import type { Label, RankedLabel } from './label.ts'

/**
 * What the languages call a value, as labels: those of an earlier concept are better, and within a concept a language's
 * first phrase is as good as any other language's.
 */
export function spoken(...concepts: readonly Concept[]): readonly RankedLabel[] {
  let first = 0
  return concepts.flatMap((concept) => {
    const lists = phrasesByLanguage(concept)
    const ranked = lists.flatMap((list) => list.map((phrase, at) => ({ label: labelOf(phrase), rank: first + at })))
    first += Math.max(0, ...lists.map((list) => list.length))
    return ranked
  })
}

/** The same to end a list of labels with: they are worse than those before them. */
export const alsoSpoken = (...concepts: readonly Concept[]): readonly Label[] =>
  concepts.flatMap((concept) => phrasesByLanguage(concept).flat().map(labelOf))

/** Phrases of plain words forgive what recognition confuses; those with notation are patterns. */
function labelOf(phrase: string): Exclude<Label, RankedLabel> {
  if (!/^\/|[[\]()|~*_]/.test(phrase)) return phrase
  return new RegExp(`(?<![\\p{L}\\d])${sourceOf(phrase)}(?![\\p{L}\\d])`, 'u')
}
