import type { Word } from '../model/page.ts'
import type { Language } from './tesseract.ts'

/**
 * Letters that the data of a language give as an older norm had them, and as the language writes them: Romanian has
 * commas under its letters, where data that learned from old text have cedillas. Turkish has cedillas.
 */
const LETTERS: Partial<Record<Language, Readonly<Record<string, string>>>> = {
  ron: { ţ: 'ț', Ţ: 'Ț', ş: 'ș', Ş: 'Ș' },
}

/** The words in the letters of their language: on paper both are the same. Pure. */
export function inOwnLetters(words: readonly Word[], language: Language): Word[] {
  const letters = LETTERS[language]
  if (!letters) return [...words]
  return words.map((word) => {
    const text = Array.from(word.text, (letter) => letters[letter] ?? letter).join('')
    return text === word.text ? word : { ...word, text }
  })
}
