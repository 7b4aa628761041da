import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { Word } from '../../model/page.ts'
import { foldBlanks } from '../../values/fold.ts'
import { recognised } from '../labels/candidate.ts'

/** What words print, as a field of text. */
export function fieldOfWords(
  words: Word[],
  page: number,
  { method, sureness }: { method: string; sureness: number },
): Field {
  const printed = foldBlanks(words.map(({ text }) => text).join(' '))
  const confidence = sureness * recognised(words)
  return { value: printed, printed, words, page, box: around(words.map(({ box }) => box)), method, confidence }
}
