import { height, middle } from '../model/box.ts'
import type { Flag } from '../model/findings.ts'
import type { Page, Word, WordPiece } from '../model/page.ts'
import { WITH_CENTS } from '../values/amount.ts'
import type { Facts } from './facts.ts'

/** A value has at most this many words. */
export const MOST_WORDS = 6
/** So many words of a page in one font are the page's text. */
export const FEWEST_USUAL = 12
/** More values than this that stand apart, and it is how the program writes. */
export const MOST_ALONE = 3

export const pagesOf = ({ reading, part }: Facts): Page[] =>
  reading.pages.map(({ page }) => page).filter(({ number }) => part.pages.includes(number))

/** Words of the text layer that a reader sees, from left to right. */
export const isPrinted = ({ visibility, origin, turn }: Word): boolean =>
  visibility === 'shown' && origin === 'text' && turn === undefined

export function onOneLine(words: readonly Word[]): boolean {
  const [first] = words
  return words.every(({ box }) => first && Math.abs(middle(box)[1] - middle(first.box)[1]) < 0.5 * height(first.box))
}

/** Whether each word stands right behind the one before, as the words of one value do; blanks are 0.2 to 0.35 sizes. */
export const areTogether = (words: readonly Word[]): boolean =>
  words.every(({ box, size }, index) => index === 0 || box[0] - (words[index - 1] as Word).box[2] < size)

export const isOneValue = (words: readonly Word[]): boolean =>
  words.length > 0 && words.length <= MOST_WORDS && onOneLine(words) && areTogether(words)

export const quoted = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ')

/** How a word is set; where its signs come from another font than its digits, how those are. */
export const lookOf = (word: Word): Pick<WordPiece, 'font' | 'program' | 'size' | 'color'> =>
  word.pieces?.find(({ text }) => /\d/.test(text)) ?? word

/** A document's words by what `key` says of them, with their pages. */
export function wordsBy(
  pages: readonly Page[],
  key: (word: Word) => string,
): Map<string, { page: Page; words: Word[] }[]> {
  const all = new Map<string, { page: Page; words: Word[] }[]>()
  for (const page of pages)
    for (const [name, words] of Map.groupBy(page.words.filter(isPrinted), key))
      all.set(name, [...(all.get(name) ?? []), { page, words }])
  return all
}

type Use = { page: Page; words: Word[] }

/** Words that nothing but one font sets, by fonts that set nothing else: at most as many as a forger leaves. */
export function aloneIn(programs: ReadonlyMap<string, Use[]>, isAlone: (words: Word[]) => boolean): Use[] {
  const known = [...programs].flatMap(([program, uses]) => (program === '' ? [] : [uses]))
  const alone = known.filter(([use, ...more]) => use && more.length === 0 && isAlone(use.words))
  return alone.length > MOST_ALONE ? [] : alone.flat()
}

/** A document's words by the font that sets them. */
export const programsOf = (facts: Facts) => wordsBy(pagesOf(facts), (word) => lookOf(word).program ?? '')

/** People type the day beside their signature. */
const TYPED_IN = 'letter_date'

/**
 * The flag of a value that was set apart from its page: none where the words are neither a field's nor an amount,
 * unless `anyhow`.
 */
export function loneValue(
  facts: Facts,
  page: Page,
  words: readonly Word[],
  made: Pick<Flag, 'code' | 'message'>,
  anyhow = false,
): Flag[] {
  const fields = Object.entries(facts.part.fields).flatMap(([name, field]) =>
    field.words.some((word) => words.includes(word)) ? [name] : [],
  )
  const amount = words.some(({ text }) => WITH_CENTS.test(text))
  if (fields.length === 0 && !amount && !anyhow) return []
  return [
    {
      ...made,
      family: 'typography',
      severity: 'medium',
      proof: amount || anyhow || fields.some((name) => name !== TYPED_IN),
      fields,
      evidence: words.map(({ box }) => ({ page: page.number, bbox: box })),
    },
  ]
}
