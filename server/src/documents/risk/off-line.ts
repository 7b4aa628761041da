import type { Word } from '../model/page.ts'
import type { Rule } from './facts.ts'
import { isPrinted } from './lone-values.ts'
import { baseOf, gapBetween, isLaidOut, type PrintedValue, unlikeOthers } from './printed-values.ts'

/** Base lines nearer than this are one, in points: programs round their numbers to a tenth of it. */
const LEVEL = 0.1
/** Of one line and no more, in sizes: what is off by more was meant to be. */
const [LEAST_OFF, MOST_OFF] = [0.015, 0.3]
/** Cells of a row are laid out apart, and rounded apart, by up to this, in points. */
const IN_ROW = 0.25
/** And what is off by more than this, in sizes, is set on another line of its cell. */
const HAIR = 0.15
/** A word right beside another, in sizes. */
const BESIDE = 0.6
/** Words that stand level with others of their line, before one that does not tells anything. */
const FEWEST_LEVEL = 10

type Type = Pick<Word, 'program' | 'size'>

const isSized = (a: Type, b: Type, by: number) => Math.abs(a.size - b.size) <= by * Math.max(a.size, b.size)
const isLike = (a: Type, b: Type) => a.program === b.program && isSized(a, b, 0.02)

/** Words on a word's line, but for `except`. */
const mates = (word: Word, all: readonly Word[], except: readonly Word[]) =>
  all.filter((other) => !except.includes(other) && Math.abs(baseOf(other) - baseOf(word)) < MOST_OFF * word.size)

/** How far a word lies over the others of its line, which are level with one another; 0 where none tells. */
function above(word: Word, others: readonly Word[]): number {
  const bases = others.map(baseOf)
  if (bases.length === 0 || Math.max(...bases) - Math.min(...bases) > LEVEL) return 0
  return baseOf(word) - (bases[0] as number)
}

/** Digits over or under the sign of their own word, in the same type; signs that are smaller are raised by design. */
function offSign(words: readonly Word[]): number {
  const offs = words.flatMap(({ pieces = [] }) => {
    const digits = pieces.find(({ text }) => /\d/.test(text))
    const sign = pieces.find(({ text }) => !/\d/.test(text))
    return digits && sign && isLike(digits, sign) ? [digits.rise - sign.rise] : []
  })
  return offs.find((off) => Math.abs(off) > LEVEL) ?? 0
}

/** Words of a sentence share a base line, but for raised signs. */
function offSentence(words: readonly Word[], all: readonly Word[]): number {
  const [first] = words as [Word]
  const near = mates(first, all, words).filter(
    (other) =>
      isSized(first, other, 0.15) && words.some((word) => Math.abs(gapBetween(word, other)) < BESIDE * word.size),
  )
  return above(first, near)
}

/** Whether all words of a font and size that share a line with another one are level with it. */
function areLevel(word: Word, alike: readonly Word[], except: readonly Word[]): boolean {
  const others = alike.filter((other) => !except.includes(other))
  const told = others.flatMap((other) => {
    const line = mates(other, others, [other])
    return line.length === 0 ? [] : [line.every((mate) => Math.abs(baseOf(mate) - baseOf(other)) < LEVEL)]
  })
  return told.length >= FEWEST_LEVEL && !told.includes(false) && !except.some(({ size }) => size !== word.size)
}

/** Cells of a row may be laid out apart, by whole steps of their program; by eye nobody meets one. */
function offRow(words: readonly Word[], all: readonly Word[]): number {
  const last = words.at(-1) as Word
  const alike = all.filter((word) => isLike(word, last))
  const off = above(last, mates(last, alike, words))
  const isHair = Math.abs(off) > IN_ROW && Math.abs(off) < HAIR * last.size && /\d/.test(last.text)
  return isHair && !isLaidOut(off) && areLevel(last, alike, words) ? off : 0
}

/** A value a hair over or under the line that it is on: it was put there by eye. */
export const offLine: Rule = (facts) =>
  unlikeOthers(facts, 'SLIGHTLY_OTHER_TYPE', ({ page, words }: PrintedValue) => {
    const all = page.words.filter(isPrinted)
    const off = offSign(words) || offSentence(words, all) || offRow(words, all)
    if (Math.abs(off) < Math.max(LEVEL, LEAST_OFF * (words[0] as Word).size)) return undefined
    return `stands ${Math.abs(off).toFixed(2)} points ${off > 0 ? 'above' : 'below'} its line`
  })
