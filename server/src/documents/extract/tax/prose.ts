import type { Word } from '../../model/page.ts'
import { type SlipView, segmentsOf, tokensOf } from './slip-view.ts'

/** A segment of so many words, so many of them in small letters and no part of a caption, is a sentence. */
const SENTENCE = { words: 7, strange: 3 }

/** Words of a sentence follow each other more closely than this, in font sizes. */
const SENTENCE_GAP = 0.9

/**
 * The words of sentences: instructions on the back, notices. Captions that they quote are no labels and amounts that
 * they mention are no values. `captions` are the words of captions, `known` is the form's own vocabulary.
 */
export function proseWords(view: SlipView, captions: ReadonlySet<Word>, known: ReadonlySet<string>): Set<Word> {
  // Recognition may lose the first word of a caption; what is left of it is still the form's.
  const familiar = (word: Word) => word.origin === 'ocr' && tokensOf(word.text).every((token) => known.has(token))
  const prose = segmentsOf(view.words, SENTENCE_GAP).filter((segment) => {
    const strange = segment.filter(
      (word) => word.origin !== 'form' && !captions.has(word) && !familiar(word) && SMALL_LETTERS.test(word.text),
    )
    // `Corporation of the Township of Eastvale` has little words only.
    const long = strange.some(({ text }) => text.replace(/\P{L}/gu, '').length > 3)
    return segment.length >= SENTENCE.words && strange.length >= SENTENCE.strange && long
  })
  return new Set(prose.flat())
}

const SMALL_LETTERS = /^[("]?\p{Ll}[\p{Ll}’'-]*[).,;:"]*$/u
