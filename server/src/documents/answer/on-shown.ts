import { bent } from '../model/bend.ts'
import type { Box } from '../model/box.ts'
import type { Evidence, Flag } from '../model/findings.ts'
import { mapBox } from '../model/matrix.ts'
import type { Matrix, Page } from '../model/page.ts'

/** From the pages as they were read, upright, to the pages as a viewer shows them: what evidence is told in. */
export type OnShown = (page: number, box: Box) => Box

export function onShown(pages: readonly Pick<Page, 'number' | 'toShown' | 'bend'>[]): OnShown {
  const moved = pages.filter(({ toShown, bend }) => bend || !isIdentity(toShown))
  const byNumber = new Map(moved.map((page) => [page.number, page]))
  return (number, box) => {
    const page = byNumber.get(number)
    if (!page) return box
    const own = page.bend ? bent(page.bend, box) : box
    return isIdentity(page.toShown) ? own : mapBox(page.toShown, own)
  }
}

/** The same flags with their places on the shown pages. */
export function flagsOnShown(flags: readonly Flag[], shown: OnShown): Flag[] {
  const move = ({ page, bbox }: Evidence) => ({ page, bbox: shown(page, bbox) })
  return flags.map((flag) => ({ ...flag, evidence: flag.evidence.map(move) }))
}

const isIdentity = ([a, b, c, d, e, f]: Matrix) => a === 1 && b === 0 && c === 0 && d === 1 && e === 0 && f === 0
