import { around, overlapUp } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { Word } from '../../model/page.ts'
import { gap, type SlipView } from './slip-view.ts'

type Year = Pick<Field, 'value' | 'printed' | 'words' | 'box' | 'method' | 'confidence'>

/** The halves of a year that a form prints apart are larger than this, in points. */
const LARGE = 10

const MONTH = /^(?:jan|feb|fev|mar|apr|avr|may|mai|jun|jul|aug|aou|sep|oct|nov|dec)/i

/**
 * The year that a slip without a year box prints: large beside the title (W-2), in two halves `20 25` in the OMB block
 * (1099), after "calendar year", and at last the layout's tag `T4 (25)`. Form revisions and dates are no tax years.
 */
export function printedYear(view: SlipView): Year | undefined {
  const whole = view.words
    .filter(({ text }) => /^20[0-4]\d$/.test(text))
    .filter((word) => !inDate(view, word))
    .map((word) => [word])
  const halves = view.words.filter(({ text }) => text === '20').flatMap((word) => halved(view, word))
  const found = [...halves, ...whole].toSorted((a, b) => prominence(view, b) - prominence(view, a))[0]
  return found ? yearOf(found, found.map(({ text }) => text).join(''), 'printed', 0.85) : undefined
}

/** The layout's tag, `T4 (25)`: its year is the tax year of nearly every slip printed on it. */
export function taggedYear(view: SlipView): Year | undefined {
  const tag = view.words.find((word) => isTag(view, word))
  const joined = view.words.find(({ text }) => /^(?:T\d\w*|NR4)\(\d\d\)$/i.test(text))
  const word = tag ?? joined
  return word ? yearOf([word], `20${/\((\d\d)\)/.exec(word.text)?.[1]}`, 'tag', 0.75) : undefined
}

/** `(25)` behind the form's name. */
export function isTag(view: SlipView, word: Word): boolean {
  const before = view.left.get(word)
  return /^\(\d\d\)$/.test(word.text) && before !== undefined && /^(?:T\d\w*|NR4|RL-?\d)$/i.test(before.text)
}

function yearOf(words: Word[], value: string, method: string, confidence: number): Year {
  return {
    value,
    printed: words.map(({ text }) => text).join(' '),
    words,
    box: around(words.map(({ box }) => box)),
    method,
    confidence,
  }
}

/** `20` and `25` side by side, whether both are printed or the second is filled in. */
function halved(view: SlipView, word: Word): Word[][] {
  const near = view.words.filter(
    (other) =>
      /^[012]\d$/.test(other.text) &&
      overlapUp(word.box, other.box) > 0.5 &&
      other.box[0] > word.box[2] - 2 &&
      gap(word, other) < (other.origin === 'form' ? 2 : 0.45),
  )
  const large = near.filter(
    (other) =>
      other.origin === 'form' ||
      announced(view, word) ||
      (word.size > LARGE && Math.abs(other.size - word.size) < 0.25 * word.size),
  )
  return large.slice(0, 1).map((other) => [word, other])
}

function prominence(view: SlipView, words: Word[]): number {
  const [first] = words as [Word]
  return first.size + (first.bold ? 1 : 0) + (announced(view, first) ? 6 : 0)
}

const YEAR_WORD = /^(?:year|année|annee|pour|tax)\W*$/i

/** "Year" stands before it, or ends the row above it. */
function announced(view: SlipView, word: Word): boolean {
  const before = view.left.get(word)
  if (before && /^for$/i.test(before.text)) return true
  if (before && YEAR_WORD.test(before.text) && gap(before, word) < 2) return true
  const [x0, , x1, y1] = word.box
  return view.words.some(
    ({ text, box }) =>
      YEAR_WORD.test(text) && box[1] > y1 - 3 && box[1] < y1 + 10 && box[0] < x1 + 60 && box[2] > x0 - 20,
  )
}

function inDate(view: SlipView, word: Word): boolean {
  const [before, after] = [view.left.get(word), view.right.get(word)]
  const near = before && gap(before, word) < 1 ? before.text : ''
  const next = after && gap(word, after) < 1 ? after.text : ''
  return MONTH.test(near) || /^\d{1,2},$/.test(near) || /^\(?rev/i.test(near) || MONTH.test(next)
}
