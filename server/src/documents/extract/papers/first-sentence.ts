import type { Word } from '../../model/page.ts'
import { foldCase } from '../../values/fold.ts'
import { ABBREVIATIONS } from '../../vocabulary/papers.ts'

/** Up to a full stop behind a word that another sentence follows. */
export function firstSentence(words: Word[]): Word[] {
  const end = words.findIndex(({ text }, at) => endsSentence(text) && /^\p{Lu}/u.test(words[at + 1]?.text ?? ''))
  const last = words[end]
  return last ? [...words.slice(0, end), { ...last, text: last.text.slice(0, -1) }] : words
}

const endsSentence = (text: string) => /\p{L}{3}\.$/u.test(text) && !isAbbreviation(text)

/** Short words without a vowel but their first are abbreviations in every language: `Abs.`, `zzgl.`, `inkl.` */
const CONSONANTS = /^\p{L}[^aeiouyøæı]{1,4}$/u

function isAbbreviation(text: string): boolean {
  const folded = foldCase(text).slice(0, -1)
  return CONSONANTS.test(folded) || ABBREVIATIONS.has(folded)
}
