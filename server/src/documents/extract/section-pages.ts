import { layOut } from '../layout/lay-out.ts'
import { type Box, holds, shared } from '../model/box.ts'
import type { Section } from '../model/findings.ts'
import type { PageLayout } from '../model/layout.ts'
import type { Page } from '../model/page.ts'
import type { Reading } from '../model/reading.ts'

/** The pages of a section; where several documents share a page, laid out again with its own region only. */
export function sectionPages({ pages }: Reading, { pages: numbers, region }: Section): PageLayout[] {
  const own = pages.filter(({ page }) => numbers.includes(page.number))
  return region ? own.map(({ page }) => layOut(cut(page, region))) : own
}

function cut(page: Page, region: Box): Page {
  return {
    ...page,
    words: page.words.filter(({ box }) => holds(region, box)),
    ruledLines: page.ruledLines.filter(({ box }) => touches(region, box)),
    fills: page.fills.filter(({ box }) => shared(region, box) > 0),
    pictures: page.pictures.filter(({ box }) => shared(region, box) > 0),
    form: page.form.filter(({ box }) => holds(region, box)),
  }
}

/** Rules have no area to share. */
function touches(region: Box, box: Box): boolean {
  return box[0] <= region[2] && box[2] >= region[0] && box[1] <= region[3] && box[3] >= region[1]
}
