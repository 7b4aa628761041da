import { kindOf } from './fault-plan.ts'

/**
 * The smallest plan found that still fails: first whole kinds of events are left out, then halves, quarters ... and
 * single ones, for as long as the failure remains. `fails` says whether a run with only these events does.
 */
export async function minimise(
  events: readonly string[],
  fails: (only: ReadonlySet<string>) => Promise<boolean>,
): Promise<string[]> {
  let left = [...events]
  const without = async (dropped: ReadonlySet<string>) => {
    const rest = left.filter((event) => !dropped.has(event))
    if (rest.length === left.length || !(await fails(new Set(rest)))) return
    left = rest
  }
  await without(new Set(left))
  for (const kind of new Set(left.map(kindOf))) await without(new Set(left.filter((event) => kindOf(event) === kind)))
  for (let size = Math.ceil(left.length / 2); size >= 1 && left.length > 0; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < left.length; at += size) {
      const before = left.length
      await without(new Set(left.slice(at, at + size)))
      // What followed has moved up.
      if (left.length < before) at -= size
    }
  return left
}
