/** What is usual among numbers, and how far one lies from it in deviations that a few outliers do not move. */
export interface Usual {
  middle: number
  /** At least the slack, so that numbers that are all alike make no outlier of a trifle. */
  deviation: number
}

export function usualOf(numbers: readonly number[], slack: number): Usual {
  return { middle: median(numbers), deviation: Math.max(slack, spreadOf(numbers)) }
}

/** The standard deviation that numbers have but for outliers. */
export function spreadOf(numbers: readonly number[]): number {
  const middle = median(numbers)
  return 1.4826 * median(numbers.map((number) => Math.abs(number - middle)))
}

export const away = ({ middle, deviation }: Usual, number: number) => (number - middle) / deviation

/** The upper one of two; 0 of none. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
}
