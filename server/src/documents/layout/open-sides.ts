import type { RuledLine } from '../model/page.ts'

/** Rules that begin and end this near to each other's ends, in points, belong to one table. */
const SAME_END = 3
/** A page with more rules is a drawing, and every pair of them is looked at. */
const MOST_RULES = 3000

/**
 * The sides that a table leaves open: where rules across begin and end together and a rule up joins two of them, the
 * eye closes the row at both ends.
 */
export function closeSides(rules: readonly RuledLine[]): RuledLine[] {
  const posts = rules.filter(({ direction }) => direction === 'up')
  if (posts.length === 0 || rules.length > MOST_RULES) return []
  const groups = new Map<string, RuledLine[]>()
  for (const rule of rules.filter(({ direction }) => direction === 'across')) {
    const key = `${Math.round(rule.box[0] / SAME_END)} ${Math.round(rule.box[2] / SAME_END)}`
    const group = groups.get(key)
    if (group) group.push(rule)
    else groups.set(key, [rule])
  }
  const byX = posts.toSorted((a, b) => a.box[0] - b.box[0])
  return [...groups.values()].flatMap((group) => sidesOf(group, byX))
}

function sidesOf(group: RuledLine[], posts: readonly RuledLine[]): RuledLine[] {
  const levels = group.sort((a, b) => b.box[1] - a.box[1])
  const sides: RuledLine[] = []
  const [from, to] = [Math.min(...levels.map(({ box }) => box[0])), Math.max(...levels.map(({ box }) => box[2]))]
  const inner = posts.filter(({ box }) => box[0] > from + SAME_END && box[2] < to - SAME_END)
  if (inner.length === 0) return sides
  for (let k = 1; k < levels.length; k++) {
    const [top, bottom] = [levels[k - 1] as RuledLine, levels[k] as RuledLine]
    const [high, low] = [top.box[3], bottom.box[1]]
    if (!inner.some(({ box }) => box[1] <= low + SAME_END && box[3] >= high - SAME_END)) continue
    for (const x of [Math.max(top.box[0], bottom.box[0]), Math.min(top.box[2], bottom.box[2])]) {
      if (!isClosed(posts, x, low, high)) sides.push({ direction: 'up', box: [x, low, x, high] })
    }
  }
  return sides
}

function isClosed(posts: readonly RuledLine[], x: number, low: number, high: number): boolean {
  return posts.some(({ box }) => Math.abs(box[0] - x) <= SAME_END && box[1] < high - 1 && box[3] > low + 1)
}
