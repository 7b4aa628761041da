import type { DocumentType } from '@mkt/schemas'
import { levelLines } from '../../layout/level-lines.ts'
import { PAPERS } from '../../vocabulary/papers.ts'
import type { Extractor } from '../extractor.ts'
import { readPaper } from './read-paper.ts'

/** The kinds that labels and headings are enough to read. */
export const PAPER_EXTRACTORS: Partial<Record<DocumentType, Extractor>> = Object.fromEntries(
  PAPERS.map((paper) => [paper.type, ((_, pages) => readPaper(paper, pages.map(levelLines))) satisfies Extractor]),
)
