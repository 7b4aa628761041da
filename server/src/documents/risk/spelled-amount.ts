import { foldCase } from '../values/fold.ts'

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, million: 1_000_000 }

const WORD = [...SMALL, ...TENS, ...Object.keys(SCALES)].sort((a, b) => b.length - a.length).join('|')
/** As cheques write amounts: number words, then cents as a fraction or in words. */
const SPELLED = new RegExp(
  `\\b(?<whole>(?:${WORD})(?:[ -]+(?:and[ -]+)?(?:${WORD}))*)(?:[ ]+dollars?)?(?:[ ,]+and)?[ ,*-]+(?:(?<cents>\\d{2}) ?/ ?100|(?<words>(?:${WORD})(?:[ -](?:${WORD}))?) cents)\\b`,
  'g',
)

const WHOLE = `(?<printed>(?<whole>(?:${WORD})(?:[\\s-]+(?:and[\\s-]+)?(?:${WORD}))*)\\s+(?:dollars|euros?|pounds))`
/**
 * As letters say a figure again: `$1,250.00 (one thousand two hundred and fifty dollars a month)`, and the other way
 * round: `one thousand two hundred and fifty dollars ($1,250.00)`.
 */
const SAID_AGAIN = [
  new RegExp(`\\d\\s*\\(${WHOLE}(?:[^\\d()]{0,40})\\)`, 'g'),
  new RegExp(`\\b${WHOLE}\\s*\\((?=[^\\d()]{0,8}\\d)`, 'g'),
]

/**
 * Amounts that a text spells out, in dollars: with their cents ("one thousand two hundred and 50/100"), or whole ones
 * that say a figure again.
 */
export function findSpelledAmounts(text: string): { value: number; printed: string }[] {
  return [...withCents(text), ...inBrackets(text)]
}

function inBrackets(text: string) {
  const folded = foldCase(text)
  return SAID_AGAIN.flatMap((pattern) =>
    Array.from(folded.matchAll(pattern), ({ groups = {} }) => ({
      value: spelledNumber(groups.whole ?? ''),
      printed: (groups.printed ?? '').replace(/\s+/g, ' '),
    })),
  )
}

function withCents(text: string) {
  return Array.from(foldCase(text).matchAll(SPELLED), ({ 0: printed, groups = {} }) => {
    const cents = groups.cents === undefined ? spelledNumber(groups.words ?? '') : Number(groups.cents)
    return { value: spelledNumber(groups.whole ?? '') + cents / 100, printed }
  })
}

function spelledNumber(words: string): number {
  let [total, part] = [0, 0]
  for (const word of words.split(/[\s-]+/)) {
    const scale = SCALES[word]
    if (scale === 100) part = Math.max(part, 1) * 100
    else if (scale) [total, part] = [total + Math.max(part, 1) * scale, 0]
    else part += Math.max(SMALL.indexOf(word), 0) + (TENS.indexOf(word) >= 0 ? 20 + 10 * TENS.indexOf(word) : 0)
  }
  return total + part
}
