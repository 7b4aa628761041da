import type { Analysis } from '@mkt/schemas'
import { analysisWorkbook } from './analysis-workbook.ts'

export type Slips = NonNullable<Analysis['slips']>

/** What is made of the text of a stored analysis with detail=full; a workbook takes 0.4 s a megabyte. */
export const STORED = {
  slips: (detail: string): Slips => (JSON.parse(detail) as Analysis).slips ?? [],
  workbook: (detail: string): Uint8Array => analysisWorkbook(JSON.parse(detail) as Analysis),
}

export type Made<K extends keyof typeof STORED> = ReturnType<(typeof STORED)[K]>
