import { area, type Box, shared, width } from '../model/box.ts'
import type { Page, Word } from '../model/page.ts'
import type { Rule } from './facts.ts'
import { isPrinted, MOST_ALONE, pagesOf } from './lone-values.ts'
import { baseOf } from './printed-values.ts'

/** A patch covers this share of what is set on it. */
const UNDER = 0.5

/** No printed page has more figures; each is held against all others. */
const MOST_OF_PAGE = 4000

/** What continues a figure is set like it; numbers that point at places of a sample lie across them. */
const isSetAs = (now: Word, old: Word) =>
  Math.abs(baseOf(now) - baseOf(old)) < 0.2 * old.size && Math.abs(now.size - old.size) < 0.25 * old.size

/** What was set over a part of a figure, on a patch that hides that part. */
function patchOf(old: Word, now: Word, { fills, pictures }: Page): boolean {
  if (now.order <= old.order || !isSetAs(now, old) || shared(old.box, now.box) < UNDER * area(now.box)) return false
  const hides = ({ box, order }: { box: Box; order: number }) =>
    order > old.order &&
    order < now.order &&
    width(box) < 2 * width(old.box) &&
    shared(box, now.box) > UNDER * area(now.box)
  return [...fills, ...pictures].some(hides)
}

/** Figures of which some digits are covered by a patch and set anew: the word below shows through beside it. */
export const coveredDigits: Rule = (facts) =>
  pagesOf(facts).flatMap((page) => {
    const words = page.words.filter((word) => isPrinted(word) && /\d/.test(word.text))
    if (words.length > MOST_OF_PAGE) return []
    const pairs = words.flatMap((now) => {
      const old = words.find((word) => word !== now && patchOf(word, now, page))
      return old ? [[old, now] as const] : []
    })
    if (pairs.length > 2 * MOST_ALONE) return []
    return pairs.map(([old, now]) => ({
      code: 'COVERED_AND_REPLACED',
      family: 'typography' as const,
      severity: 'high' as const,
      proof: true,
      message: `a part of "${old.text}" was painted over and "${now.text}" put in its place`,
      fields: [],
      evidence: [{ page: page.number, bbox: old.box }],
    }))
  })
