import { setImmediate as nextTurn } from 'node:timers/promises'

/** Texts sorted, or compared, at once: names of 200 letters take a few milliseconds. */
const AT_ONCE = 2000

/** Sorts as sort() does, in steps, so that nobody waits for more than one of them: 300,000 names take half a second. */
export async function sortInSteps(texts: readonly string[]): Promise<string[]> {
  let runs: string[][] = []
  for (let start = 0; start < texts.length; start += AT_ONCE) {
    runs.push(texts.slice(start, start + AT_ONCE).sort())
    await nextTurn()
  }
  while (runs.length > 1) {
    const merged: string[][] = []
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge(runs[at] as string[], (runs[at + 1] ?? []) as string[]))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge(left: readonly string[], right: readonly string[]): Promise<string[]> {
  const merged: string[] = []
  let [l, r] = [0, 0]
  while (l < left.length || r < right.length) {
    const fromLeft = r >= right.length || (l < left.length && (left[l] as string) <= (right[r] as string))
    merged.push((fromLeft ? left[l++] : right[r++]) as string)
    if (merged.length % AT_ONCE === 0) await nextTurn()
  }
  return merged
}
