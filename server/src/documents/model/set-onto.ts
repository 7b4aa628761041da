import { height, middle } from './box.ts'
import type { Word } from './page.ts'

/** Characters of one number lie this near, in sizes: overlapping by less, and further apart by less. */
const [OVER, APART] = [0.08, 0.1]
/** Sizes within one number. */
const ALIKE = 0.8
/** So many words of a page are its text; more numbers than this in two pieces, and it is how the program writes. */
const [FEWEST, MOST] = [12, 3]

/** Two words that are one number to the eye, left one first. */
export type Pair = readonly [left: Word, right: Word]

/**
 * Printed words of one page that read as one number, of which one came to the page after it was done: it was painted
 * last, or in a font that nothing else is set in.
 */
export function setOntoOneAnother(words: readonly Word[]): Pair[] {
  if (words.length < FEWEST) return []
  const pairs = adjoining(words).filter(([left, right]) => {
    const [first, later] = left.order < right.order ? [left, right] : [right, left]
    return later.order - first.order > 1 && cameLater(later, words)
  })
  return pairs.length > MOST ? [] : pairs
}

function adjoining(words: readonly Word[]): Pair[] {
  const sorted = words.filter(({ text }) => /\d/.test(text)).toSorted((a, b) => a.box[0] - b.box[0])
  return sorted.flatMap((left, index) => {
    const end = left.box[2] + APART * left.size
    const pairs: Pair[] = []
    for (let k = index + 1; k < sorted.length && (sorted[k] as Word).box[0] < end; k++) {
      const right = sorted[k] as Word
      // Places first: on a page made to hurt, every number stands among thousands of others.
      if (adjoins(left, right) && isOneNumber(left, right)) pairs.push([left, right])
    }
    return pairs
  })
}

/** Thousands as they are written before their mark, and what follows it. */
const [THOUSANDS, HUNDREDS] = [/^[^\d\s]{0,3}\d{1,3}(?:[.,'’]\d{3})*[.,'’]$/, /^\d{3}(?!\d)/]

const isOneNumber = ({ text: left }: Word, { text: right }: Word) =>
  (/\d$/.test(left) && /^(?:[.,/-]?\d)/.test(right)) || (THOUSANDS.test(left) && HUNDREDS.test(right))

/** Where words lie from each other: on one line, one right behind the other. */
function adjoins(left: Word, right: Word): boolean {
  const size = Math.max(left.size, right.size)
  const gap = right.box[0] - left.box[2]
  const level = Math.abs(middle(left.box)[1] - middle(right.box)[1]) < 0.2 * height(left.box)
  return level && gap > -OVER * size && gap < APART * size && Math.min(left.size, right.size) > ALIKE * size
}

function cameLater(word: Word, words: readonly Word[]): boolean {
  const after = words.filter(({ order }) => order > word.order).length
  const alike = words.filter(({ program }) => program === word.program).length
  return after <= MOST || (word.program !== undefined && alike <= MOST)
}
