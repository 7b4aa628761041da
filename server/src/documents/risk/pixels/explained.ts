import { median } from './usual.ts'

/** Rounds of weighing; beyond this many deviations a number has less and less weight. */
const [ROUNDS, FAR] = [6, 1.5]
/** Keeps circumstances that hardly vary from explaining anything. */
const DAMPING = 0.03

/**
 * What is left of each number when the straight part that its circumstances explain is taken away; a few outliers move
 * nothing. `circumstances` holds a list of equal length for each number, each of about the same scale. Pure.
 */
export function unexplained(numbers: readonly number[], circumstances: readonly (readonly number[])[]): number[] {
  const rows = circumstances.map((row) => [1, ...row])
  const weights = new Float64Array(numbers.length).fill(1)
  let left = [...numbers]
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = leastSquares(rows, numbers, weights)
    left = numbers.map((number, at) => number - product(rows[at] as number[], slopes))
    const deviation = 1.4826 * median(left.map(Math.abs)) || 1e-9
    for (const [at, rest] of left.entries()) weights[at] = 1 / Math.max(1, Math.abs(rest) / (FAR * deviation))
  }
  return left
}

const product = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, one, at) => sum + one * (b[at] as number), 0)

function leastSquares(rows: readonly number[][], numbers: readonly number[], weights: Float64Array): number[] {
  const size = rows[0]?.length ?? 0
  const sums = Array.from({ length: size }, (_, at) => {
    const sum = new Array<number>(size + 1).fill(0)
    sum[at] = at === 0 ? 0 : DAMPING * rows.length
    return sum
  })
  for (const [at, row] of rows.entries()) {
    const extended = [...row, numbers[at] as number]
    for (const [down, sum] of sums.entries())
      for (let across = 0; across <= size; across++)
        sum[across] =
          (sum[across] as number) + (weights[at] as number) * (row[down] as number) * (extended[across] as number)
  }
  return solved(sums)
}

/** Gauss's elimination; the damping keeps every pivot above zero. */
function solved(sums: number[][]): number[] {
  for (const [at, pivot] of sums.entries())
    for (const [down, row] of sums.entries()) {
      if (down === at) continue
      const share = (row[at] as number) / (pivot[at] as number)
      for (let across = at; across < row.length; across++)
        row[across] = (row[across] as number) - share * (pivot[across] as number)
    }
  return sums.map((row, at) => (row.at(-1) as number) / (row[at] as number))
}
