import type { Page, Word } from '../model/page.ts'
import { WITH_CENTS } from '../values/amount.ts'
import type { Rule } from './facts.ts'
import { isPrinted, loneValue, lookOf, onOneLine, pagesOf } from './lone-values.ts'
import { isBold, isOfText, looksTheSame } from './typefaces.ts'

/** Amounts that end this near one another, in points, stand in one column. */
const AT_EDGE = 0.6
/** Sizes that nobody tells apart. */
const LIKE_SIZE = 0.06
/** Columns of fewer amounts say nothing of how they are set. */
const FEWEST = 4
/** Words of letters by which a font is the page's text. */
const FEWEST_OF_TEXT = 8

/** A number and what goes with it: a sign, a currency, brackets. */
const FIGURE = /^[^\p{L}]*\d[^\p{L}]*$/u

/** Programs that set nothing but figures on a page, and those that set its text. */
function programsOn(words: readonly Word[]) {
  const uses = Map.groupBy(words, (word) => lookOf(word).program ?? '')
  const figures = new Set<string>()
  const texts = new Set<string>()
  for (const [program, own] of uses) {
    if (program === '') continue
    if (own.every(({ text }) => FIGURE.test(text))) figures.add(program)
    else if (own.filter(({ text }) => /\p{L}{2}/u.test(text)).length >= FEWEST_OF_TEXT) texts.add(program)
  }
  return { figures, texts }
}

/** Amounts by the edge that they end at. */
function columnsOf(words: readonly Word[]): Word[][] {
  const columns: Word[][] = []
  const amounts = words.filter(({ text }) => WITH_CENTS.test(text)).toSorted((a, b) => a.box[2] - b.box[2])
  for (const word of amounts) {
    const column = columns.at(-1)
    if (column && word.box[2] - (column.at(-1) as Word).box[2] <= AT_EDGE) column.push(word)
    else columns.push([word])
  }
  return columns.filter((column) => column.length >= FEWEST)
}

/** Of one size and weight, and both such as text is set in: nobody chose the one to tell it from the other. */
function areAlike(word: Word, other: Word): boolean {
  const [one, its] = [lookOf(word), lookOf(other)]
  const isSized = Math.abs(one.size - its.size) <= LIKE_SIZE * its.size
  const ofText = looksTheSame(one.font, its.font) || (isOfText(one.font) && isOfText(its.font))
  return isSized && isBold(one.font) === isBold(its.font) && one.color === its.color && ofText
}

/** Amounts of a column in a font that sets figures only, between others in the font of the page's text. */
function broughtAlong(column: readonly Word[], { figures, texts }: ReturnType<typeof programsOn>): Word[] {
  const programOf = (word: Word) => lookOf(word).program ?? ''
  const own = column.filter((word) => texts.has(programOf(word)))
  return column.filter((word) => {
    const isBrought = figures.has(programOf(word)) && own.some((other) => areAlike(word, other))
    // A total that is ruled off is a line of its own; where it is the only one, other rules look at it.
    return isBrought && own.some(({ box }) => box[1] > word.box[3]) && !own.some((other) => onOneLine([word, other]))
  })
}

function foundOn(page: Page): Word[] {
  const words = page.words.filter(isPrinted)
  const programs = programsOn(words)
  if (programs.figures.size === 0 || programs.texts.size === 0) return []
  const brought = columnsOf(words).flatMap((column) => broughtAlong(column, programs))
  // What one column gives away tells of all that the font sets.
  const its = new Set(brought.map((word) => lookOf(word).program))
  return words.filter((word) => WITH_CENTS.test(word.text) && its.has(lookOf(word).program))
}

/**
 * Amounts of a column that the page's own font begins and another one goes on with, which sets nothing but figures:
 * whoever changed one balance and had to change all that follow brought a font along, or typed in one that looks alike.
 */
export const columnFaces: Rule = (facts) =>
  pagesOf(facts).flatMap((page) => {
    const found = foundOn(page)
    const [first] = found
    if (!first) return []
    const others = 'others of their columns in the font of the page'
    const count = `"${first.text}" and ${found.length - 1} amounts more`
    const message = `${count} are set in a font that sets nothing else, ${lookOf(first).font}; ${others}`
    return loneValue(facts, page, found, { code: 'FONT_OF_ITS_OWN', message })
  })
