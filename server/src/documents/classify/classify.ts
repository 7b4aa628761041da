import type { Section } from '../model/findings.ts'
import type { Reading } from '../model/reading.ts'

/** The documents in a file, in its order; at least one. */
export function classify(reading: Reading): Section[] {
  return [{ type: 'UNKNOWN', confidence: 0.5, pages: reading.pages.map(({ page }) => page.number), region: undefined }]
}
