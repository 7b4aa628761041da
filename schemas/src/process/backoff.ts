/**
 * How long `mkt` and `mkt-agent` wait after a failure, in ms: exponential growth with full jitter, somewhere between 0
 * and min(cap, first * 2^attempt), attempt counting from 0, so that those who failed together do not come back together.
 * `random` gives 0..1. What a server asks for with Retry-After is waited out before.
 */
export function backoffMs(
  attempt: number,
  random: () => number,
  { firstMs = 500, capMs = 30_000 }: { firstMs?: number; capMs?: number } = {},
): number {
  return random() * Math.min(capMs, firstMs * 2 ** Math.min(attempt, 30))
}
