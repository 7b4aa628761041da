import { foldCase } from '../../values/fold.ts'
import { LANGUAGES, type NumberWords } from './spelled-number.ts'

/** An amount in words, in the money that it names. */
export interface SpelledAmount {
  value: number
  printed: string
}

interface Patterns extends NumberWords {
  withCents: RegExp
  saidAgain: readonly RegExp[]
}

const PATTERNS: readonly Patterns[] = LANGUAGES.map((language) => {
  const { word, and, money, cents } = language
  const number = (between: string) => `(?:${word})(?:,?${between}+(?:(?:${and})${between}+)?(?:${word}))*`
  const small = `(?:${word})(?:[\\s-](?:(?:${and})[\\s-])?(?:${word}))?`
  const cent = `(?:,?\\s+(?:(?:${and})\\s+)?(?<words>${small})\\s+(?:${cents})\\b)?`
  const whole = `(?<printed>(?<whole>${number('[\\s-]')})\\s+(?:${money})${cent})`
  return {
    ...language,
    // As cheques write amounts: number words, then cents as a fraction or in words.
    withCents: new RegExp(
      [
        `\\b(?<whole>${number('[ -]')})(?:[ ]+(?:${money}))?(?:[ ,]+(?:${and}))?[ ,*-]+`,
        `(?:(?<cents>\\d{2}) ?/ ?100|(?<words>${small}) (?:${cents}))\\b`,
      ].join(''),
      'g',
    ),
    // As letters say a figure again: `$1,250.00 (one thousand two hundred and fifty dollars a month)`, and the other
    // way round: `one thousand two hundred and fifty dollars ($1,250.00)`.
    saidAgain: [
      new RegExp(`\\d[^\\d()]{0,6}\\(${whole}(?:[^\\d()]{0,40})\\)`, 'g'),
      new RegExp(`\\b${whole}\\s*\\((?=[^\\d()]{0,8}\\d)`, 'g'),
    ],
  }
})

/** French says four score in two words, of which the first counts and the second does not multiply. */
const FOUR_SCORE = /\bquatre[ -]vingts?\b/g

/**
 * Amounts that a text spells out: with their cents ("one thousand two hundred and 50/100"), or whole ones that say a
 * figure again.
 */
export function findSpelledAmounts(text: string): SpelledAmount[] {
  const folded = foldCase(text).replace(FOUR_SCORE, 'quatrevingt')
  const found = PATTERNS.flatMap((patterns) => [...withCents(folded, patterns), ...inBrackets(folded, patterns)])
  return found.filter(({ printed }, at) => found.findIndex((other) => other.printed === printed) === at)
}

function inBrackets(text: string, { saidAgain, numberOf }: Patterns): SpelledAmount[] {
  return saidAgain.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ groups = {} }) => ({
      value: numberOf(groups.whole ?? '') + numberOf(groups.words ?? '') / 100,
      printed: (groups.printed ?? '').replace(/\s+/g, ' '),
    })),
  )
}

function withCents(text: string, { withCents: pattern, numberOf }: Patterns): SpelledAmount[] {
  return Array.from(text.matchAll(pattern), ({ 0: printed, groups = {} }) => {
    const cents = groups.cents === undefined ? numberOf(groups.words ?? '') : Number(groups.cents)
    return { value: numberOf(groups.whole ?? '') + cents / 100, printed }
  })
}
