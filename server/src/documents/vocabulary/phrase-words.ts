import { LANGUAGES } from './languages.ts'

const known = new Map<string, readonly string[]>()

/**
 * The words that a language's phrases are made of, as they are written there: folded, compounds in one and apart.
 * Patterns have none.
 */
export function phraseWords(language: string): readonly string[] {
  const before = known.get(language)
  if (before) return before
  const written = Object.values(LANGUAGES.find((one) => one.language === language)?.concepts ?? {}).flat()
  const plain = written.filter((phrase) => !phrase.startsWith('/'))
  const joined = plain.filter((phrase) => phrase.includes('~')).flatMap((phrase) => spellings(phrase))
  const words = [...plain, ...joined.map((phrase) => phrase.replaceAll('~', ''))].flatMap(
    (text) => text.match(WORDS) ?? [],
  )
  known.set(language, [...new Set(words)])
  return known.get(language) ?? []
}

const WORDS = /\p{L}+/gu

/** More groups than this are told apart no further. */
const MOST_GROUPS = 5

/** What a phrase may say, its groups (`(a|b)`, `[c]`) each in turn as what it may be. */
function spellings(phrase: string, groups = MOST_GROUPS): string[] {
  const [whole, either, maybe = ''] = /\(([^()[\]]*)\)|\[([^()[\]]*)\]/.exec(phrase) ?? []
  if (whole === undefined || groups === 0) return [phrase]
  const ways = either === undefined ? ['', ...maybe.split('|')] : either.split('|')
  return ways.flatMap((way) =>
    spellings(
      phrase.replace(whole, () => way),
      groups - 1,
    ),
  )
}
