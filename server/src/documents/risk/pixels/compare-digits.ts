import type { Digit } from './digit.ts'
import {
  furthestKin,
  type Kinship,
  kinshipsOf,
  type Likeness,
  least,
  likenessesIn,
  unlikeness,
} from './digit-likeness.ts'
import type { Measures } from './digit-measure.ts'
import type { NumberWord } from './printed-alike.ts'
import { median, spreadOf } from './usual.ts'

export type Way = keyof Measures | 'shape'

/** How far a digit lies from the same digits in words of its print, in robust deviations of all digits of the print. */
export interface Compared {
  digit: Digit
  away: Record<Way, number>
}

/** Prints are even to this: pixels of place and height, else logarithms. */
const SLACK: Record<Way, number> = {
  foot: 0.25,
  middle: 0.2,
  height: 0.25,
  weight: 0.03,
  stroke: 0.03,
  dark: 0.03,
  edge: 0.06,
  shape: 0.15,
}
const WAYS = Object.keys(SLACK) as Way[]
/** Fewer of a word's digits, of kindred words and of a print's digits say nothing. */
const [LEAST_IN_WORD, LEAST_KIN, LEAST_COMPARED] = [3, 2, 10]
/** A digit that differs so much in height is broken, or touches a line. */
const MOST_HEIGHT = 0.12
/** Shapes beyond this many deviations are asked whether they are not another digit's, misread. */
const ODD_SHAPE = 3

/** Each digit of words that are printed alike against its own kind. Pure. */
export function compareDigits(print: readonly NumberWord[]): Compared[] {
  const likenesses = likenessesIn(print)
  const kinships = kinshipsOf(print, likenesses)
  const furthest = furthestKin(kinships)
  const found = print.flatMap((word) =>
    word.digits.flatMap((digit) => {
      if (word.digits.length < LEAST_IN_WORD) return []
      const kin = kinOf(digit, likenesses.get(digit) ?? [], kinships.get(word) ?? new Map(), furthest)
      return kin.length < LEAST_KIN ? [] : [{ digit, differences: differencesOf(digit, word, kin) }]
    }),
  )
  if (found.length < LEAST_COMPARED) return []
  return inDeviations(found).filter((one) => !(one.away.shape > ODD_SHAPE && isMisread(one.digit, print)))
}

/** The same digit in words whose other characters show that they are of one print with its own. */
function kinOf(
  { character }: Digit,
  likenesses: readonly Likeness[],
  kin: NonNullable<ReturnType<Kinship['get']>>,
  furthest: number,
): Likeness[] {
  return likenesses.filter(({ word }) => {
    const others = [...(kin.get(word) ?? [])].flatMap(([other, more]) => (other === character ? [] : [more]))
    return others.length > 0 && median(others) <= furthest
  })
}

type Differences = Record<Way, number> & { relative: number }

/** What a digit differs by from its kin, less what the rest of its word does from the rest of theirs. */
function differencesOf(digit: Digit, { digits }: NumberWord, kin: readonly Likeness[]): Differences {
  const mates = digits.filter((one) => one.character !== digit.character)
  const by = (way: keyof Measures) =>
    median(
      kin.map(({ word, other }) => {
        const shared = mates.flatMap((mate) =>
          word.digits.flatMap(({ character, measures }) =>
            character === mate.character ? [mate.measures[way] - measures[way]] : [],
          ),
        )
        return digit.measures[way] - other.measures[way] - median(shared)
      }),
    )
  const shape = least(kin)
  const measured = WAYS.map((way) => [way, way === 'shape' ? shape : by(way)])
  const all = Object.fromEntries(measured) as Record<Way, number>
  return { ...all, relative: Math.abs(all.height) / digit.measures.height }
}

function inDeviations(found: readonly { digit: Digit; differences: Differences }[]): Compared[] {
  const shapes = Map.groupBy(found, ({ digit }) => digit.character)
  const usualShape = new Map([...shapes].map(([key, all]) => [key, median(all.map((one) => one.differences.shape))]))
  const of = (way: Way, { digit, differences }: (typeof found)[number]) =>
    way === 'shape' ? differences.shape - (usualShape.get(digit.character) ?? 0) : differences[way]
  const spreads = WAYS.map((way) => [way, Math.max(SLACK[way], spreadOf(found.map((one) => of(way, one))))] as const)
  return found
    .filter(({ differences }) => differences.relative <= MOST_HEIGHT)
    .map((one) => {
      const away = spreads.map(([way, spread]) => [way, of(way, one) / spread])
      return { digit: one.digit, away: Object.fromEntries(away) as Record<Way, number> }
    })
}

/** Whether another character of the print is nearer to its shape than its own. */
function isMisread(digit: Digit, print: readonly NumberWord[]): boolean {
  const all = print.flatMap(({ digits }) => (digits.includes(digit) ? [] : digits))
  const nearest = (of: readonly Digit[]) => of.reduce((min, one) => Math.min(min, unlikeness(digit, one)), Infinity)
  const [own, others] = [true, false].map((same) => all.filter((one) => (one.character === digit.character) === same))
  return nearest(others ?? []) < nearest(own ?? [])
}
