import { foldCase } from '../../values/fold.ts'
import { begins, opens, within } from '../../vocabulary/compile.ts'
import type { Piece } from './pieces.ts'
import { sumName } from './sum-words.ts'

const TOTALS_WORD = opens('totals.word')

/** What a page's goods come to, said at its end and again where the next begins. */
const CARRIED = opens('totals.carried')

export function isCarried(texts: readonly Piece[]): boolean {
  return texts.some(({ text }) => CARRIED.test(foldCase(text)))
}

/** Whether a line of a table is a sum of it, and no goods: named as one, and neither counted nor priced. */
export function isTotalsLine(texts: readonly Piece[], counts: number): boolean {
  if (counts > 1) return false
  return texts.some(({ text, words }) => {
    const folded = foldCase(text).replace(/^[^\p{L}]+/u, '')
    const named = counts === 0 ? sumName(text)?.kind : undefined
    return (
      (named !== undefined && named !== 'charge' && named !== 'discount') ||
      TOTALS_WORD.test(folded) ||
      (counts === 0 && words.length <= 4 && SUM_WITHIN.test(folded))
    )
  })
}

const SECTION = opens('totals.next_section')

/** Whether a text opens what comes after the goods: the tax table, the sums, how to pay. */
export function opensNextSection(text: string): boolean {
  return SECTION.test(foldCase(text))
}

/** Whether a line takes something off the whole, or puts it on: priced, and neither counted nor goods. */
export function isAllowance(texts: readonly Piece[], counts: number): boolean {
  return counts === 0 && texts.some(({ text }) => ALLOWANCE.test(foldCase(text)) || sumName(text)?.kind === 'charge')
}

/** What is taken off or put on the whole, priced but not counted. */
const ALLOWANCE = begins('totals.allowance')

/** A sum's name in a short text that may have other words before it: `Factuur totaal EUR`. */
const SUM_WITHIN = within('totals.within')
