import { around, type Box } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { Line, PageLayout, Segment } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { recognised } from '../labels/candidate.ts'
import { foldBlanks } from '../values/fold.ts'

/** A value that these words print; as sure as the method is, and as the words were recognised. */
export function mention(
  words: Word[],
  page: number,
  method: string,
  confidence: number,
  value: string | number = textOf(words),
): Field {
  const box: Box = around(words.map((word) => word.box))
  return { value, printed: textOf(words), words, box, page, method, confidence: confidence * recognised(words) }
}

export function textOf(words: readonly Word[]): string {
  return foldBlanks(words.map(({ text }) => text).join(' '))
}

export interface SegmentAt {
  layout: PageLayout
  line: Line
  segment: Segment
}

/** Every segment of the pages, top down. */
export function segmentsOf(pages: readonly PageLayout[]): SegmentAt[] {
  return pages.flatMap((layout) =>
    layout.lines.flatMap((line) => line.segments.map((segment) => ({ layout, line, segment }))),
  )
}

/** The surest; of two alike the earlier. */
export function surest(fields: readonly (Field | undefined)[]): Field | undefined {
  return fields.reduce<Field | undefined>(
    (best, next) => (next && (!best || next.confidence > best.confidence) ? next : best),
    undefined,
  )
}
