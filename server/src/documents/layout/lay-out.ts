import type { PageLayout } from '../model/layout.ts'
import type { Page } from '../model/page.ts'
import { findBlocks } from './blocks.ts'
import { fillCompartments, findEnclosures } from './compartments.ts'
import { findLines } from './lines.ts'
import { closeSides } from './open-sides.ts'
import { findRuledGrids } from './ruled-grids.ts'
import { findUnruledGrids } from './unruled-grids.ts'

/** A page's words as lines, blocks, tables and form boxes. Pure; only words that a reader sees take part. */
export function layOut(page: Page): PageLayout {
  const shown = page.words.filter(({ visibility }) => visibility === 'shown')
  const lines = findLines(page.number, shown, page.ruledLines)
  const enclosures = findEnclosures([...page.ruledLines, ...closeSides(page.ruledLines)])
  const boxes = enclosures.map(({ box }) => box)
  const ruled = findRuledGrids(page.number, enclosures, shown)
  const taken = ruled.map(({ box }) => box)
  const grids = [...ruled, ...findUnruledGrids(page.number, lines, taken)]
  return {
    page,
    lines,
    blocks: findBlocks(lines, page.ruledLines),
    grids: grids.sort((a, b) => b.box[3] - a.box[3] || a.box[0] - b.box[0]),
    compartments: fillCompartments(boxes, shown),
    text: lines.map(({ text }) => text).join('\n'),
  }
}
