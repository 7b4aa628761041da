import { foldCase } from '../values/fold.ts'
import { sourceOf } from '../vocabulary/compile.ts'
import { LANGUAGES } from '../vocabulary/languages.ts'
import { canRead, type Language } from './tesseract.ts'

/** The words that a page in a language is full of, folded. */
const frequentIn = (language: string) => {
  const words = LANGUAGES.find((one) => one.language === language)?.concepts['ocr.frequent'] ?? []
  return new RegExp(`^(?:${words.map(sourceOf).join('|')})$`, 'u')
}

const FREQUENT: Readonly<Record<Language, RegExp>> = {
  eng: frequentIn('English'),
  fra: frequentIn('French'),
  deu: frequentIn('German'),
  spa: frequentIn('Spanish'),
  por: frequentIn('Portuguese'),
  ita: frequentIn('Italian'),
  swe: frequentIn('Swedish'),
  dan: frequentIn('Danish'),
  nor: frequentIn('Norwegian'),
  fin: frequentIn('Finnish'),
  pol: frequentIn('Polish'),
}

/** English first, which wins a draw. */
const READ = (Object.keys(FREQUENT) as Language[]).filter(canRead)

/** A page with this share of French among its frequent words is bilingual. */
const BILINGUAL = 0.15

/** Any other language but French has so many times as many frequent words as English: place names abroad have some. */
const CLEARLY = 1.3

/**
 * The language that most frequent words belong to; undefined where there are too few to tell. English wins a draw, but
 * a page in English and French is French: that data reads English as well, and English data no accents.
 */
export function languageOf(words: readonly { text: string }[]): Language | undefined {
  const said = words.map(({ text }) => foldCase(text.replace(/^\P{L}+|\P{L}+$/gu, '')))
  const counts = new Map(READ.map((each) => [each, said.filter((word) => FREQUENT[each].test(word)).length]))
  const count = (language: Language) => counts.get(language) ?? 0
  const [first = 'eng'] = READ.toSorted((a, b) => count(b) - count(a))
  if (count(first) < 3) return undefined
  const french = new Set(said.filter((word) => FREQUENT.fra.test(word)))
  if (first === 'eng') return french.size >= 3 && count('fra') >= BILINGUAL * count('eng') ? 'fra' : 'eng'
  return first !== 'fra' && count(first) < CLEARLY * count('eng') ? 'eng' : first
}
