/** What is usual among numbers, and how far one lies from it in deviations that a few outliers do not move. */
export interface Usual {
  middle: number
  /** At least the slack, so that numbers that are all alike make no outlier of a trifle. */
  deviation: number
}

export function usualOf(numbers: readonly number[], slack: number): Usual {
  const middle = median(numbers)
  const deviation = 1.4826 * median(numbers.map((number) => Math.abs(number - middle)))
  return { middle, deviation: Math.max(slack, deviation) }
}

export const away = ({ middle, deviation }: Usual, number: number) => (number - middle) / deviation

/** The upper one of two; 0 of none. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
}
