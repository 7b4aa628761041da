import type { DocumentType } from '@mkt/schemas'
import type { DocumentPart } from '../model/findings.ts'
import type { Reading } from '../model/reading.ts'

/** How well a file could be examined: small and plain, so that it can leave the worker without the pages. */
export interface Circumstances {
  type: DocumentType
  /** How sure the type is, 0..1. */
  typeConfidence: number
  /** Mean confidence of the first part's fields, 0..1; 0 where it has none. */
  fieldConfidence: number
  fieldCount: number
  /** Share of the pages that recognition read, 0..1. */
  recognised: number
  /** Mean confidence of those pages, 0..1; 1 where there are none. */
  recognition: number
  /** The file was printed or converted anew, so that no trace of earlier hands can be left in it. */
  rewritten: boolean
}

/** Print drivers and converters write a file from the picture of another one. */
export const REWRITERS =
  /quartz pdfcontext|microsoft: print to pdf|ghostscript|skia\/pdf|cairo|imagemagick|img2pdf|pdfium/i

/** What assess must know of a file beside its flags. */
export function circumstancesOf(reading: Reading, parts: DocumentPart[]): Circumstances {
  const first = parts[0]
  const confidences = Object.values(first?.fields ?? {}).map(({ confidence }) => confidence)
  const recognised = reading.pages.flatMap(({ page }) => (page.ocr ? [page.ocr.confidence] : []))
  return {
    type: (first?.builtIn ?? first)?.type ?? 'UNKNOWN',
    typeConfidence: first?.confidence ?? 0,
    fieldConfidence: confidences.length > 0 ? mean(confidences) : 0,
    fieldCount: confidences.length,
    recognised: recognised.length / Math.max(reading.pages.length, 1),
    recognition: recognised.length > 0 ? mean(recognised) : 1,
    rewritten: REWRITERS.test(reading.source.info.producer),
  }
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
