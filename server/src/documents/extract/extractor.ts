import type { Fields, FoundTable, Section } from '../model/findings.ts'
import type { PageLayout } from '../model/layout.ts'
import type { Reading } from '../model/reading.ts'

export interface Extracted {
  fields: Fields
  tables: FoundTable[]
}

/**
 * Reads the fields and tables of one document type. `pages` hold the section's words only. Confidences are raw
 * here: how sure the method is by itself; extract.ts calibrates them.
 */
export type Extractor = (section: Section, pages: PageLayout[], reading: Reading) => Extracted
