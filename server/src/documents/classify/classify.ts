import type { Section } from '../model/findings.ts'
import type { Reading } from '../model/reading.ts'
import { joinPages } from './join-pages.ts'
import { judgePage } from './judge-page.ts'

/**
 * What documents the file holds, in page order: each page is judged by itself (clues/ holds what speaks for which
 * type), then pages that go on with a document are joined to it, and pages of instructions are left out. Always at
 * least one section; UNKNOWN where nothing fits.
 */
export function classify(reading: Reading): Section[] {
  const sections = joinPages(reading.pages.map((layout) => judgePage(layout, reading.source.attachments)))
  if (sections.length > 0) return sections
  return [{ type: 'UNKNOWN', confidence: 0.6, pages: reading.pages.map(({ page }) => page.number), region: undefined }]
}
