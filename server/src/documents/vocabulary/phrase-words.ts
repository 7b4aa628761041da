import { LANGUAGES } from './languages.ts'

const known = new Map<string, readonly string[]>()

/** The words that a language's phrases are made of, as they are written there: folded. Patterns have none. */
export function phraseWords(language: string): readonly string[] {
  const before = known.get(language)
  if (before) return before
  const written = Object.values(LANGUAGES.find((one) => one.language === language)?.concepts ?? {}).flat()
  const words = written.filter((phrase) => !phrase.startsWith('/')).flatMap((phrase) => phrase.match(/\p{L}+/gu) ?? [])
  known.set(language, [...new Set(words)])
  return known.get(language) ?? []
}
