/** Longer texts are compared by their beginnings: the work grows with the square. */
const MOST_WORDS = 400
/**
 * Of greedy ones as much as what honest engines agree in was measured on, 128 tokens: some near tie parts longer ones
 * of any two engines, and the more surely the longer they are.
 */
const MEASURED_WORDS = 100

/**
 * How far two answers to one greedy prompt agree, 0 to 1: the share of their common beginning, and of the rest how
 * little has to be changed to make one of the other. Texts that both are empty agree. Pure.
 */
export function agreementOf(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => wordsOf(text).slice(0, MEASURED_WORDS)) as [string[], string[]]
  const length = Math.max(a.length, b.length)
  if (length === 0) return 1
  const common = commonPrefix(a, b)
  const share = common / length
  return share + (1 - share) * editSimilarity(a.slice(common), b.slice(common))
}

/** One minus the edits, in words, that make one text of the other, by the longer one's length. Pure. */
export function textSimilarity(one: string, other: string): number {
  return editSimilarity(wordsOf(one), wordsOf(other))
}

/** Words with the spaces before them; a language without spaces is taken sign by sign. */
function wordsOf(text: string): string[] {
  return (
    text.match(/\s*(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|[\p{L}\p{N}_]+|[^\s])/gu) ?? []
  ).slice(0, MOST_WORDS)
}

function commonPrefix(a: readonly string[], b: readonly string[]): number {
  const end = a.findIndex((word, at) => word !== b[at])
  return end === -1 ? a.length : end
}

/** Levenshtein's distance in one row. */
function editSimilarity(a: readonly string[], b: readonly string[]): number {
  const longest = Math.max(a.length, b.length)
  if (longest === 0) return 1
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, word] of a.entries()) {
    const next = [i + 1]
    for (const [j, other] of b.entries()) {
      const changed = (row[j] as number) + (word === other ? 0 : 1)
      next.push(Math.min(changed, (row[j + 1] as number) + 1, (next[j] as number) + 1))
    }
    row = next
  }
  return 1 - (row[b.length] as number) / longest
}
