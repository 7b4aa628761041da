import { type Box, height, middle, overlapUp } from '../../model/box.ts'
import type { Compartment, PageLayout } from '../../model/layout.ts'
import type { FormValue, Word } from '../../model/page.ts'
import { foldCase } from '../../values/fold.ts'

/** A word's folded text, in the parts that punctuation leaves: `CPP/QPP` is two tokens, `Employee's` is one. */
export interface Token {
  text: string
  word: Word
  /** The word's next token. */
  rest: Token | undefined
}

/** What the engine reads of one page: words with their neighbours, the form's widgets, the boxes that rules draw. */
export interface SlipView {
  number: number
  words: readonly Word[]
  /** The first token of each word that has one. */
  heads: ReadonlyMap<Word, Token>
  byText: ReadonlyMap<string, readonly Token[]>
  /** The word that follows on the same base line, however far. */
  right: ReadonlyMap<Word, Word>
  left: ReadonlyMap<Word, Word>
  form: readonly FormValue[]
  compartments: readonly Compartment[]
}

/** Lower case, no accents, no apostrophes; everything else that is no letter or digit parts tokens. */
export function tokensOf(text: string): string[] {
  return foldCase(text)
    .replaceAll("'", '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

export function viewSlip(
  { page, compartments }: PageLayout,
  given: readonly Word[],
  form: readonly FormValue[],
): SlipView {
  const words = given.flatMap(parted)
  const tokens = words.flatMap(chain)
  const right = new Map<Word, Word>()
  const left = new Map<Word, Word>()
  for (const row of rowsOf(words)) {
    for (const [at, word] of row.entries()) {
      const next = row[at + 1]
      if (next) {
        right.set(word, next)
        left.set(next, word)
      }
    }
  }
  return {
    number: page.number,
    words,
    heads: new Map(tokens.toReversed().map((token) => [token.word, token])),
    byText: Map.groupBy(tokens, ({ text }) => text),
    right,
    left,
    form,
    compartments,
  }
}

/** `TIN:61-0884417`: a caption that runs into its value, by as much of the box as their letters take. */
function parted(word: Word): Word[] {
  const at = word.origin === 'form' ? -1 : word.text.search(GLUED)
  if (at < 0) return [word]
  const [x0, y0, x1, y1] = word.box
  const cut = x0 + ((x1 - x0) * (at + 1)) / word.text.length
  const [caption, value] = [word.text.slice(0, at + 1), word.text.slice(at + 1)]
  return [
    { ...word, text: caption, box: [x0, y0, cut, y1] },
    { ...word, text: value, box: [cut, y0, x1, y1] },
  ]
}

const GLUED = /(?<=^\p{L}[\p{L}.'’]*):(?=[\d*•#X])/u

function chain(word: Word): Token[] {
  const tokens: Token[] = []
  for (const text of tokensOf(word.text).toReversed()) tokens.unshift({ text, word, rest: tokens[0] })
  return tokens
}

/** Words that stand on one base line, left to right; small captions beside large values do not draw rows together. */
export function rowsOf(words: readonly Word[]): Word[][] {
  const rows: { box: Box; words: Word[] }[] = []
  for (const word of words.toSorted((a, b) => middle(b.box)[1] - middle(a.box)[1])) {
    const row = rows.findLast(
      ({ box }, at) => rows.length - at < 6 && overlapUp(box, word.box) > 0.55 && alike(box, word.box),
    )
    if (row) row.words.push(word)
    else rows.push({ box: word.box, words: [word] })
  }
  return rows.map((row) => row.words.toSorted((a, b) => a.box[0] - b.box[0]))
}

function alike(a: Box, b: Box): boolean {
  const [low, high] = [Math.min(height(a), height(b)), Math.max(height(a), height(b))]
  return Math.abs(middle(a)[1] - middle(b)[1]) < 0.5 * low || high < 1.4 * low
}

/** White space between two words of a row, in the larger one's font size. */
export function gap(left: Word, right: Word): number {
  return (right.box[0] - left.box[2]) / Math.max(left.size, right.size, 1)
}

/** Words of a row are one segment while the gaps between them are narrower than `widest` font sizes. */
export function segmentsOf(words: readonly Word[], widest: number): Word[][] {
  return rowsOf(words).flatMap((row) => {
    const segments: Word[][] = []
    for (const [at, word] of row.entries()) {
      const before = row[at - 1]
      if (before && gap(before, word) < widest) segments.at(-1)?.push(word)
      else segments.push([word])
    }
    return segments
  })
}
