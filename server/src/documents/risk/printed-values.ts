import type { Flag } from '../model/findings.ts'
import type { Page, Word } from '../model/page.ts'
import { WITH_CENTS } from '../values/amount.ts'
import type { Facts } from './facts.ts'
import { isOneValue, isPrinted, loneValue, MOST_ALONE, pagesOf } from './lone-values.ts'

/** Words that print one value: a field's, or an amount of no field. */
export interface PrintedValue {
  page: Page
  words: readonly Word[]
}

/** What a paper is read for, where it stands on one line of a page's own text. */
export function printedValues(facts: Facts): PrintedValue[] {
  const fields = Object.values(facts.part.fields)
  return pagesOf(facts).flatMap((page) => {
    const own = fields.filter((field) => field.page === page.number).map(({ words }) => words.filter(isPrinted))
    const taken = new Set(own.flat())
    const amounts = page.words.filter((word) => isPrinted(word) && WITH_CENTS.test(word.text) && !taken.has(word))
    return [...own.filter(isOneValue), ...amounts.map((word) => [word])].map((words) => ({ page, words }))
  })
}

/** Flags of values that `judge` finds set unlike all others; where it finds many, it is how the page is made. */
export function unlikeOthers(facts: Facts, code: string, judge: (value: PrintedValue) => string | undefined): Flag[] {
  const found = printedValues(facts).flatMap((value) => {
    const what = judge(value)
    return what === undefined ? [] : [{ ...value, what }]
  })
  if (new Set(found.map(({ words }) => words[0])).size > MOST_ALONE) return []
  return found.flatMap(({ page, words, what }) => {
    const message = `"${words.map(({ text }) => text).join(' ')}" alone ${what}`
    return loneValue(facts, page, words, { code, message })
  })
}

/** Height of a word's base line, in points; its box reaches as far under it in every font. */
export const baseOf = ({ box, size }: Word): number => box[1] + 0.22 * size

/** Blank between two words of one line, in points; negative where they overlap. */
export const gapBetween = (a: Word, b: Word): number =>
  a.box[0] < b.box[0] ? b.box[0] - a.box[2] : a.box[0] - b.box[2]

/** What programs lay things out by, in points: quarters, of which pixels have three; and how they round. */
const [STEP, ROUNDED] = [0.25, 0.02]

/** Whether somebody may have chosen this distance or size: nobody meets a step by eye. */
export const isLaidOut = (points: number): boolean =>
  Math.abs(points / STEP - Math.round(points / STEP)) * STEP < ROUNDED
