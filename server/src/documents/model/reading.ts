import type { PageLayout } from './layout.ts'
import type { Source } from './source.ts'

/** A PDF after text, OCR and layout: what classification, extraction and risk read. */
export interface Reading {
  source: Source
  pages: PageLayout[]
}
