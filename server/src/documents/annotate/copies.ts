import type { PartRisk, SummaryPart } from './report-facts.ts'

/** One document of the file, with its copies: slips come for the employee, for the state, for the file. */
export interface Group {
  part: SummaryPart
  /** Pages of all copies, in order, each once. */
  pages: number[]
  copies: number
  /** Of the copy that is worst. */
  risk: PartRisk | undefined
}

/** Fewer values than this are alike by chance. */
const SHARED = 3

/** Documents as a reader counts them: those of one type whose values are the same are copies of one. Pure. */
export function groupCopies(parts: readonly SummaryPart[]): Group[] {
  const groups: Group[] = []
  for (const part of parts) {
    const first = groups.find((group) => areCopies(group.part, part))
    if (!first) groups.push({ part, pages: [...part.pages], copies: 1, risk: part.risk })
    else {
      first.copies++
      if ((part.risk?.score ?? 0) > (first.risk?.score ?? 0)) first.risk = part.risk
      first.pages = [...new Set([...first.pages, ...part.pages])].toSorted((a, b) => a - b)
    }
  }
  return groups
}

// A value that one copy lacks was not read there; one that differs makes it another document, which flags speak of.
function areCopies(a: SummaryPart, b: SummaryPart): boolean {
  if (a.type !== b.type || a.type === 'UNKNOWN') return false
  const shared = Object.keys(a.fields).filter((name) => b.fields[name] !== undefined)
  return shared.length >= SHARED && shared.every((name) => a.fields[name]?.value === b.fields[name]?.value)
}
