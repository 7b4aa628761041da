import type { Digit } from './digit.ts'
import type { NumberWord } from './printed-alike.ts'
import { median, spreadOf } from './usual.ts'

/** The same character in another word, and how unlike the two shapes are, as a logarithm. */
export interface Likeness {
  word: NumberWord
  other: Digit
  unlike: number
}

/** Below this share of a digit's ink two shapes are as alike as grain lets them be. */
const GRAIN = 0.003

/** Each digit's likenesses among words of one print. Time grows with the square of the words. Pure. */
export function likenessesIn(print: readonly NumberWord[]): Map<Digit, Likeness[]> {
  const found = new Map<Digit, Likeness[]>(print.flatMap(({ digits }) => digits.map((digit) => [digit, []])))
  for (const [at, word] of print.entries())
    for (const against of print.slice(at + 1))
      for (const digit of word.digits)
        for (const other of against.digits) {
          if (digit.character !== other.character) continue
          const unlike = unlikeness(digit, other)
          found.get(digit)?.push({ word: against, other, unlike })
          found.get(other)?.push({ word, other: digit, unlike })
        }
  return found
}

/** The square of the difference of two shapes of one weight, in parts of their ink, as a logarithm. Pure. */
export function unlikeness(a: Digit, b: Digit): number {
  const scale = Math.exp((b.measures.weight - a.measures.weight) / 2)
  const [large, small] = a.shape.length < b.shape.length ? [b, a] : [a, b]
  const [wide, narrow] = [Math.sqrt(large.shape.length), Math.sqrt(small.shape.length)]
  const [ofLarge, ofSmall] = large === a ? [scale, 1 / scale] : [1 / scale, scale]
  const edge = (wide - narrow) / 2
  let sum = 0
  for (let row = 0, at = 0; row < narrow; row++)
    for (let from = (row + edge) * wide + edge, to = from + narrow; from < to; from++, at++)
      sum += ((large.shape[from] as number) * ofLarge - (small.shape[at] as number) * ofSmall) ** 2
  return Math.log(sum / Math.exp((a.measures.weight + b.measures.weight) / 2) + GRAIN)
}

/** How unlike its nearest a digit of each character usually is. Pure. */
export function usualUnlikeness(likenesses: ReadonlyMap<Digit, readonly Likeness[]>): Map<string, number> {
  const nearest = [...likenesses].filter(([, all]) => all.length > 0)
  const byCharacter = Map.groupBy(nearest, ([{ character }]) => character)
  return new Map([...byCharacter].map(([character, all]) => [character, median(all.map(([, one]) => least(one)))]))
}

export const least = (all: readonly Likeness[]) => all.reduce((min, { unlike }) => Math.min(min, unlike), Infinity)

/** For each word how far the words that share characters with it are from its print, character by character. */
export type Kinship = ReadonlyMap<NumberWord, ReadonlyMap<NumberWord, ReadonlyMap<string, number>>>

export function kinshipsOf(print: readonly NumberWord[], likenesses: ReadonlyMap<Digit, readonly Likeness[]>): Kinship {
  const usual = usualUnlikeness(likenesses)
  return new Map(
    print.map((word) => {
      const kin = new Map<NumberWord, Map<string, number>>()
      for (const { character, ...digit } of word.digits.map((one) => ({ ...one, all: likenesses.get(one) ?? [] })))
        for (const { word: other, unlike } of digit.all) {
          const shared = kin.get(other) ?? new Map<string, number>()
          kin.set(other, shared)
          const more = unlike - (usual.get(character) ?? 0)
          shared.set(character, Math.min(more, shared.get(character) ?? Infinity))
        }
      return [word, kin]
    }),
  )
}

/** How far a word of the same print is at most: what the nearest quarter of each word's kin comes to. Pure. */
export function furthestKin(kinships: Kinship): number {
  const near = [...kinships.values()].flatMap((kin) => {
    const all = [...kin.values()].map((shared) => median([...shared.values()])).toSorted((a, b) => a - b)
    return all.length > 0 ? [all[Math.floor(all.length / 4)] as number] : []
  })
  return median(near) + Math.max(0.25, 1.5 * spreadOf(near))
}
