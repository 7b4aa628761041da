import type { PageLayout } from '../model/layout.ts'
import type { Page } from '../model/page.ts'
import { findLines } from './lines.ts'

/** A page's words as lines, blocks, tables and form boxes. */
export function layOut(page: Page): PageLayout {
  const shown = page.words.filter(({ visibility }) => visibility === 'shown')
  const lines = findLines(page.number, shown)
  return { page, lines, blocks: [], grids: [], compartments: [], text: lines.map(({ text }) => text).join('\n') }
}
