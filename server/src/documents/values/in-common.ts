/** How many letters two texts have in common, in their order: the length of the longest common subsequence. */
export function inCommon(a: string, b: string): number {
  let row: number[] = Array.from({ length: b.length + 1 }, () => 0)
  for (const letter of a) {
    const next = [0]
    for (let k = 0; k < b.length; k++)
      next.push(letter === b[k] ? (row[k] as number) + 1 : Math.max(row[k + 1] as number, next[k] as number))
    row = next
  }
  return row.at(-1) as number
}
