/** The median of what is sorted, each counted by what was paid for it: half of the money lies at it or before. Pure. */
export function weightedMedian<T extends { paid_nano: bigint }>(sorted: readonly T[]): T | undefined {
  const total = sorted.reduce((sum, { paid_nano }) => sum + paid_nano, 0n)
  let paid = 0n
  for (const one of sorted) {
    paid += one.paid_nano
    if (one.paid_nano > 0n && 2n * paid >= total) return one
  }
  return undefined
}
