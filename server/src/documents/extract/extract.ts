import type { DocumentType } from '@mkt/schemas'
import type { Section, Slip } from '../model/findings.ts'
import type { Reading } from '../model/reading.ts'
import type { Extractor } from './extractor.ts'

const EXTRACTORS: Partial<Record<DocumentType, Extractor>> = {}

/** Every section's fields and tables. */
export function extract(reading: Reading, sections: Section[]): Slip[] {
  return sections.map((section) => {
    const pages = reading.pages.filter(({ page }) => section.pages.includes(page.number))
    const { fields, tables } = EXTRACTORS[section.type]?.(section, pages, reading) ?? { fields: {}, tables: [] }
    return { ...section, fields, tables }
  })
}
