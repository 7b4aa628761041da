/**
 * Does what is to be done with each, one after the other and whatever becomes of the others; throws what the first
 * failed by, once all had their turn. A loop of upkeep that stopped at one would stop there in each round.
 */
export async function eachApart<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failures.push(error)
    }
  }
  throwFirst(failures)
}

/** The same at once. */
export async function allApart(work: Iterable<Promise<unknown>>): Promise<void> {
  const ended = await Promise.allSettled(work)
  throwFirst(ended.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])))
}

function throwFirst(failures: readonly unknown[]): void {
  if (failures.length > 0) throw failures[0]
}
