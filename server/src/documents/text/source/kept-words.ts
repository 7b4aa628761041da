import type { ChangedWord } from '../../model/source.ts'

/** Of what came and of what went, each: a save that rewrites whole pages has more. */
const MOST_WORDS = 1000

const hasFigures = ({ text }: ChangedWord) => /\d/.test(text)

/** Those that are kept, figures before words: values are asked about, and any number of words can be changed beside. */
export function keptWords(words: readonly ChangedWord[]): ChangedWord[] {
  if (words.length <= MOST_WORDS) return [...words]
  return [...words.filter(hasFigures), ...words.filter((word) => !hasFigures(word))].slice(0, MOST_WORDS)
}
