import NUMBER_WORDS from './number-words.json' with { type: 'json' }

/** How one language writes numbers, without accents. */
export interface NumberWords {
  /** A pattern of any of its words. */
  word: string
  and: string
  money: string
  cents: string
  /** The number that words are; those of scales multiply what goes before them. */
  numberOf(words: string): number
}

const anyOf = (words: readonly string[]) => words.toSorted((a, b) => b.length - a.length).join('|')

/** The languages whose amounts in words are read. */
export const LANGUAGES: readonly NumberWords[] = Object.values(NUMBER_WORDS).map(
  ({ units, more, scales, and, money, cents }) => {
    const small = new Map<string, number>([...units.split(' ').map((word, at) => [word, at] as const), ...pairs(more)])
    const large = new Map<string, number>(pairs(scales))
    return {
      word: anyOf([...small.keys(), ...large.keys()]),
      and: anyOf(and),
      money: anyOf(money),
      cents: anyOf(cents),
      numberOf: (words) => numberOf(words, small, large),
    }
  },
)

function pairs(values: object): [string, number][] {
  return Object.entries(values).map(([word, value]) => [word, Number(value)])
}

function numberOf(words: string, small: ReadonlyMap<string, number>, large: ReadonlyMap<string, number>): number {
  let [total, part] = [0, 0]
  for (const word of words.split(/[\s,-]+/)) {
    const scale = large.get(word)
    if (scale === 100) part = Math.max(part, 1) * 100
    else if (scale) [total, part] = [total + Math.max(part, 1) * scale, 0]
    else part += small.get(word) ?? 0
  }
  return total + part
}
