import type { Flag } from '../model/findings.ts'
import type { Page, Word } from '../model/page.ts'
import { setOntoOneAnother } from '../model/set-onto.ts'
import type { Rule } from './facts.ts'
import { FEWEST_USUAL, isPrinted, MOST_ALONE, MOST_WORDS, pagesOf, quoted } from './lone-values.ts'

/** A number of a scan that was read less surely may end where its reading does: that somebody typed onto it is open. */
const SURE = 0.85

/** Digits set onto a number that was there: the page shows one figure, of which the file has two pieces. */
const setOnto: Rule = (facts) =>
  pagesOf(facts).flatMap((page) => {
    const words = page.words.filter(isPrinted)
    const whole = page.words.flatMap(({ setOnto: pair, visibility }) => (pair && visibility === 'shown' ? [pair] : []))
    return [...whole, ...setOntoOneAnother(words)].map((pair): Flag => {
      const made = flag(page, pair, 'is one number to the eye, and was set at two times')
      const isSure = pair.every(({ origin, confidence }) => origin !== 'ocr' || confidence >= SURE)
      return isSure ? made : { ...made, severity: 'low', proof: false }
    })
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
