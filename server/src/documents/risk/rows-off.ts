import type { Word } from '../model/page.ts'
import { WITH_CENTS } from '../values/amount.ts'
import type { Facts, Rule } from './facts.ts'
import { isPrinted, loneValue, pagesOf } from './lone-values.ts'
import { baseOf, isLaidOut } from './printed-values.ts'

/** Amounts off in one way are more than a forger changes by hand one by one: fewer are told each by itself. */
const FEWEST_OFF = 4
/** Distances nearer than this are one, in points. */
const SAME = 0.06
/** Off their lines by so much, in points and in sizes: less is how programs round, more is another line. */
const [LEAST, MOST] = [0.25, 0.15]
/**
 * Longer by one digit, in sizes: digits are about half a size wide. A typewriter's are six tenths, where a block of
 * figures stands a place further right by design.
 */
const [NARROW, BROAD] = [0.44, 0.58]
/** Amounts that end at one edge, in points, and how many of them make one. */
const AT_EDGE = 0.1
const FEWEST_AT_EDGE = 3

const PLAIN = /\d[.,]\d{2}$/

const isLike = (a: Word, b: Word) => a.program === b.program && Math.abs(a.size - b.size) < 0.01

/** Words by the distance that they are off by, largest group first. */
function groupsOf(found: readonly { word: Word; off: number }[]): { off: number; words: Word[] }[] {
  const groups: { off: number; words: Word[] }[] = []
  for (const { word, off } of found) {
    const group = groups.find((each) => Math.abs(each.off - off) < SAME)
    if (group) group.words.push(word)
    else groups.push({ off, words: [word] })
  }
  return groups.toSorted((a, b) => b.words.length - a.words.length)
}

const amountsOn = (words: readonly Word[]) => words.filter(({ text }) => WITH_CENTS.test(text) && PLAIN.test(text))

/** How far an amount lies off the words with letters of its line; undefined where there are none, or not one line. */
function offLine(word: Word, words: readonly Word[]): number | undefined {
  const said = words.filter(
    (other) =>
      isLike(word, other) &&
      /\p{L}{2}/u.test(other.text) &&
      other.box[2] <= word.box[0] &&
      Math.abs(baseOf(other) - baseOf(word)) < MOST * word.size,
  )
  const [first] = said
  if (!first || said.some((other) => Math.abs(baseOf(other) - baseOf(first)) > SAME)) return undefined
  return baseOf(word) - baseOf(first)
}

/** Amounts off the lines of their captions by one distance, in columns of which others are level with theirs. */
const rowsOffLine: Rule = (facts) =>
  flagsOf(facts, (words) => {
    const told = amountsOn(words).flatMap((word) => {
      const off = offLine(word, words)
      return off === undefined ? [] : [{ word, off }]
    })
    const level = told.filter(({ off }) => Math.abs(off) < SAME).map(({ word }) => word)
    const off = told.filter((each) => Math.abs(each.off) > LEAST && !isLaidOut(each.off))
    const [group] = groupsOf(off)
    if (!group || group.words.length < FEWEST_OFF || group.words.length !== off.length) return undefined
    const isMixed = (word: Word) => level.some((other) => isLike(word, other) && isInColumn(word, other))
    if (!group.words.every(isMixed)) return undefined
    return { words: group.words, what: `lie ${Math.abs(group.off).toFixed(1)} points off the lines of their captions` }
  })

const isInColumn = (a: Word, b: Word) => Math.abs(a.box[2] - b.box[2]) < AT_EDGE

/** Amounts that end behind the edge of their columns by one digit: they begin where a shorter one began. */
const rowsOffEdge: Rule = (facts) =>
  flagsOf(facts, (words) => {
    const amounts = amountsOn(words)
    const found = amounts.flatMap((word) => {
      const column = amounts.filter((other) => isLike(word, other) && isBehind(word, other) && !isInColumn(word, other))
      const [edge] = [...Map.groupBy(column, ({ box }) => box[2].toFixed(1)).values()].toSorted(
        (a, b) => b.length - a.length,
      )
      return edge && edge.length >= FEWEST_AT_EDGE ? [{ word, off: word.box[2] - (edge[0] as Word).box[2], edge }] : []
    })
    const [group] = groupsOf(found.filter(({ off }) => !isLaidOut(off)))
    if (!group || group.words.length < FEWEST_OFF || group.words.length !== found.length) return undefined
    if (found.some(({ word, edge }) => [word, ...edge].some((each) => hasMark(each, words)))) return undefined
    const columns = Map.groupBy(found, ({ edge }) => edge[0])
    const isMixed = [...columns.values()].some((all) =>
      areAmong(
        all[0]?.edge ?? [],
        all.map(({ word }) => word),
      ),
    )
    if (isMixed) return undefined
    return {
      words: group.words,
      what: `end ${group.off.toFixed(1)} points, a digit's width, behind the edge of their column`,
    }
  })

function isBehind(word: Word, other: Word): boolean {
  const off = (word.box[2] - other.box[2]) / word.size
  return off > NARROW && off < BROAD
}

/** A sign or a letter that stands right behind an amount shares its column, so that amounts end where it lets them. */
const hasMark = (word: Word, words: readonly Word[]) =>
  words.some(({ box }) => box[0] >= word.box[2] - 1 && box[0] - word.box[2] < word.size && isOnLine(box, word))

const isOnLine = ([, foot]: Word['box'], word: Word) => Math.abs(foot - word.box[1]) < 0.5 * word.size

/** Whether figures of the edge stand among those behind it: then a column has two edges by design. */
function areAmong(edge: readonly Word[], off: readonly Word[]): boolean {
  const feet = off.map(({ box }) => box[1])
  return edge.some(({ box }) => box[1] < Math.max(...feet) && box[1] > Math.min(...feet))
}

function flagsOf(facts: Facts, judge: (words: readonly Word[]) => { words: Word[]; what: string } | undefined) {
  return pagesOf(facts).flatMap((page) => {
    const found = judge(page.words.filter(isPrinted))
    if (!found) return []
    const message = `${found.words.length} amounts, "${found.words[0]?.text}" first, ${found.what}, others are in place`
    return loneValue(facts, page, found.words, { code: 'SLIGHTLY_OTHER_TYPE', message })
  })
}

/** Many values that were moved by one hand: who changes a balance changes all that follow from it. */
export const ROWS_OFF: readonly Rule[] = [rowsOffLine, rowsOffEdge]
