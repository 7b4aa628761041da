import { height, middle } from '../model/box.ts'
import type { Flag } from '../model/findings.ts'
import type { Page, Word } from '../model/page.ts'
import type { Rule } from './facts.ts'
import { FEWEST_USUAL, isPrinted, MOST_ALONE, MOST_WORDS, pagesOf, quoted } from './lone-values.ts'

/** Characters of one number lie this near, in sizes: overlapping by less, and further apart by less. */
const [OVER, APART] = [0.08, 0.1]
/** Sizes within one number. */
const ALIKE = 0.8

/** Where words lie from each other: on one line, one right behind the other. */
function adjoins(left: Word, right: Word): boolean {
  const size = Math.max(left.size, right.size)
  const gap = right.box[0] - left.box[2]
  const level = Math.abs(middle(left.box)[1] - middle(right.box)[1]) < 0.2 * height(left.box)
  return level && gap > -OVER * size && gap < APART * size && Math.min(left.size, right.size) > ALIKE * size
}

const isOneNumber = (left: Word, right: Word) => /\d$/.test(left.text) && /^(?:[.,/-]?\d)/.test(right.text)

/** Pairs of words that read as one number. */
function joined(words: readonly Word[]): [Word, Word][] {
  const sorted = words.filter(({ text }) => /\d/.test(text)).toSorted((a, b) => a.box[0] - b.box[0])
  return sorted.flatMap((left, index) => {
    const end = left.box[2] + APART * left.size
    const pairs: [Word, Word][] = []
    for (let k = index + 1; k < sorted.length && (sorted[k] as Word).box[0] < end; k++) {
      const right = sorted[k] as Word
      if (isOneNumber(left, right) && adjoins(left, right)) pairs.push([left, right])
    }
    return pairs
  })
}

/** Whether a word came to the page after it was done: the last ones painted, in a font that nothing else is set in. */
function cameLater(word: Word, words: readonly Word[]): boolean {
  const after = words.filter(({ order }) => order > word.order).length
  const alike = words.filter(({ program }) => program === word.program).length
  return after <= MOST_ALONE || (word.program !== undefined && alike <= MOST_ALONE)
}

/** Digits set onto a number that was there: the page shows one figure, of which the file has two pieces. */
const setOnto: Rule = (facts) =>
  pagesOf(facts).flatMap((page) => {
    const words = page.words.filter(isPrinted)
    if (words.length < FEWEST_USUAL) return []
    const pairs = joined(words).filter(([left, right]) => {
      const [first, later] = left.order < right.order ? [left, right] : [right, left]
      return later.order - first.order > 1 && cameLater(later, words)
    })
    return pairs.length > MOST_ALONE
      ? []
      : pairs.map((pair) => flag(page, pair, 'is one number to the eye, and was set at two times'))
  })

/** Digits of one number from two fonts of one name, of which one sets nothing else. */
const twoFonts: Rule = (facts) =>
  pagesOf(facts).flatMap((page) => {
    const words = page.words.filter(isPrinted)
    const uses = Map.groupBy(
      words.flatMap(({ pieces, program }) => pieces?.map((piece) => piece.program) ?? [program]),
      (program) => program,
    )
    const mixed = words.filter(({ text, pieces = [] }) => {
      const digits = pieces.filter((piece) => /\d/.test(piece.text))
      const [first] = digits
      const others = digits.filter((piece) => piece.font === first?.font && piece.program !== first?.program)
      const few = [first, ...others].some((piece) => (uses.get(piece?.program)?.length ?? 0) <= MOST_WORDS)
      return others.length > 0 && few && !/\p{L}/u.test(text)
    })
    if (mixed.length > MOST_ALONE || words.length < FEWEST_USUAL) return []
    return mixed.map((word) => flag(page, [word], 'comes from two fonts of one name'))
  })

function flag(page: Page, words: readonly Word[], what: string): Flag {
  return {
    code: 'NUMBER_IN_TWO_PIECES',
    family: 'typography',
    severity: 'high',
    proof: true,
    message: `"${quoted(words)}" ${what}`,
    fields: [],
    evidence: words.map(({ box }) => ({ page: page.number, bbox: box })),
  }
}

/** Numbers of which a part was put there by another hand. */
export const JOINED_NUMBERS: readonly Rule[] = [setOnto, twoFonts]
