/**
 * How a host's last jobs of a model ended, as one number: a leading 1, then a bit for each of at most 5 ends, 1 for one
 * that failed or was lost, the newest last. A host without any is at 1. hosts/ends-store.ts shifts the bits in SQL.
 */
const FAILING = 3

/** Whether 3 of the last 5 ends were failures; pure. */
export function isFailing(recent_ends: number): boolean {
  const bits = recent_ends.toString(2).slice(1)
  return bits.split('1').length - 1 >= FAILING
}
