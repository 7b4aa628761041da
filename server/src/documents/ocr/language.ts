import { foldCase } from '../values/fold.ts'
import { sourceOf } from '../vocabulary/compile.ts'
import { LANGUAGES } from '../vocabulary/languages.ts'
import type { Language } from './tesseract.ts'

/** The words that a page in a language is full of, folded. */
const frequentIn = (language: string) => {
  const words = LANGUAGES.find((one) => one.language === language)?.concepts['ocr.frequent'] ?? []
  return new RegExp(`^(?:${words.map(sourceOf).join('|')})$`, 'u')
}

const FREQUENT: Record<Language, RegExp> = {
  eng: frequentIn('English'),
  fra: frequentIn('French'),
  deu: frequentIn('German'),
}

/** A page with this share of French among its frequent words is bilingual. */
const BILINGUAL = 0.15

/**
 * The language that most frequent words belong to; undefined where there are too few to tell. English wins a draw, but
 * a page in English and French is French: that data reads English as well, and English data no accents.
 */
export function languageOf(words: readonly { text: string }[]): Language | undefined {
  const counts = { eng: 0, fra: 0, deu: 0 }
  const french = new Set<string>()
  for (const { text } of words) {
    const word = foldCase(text.replace(/^\P{L}+|\P{L}+$/gu, ''))
    for (const language of ['eng', 'fra', 'deu'] as const) if (FREQUENT[language].test(word)) counts[language]++
    if (FREQUENT.fra.test(word)) french.add(word)
  }
  const [first, second] = (['eng', 'fra', 'deu'] as const).toSorted((a, b) => counts[b] - counts[a])
  if (!first || !second || counts[first] < 3) return undefined
  if (first === 'eng' && french.size >= 3 && counts.fra >= BILINGUAL * counts.eng) return 'fra'
  return first === 'deu' && counts.deu < 1.3 * counts.eng ? 'eng' : first
}
