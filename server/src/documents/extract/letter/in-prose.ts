import { around } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { PageLayout } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { foldBlanks } from '../../values/fold.ts'
import { recognised } from '../labels/candidate.ts'
import { foldWords, wordsBetween } from '../labels/folded-line.ts'
import { SURENESS } from './sureness.ts'

/** A name in running text: how its words are written, and what stands before it and behind it, folded. */
export interface NameInProse {
  /** A run of words as printed, for capitals tell names from other words; the name is the run or a part of it. */
  run: RegExp
  fewestWords: number
  before: RegExp
  after: RegExp
  accepts: (name: string) => boolean
}

/** The first name of the pages' running text, over line ends, that stands as it says. */
export function inProse(pages: readonly PageLayout[], wanted: NameInProse): Field | undefined {
  for (const { page, lines } of pages) {
    const words = lines.flatMap(({ segments }) => segments.flatMap((segment) => segment.words))
    const found = nameAmong(words, wanted)
    if (found) return nameField(found, page.number)
  }
  return undefined
}

/** The first name of one line that stands as it says: a subject, a heading. */
export function inLines(pages: readonly PageLayout[], wanted: NameInProse): Field | undefined {
  for (const { page, lines } of pages) {
    for (const { words } of lines.flatMap(({ segments }) => segments)) {
      const found = nameAmong(words, wanted)
      if (found) return nameField(found, page.number)
    }
  }
  return undefined
}

function nameAmong(words: Word[], { run, fewestWords, before, after, accepts }: NameInProse): Word[] | undefined {
  const folded = foldWords(words)
  const text = words.map((word) => word.text).join(' ')
  for (const { index, 0: whole } of text.matchAll(run)) {
    for (const [start, end] of partsOf(whole, fewestWords)) {
      const [from, to] = [index + start, index + end]
      const stands = before.test(folded.text.slice(0, from)) && after.test(folded.text.slice(to))
      const named = stands && accepts(text.slice(from, to)) ? wordsBetween(folded, from, to) : undefined
      if (named && !isTorn(named)) return named
    }
  }
  return undefined
}

/** Words of one line this many sizes apart stand in two columns, and are no one name. */
const APART = 3

const isTorn = (words: readonly Word[]) =>
  words.some(({ box, size }, at) => {
    const before = words[at - 1]
    return before !== undefined && Math.abs(before.box[1] - box[1]) < 1 && box[0] - before.box[2] > APART * size
  })

/**
 * Runs of whole words within a run, the leftmost and longest first, without a comma behind them; with the full stop
 * behind them, which may be that of `Ltd.`, before without it.
 */
function partsOf(run: string, fewestWords: number): (readonly [start: number, end: number])[] {
  const words = Array.from(run.matchAll(/\S+/g), ({ index, 0: { length } }) => [index, index + length] as const)
  return words.flatMap(([start], first) =>
    words
      .slice(first + fewestWords - 1)
      .toReversed()
      .flatMap(([, end]) => {
        const text = run.slice(start, end)
        const ends = new Set([text.replace(/,+$/, '').length, text.replace(/[.,]+$/, '').length])
        return [...ends].map((length) => [start, start + length] as const)
      }),
  )
}

function nameField(words: Word[], page: number): Field {
  const value = foldBlanks(words.map(({ text }) => text).join(' '))
  const box = around(words.map((word) => word.box))
  return {
    value,
    printed: value,
    confidence: SURENESS.sentence * recognised(words),
    page,
    box,
    words,
    method: 'sentence',
  }
}
