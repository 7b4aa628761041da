/** Exponential growth with full jitter: somewhere between 0 and min(cap, first * 2^attempt), attempt counting from 0. */
export function backoffMs(
  attempt: number,
  random: () => number,
  { firstMs = 500, capMs = 30_000 }: { firstMs?: number; capMs?: number } = {},
): number {
  return random() * Math.min(capMs, firstMs * 2 ** Math.min(attempt, 30))
}
