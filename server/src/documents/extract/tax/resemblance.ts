/**
 * Whether recognition may have made `read` of `printed`: one letter off from five letters on, two from nine. Short
 * words must be equal but for shapes that look the same, for one letter makes another word of them.
 */
export function resembles(read: string, printed: string): boolean {
  const allowed = printed.length >= 9 ? 2 : printed.length >= 5 ? 1 : 0
  if (Math.abs(read.length - printed.length) > allowed) return false
  return plain(read) === plain(printed) || (allowed > 0 && distance(read, printed) <= allowed)
}

/** Shapes that recognition takes for each other: `El` is `EI`, `AF1` is `AFI`. */
const plain = (text: string) => text.replace(/[l1|]/g, 'i').replaceAll('0', 'o')

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
