import { type Concept, LANGUAGES } from './languages.ts'

export type { Concept }

/**
 * Patterns of the vocabulary, over folded text (values/fold.ts: lower case, no accents, plain quotes and dashes). A
 * phrase is written as it stands on paper, folded, with a little notation:
 *
 *     bill[ed] to        what stands in brackets may be missing
 *     (account|card) no  one or the other
 *     sub~total          a blank, a hyphen or nothing
 *     rechnung*          any letters go on
 *     _bar_              the word begins or ends here, where the pattern does not say so by itself
 *     /net \d{1,3}/      a pattern, where words do not do
 *
 * Of two phrases that fit one place the longer counts. Patterns are made when a module is loaded, not when they are used.
 */
export function phrases(...concepts: readonly Concept[]): string {
  const all = new Set(concepts.flatMap(phrasesOf))
  const sources = [...all].sort((a, b) => b.length - a.length).map(sourceOf)
  // No phrase in any language: nothing fits, where an empty pattern would fit everything.
  return sources.length === 0 ? '(?!)' : `(?:${sources.join('|')})`
}

/** The phrases of a concept in all languages, the surest language's first. */
export function phrasesOf(concept: Concept): readonly string[] {
  return phrasesByLanguage(concept).flat()
}

/** The phrases of a concept, a list for each language that has some. */
export function phrasesByLanguage(concept: Concept): readonly (readonly string[])[] {
  return LANGUAGES.flatMap(({ concepts }) => (concepts[concept] ? [concepts[concept]] : []))
}

const WORD_BEGINS = '(?<![\\p{L}\\d_])'
const WORD_ENDS = '(?![\\p{L}\\d_])'

/** The text begins with one of the phrases. */
export const begins = (...concepts: readonly Concept[]) => new RegExp(`^${phrases(...concepts)}${WORD_ENDS}`, 'u')

/** The text begins with one of the phrases, as a whole word or as the beginning of a longer one. */
export const opens = (...concepts: readonly Concept[]) => new RegExp(`^${phrases(...concepts)}`, 'u')

/** The text is one of the phrases. */
export const exactly = (...concepts: readonly Concept[]) => new RegExp(`^${phrases(...concepts)}$`, 'u')

/** One of the phrases stands in the text, as whole words. */
export const within = (...concepts: readonly Concept[]) =>
  new RegExp(`${WORD_BEGINS}${phrases(...concepts)}${WORD_ENDS}`, 'u')

/** One of the phrases stands in the text as a label does: figures may follow it at once (`Nr.12`). */
export const labelled = (...concepts: readonly Concept[]) =>
  new RegExp(`(?<!\\p{L})${phrases(...concepts)}(?!\\p{L})`, 'u')

/** One of the phrases stands in the text, be it within a longer word. */
export const holds = (...concepts: readonly Concept[]) => new RegExp(phrases(...concepts), 'u')

/** The source of a phrase's pattern. */
export function sourceOf(phrase: string): string {
  const pattern = /^\/(.+)\/$/.exec(phrase)?.[1]
  if (pattern !== undefined) return pattern
  const source = phrase.replace(/_(?=$|[)\]|])|[()[\]|~*_.$^+?{}]/g, (sign, at) =>
    sign === '_' && at > 0 && !OPENING.test(phrase[at - 1] as string) ? WORD_ENDS : (NOTATION[sign] ?? `\\${sign}`),
  )
  return source.replace(/[øæłıđ]/g, (letter) => OF_FEW_LANGUAGES[letter] ?? letter)
}

/** Letters that have no accent to fold, and what recognition in another language makes of them. */
const OF_FEW_LANGUAGES: Readonly<Record<string, string>> = {
  ø: '[øog]',
  æ: '(?:æ|ae|a)',
  ł: '[łl]',
  ı: '[ıi]',
  đ: '[đd]',
}

const OPENING = /[([|]/

const NOTATION: Readonly<Record<string, string>> = {
  '(': '(?:',
  ')': ')',
  '[': '(?:',
  ']': ')?',
  '|': '|',
  '~': '[ -]?',
  '*': '\\p{L}*',
  _: WORD_BEGINS,
}
