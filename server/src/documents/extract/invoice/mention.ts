import { around, type Box, holds } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { Line, PageLayout, Segment } from '../../model/layout.ts'
import type { Word } from '../../model/page.ts'
import { foldBlanks } from '../../values/fold.ts'
import { type Candidate, recognised } from '../labels/candidate.ts'

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

/** The foot of a page holds dates and numbers of printing and of the sender. */
const FOOT = 0.15

/** What stands nearer to a label than what stands so: behind it, then beside it, then under it. */
const NEARER: Readonly<Partial<Record<Candidate['method'], readonly Candidate['method'][]>>> = {
  'label-right': ['label-inline'],
  'label-below': ['label-inline', 'label-right', 'label-box', 'label-above'],
}

/**
 * Without what lies beside or under a label that is already answered nearer, and without values that have a caption
 * of their own; those at the foot of a page are less sure.
 */
export function nearestOnly(candidates: readonly Candidate[]): Candidate[] {
  const answered = ({ label, method }: Candidate) =>
    candidates.some(
      (other) =>
        NEARER[method]?.includes(other.method) && other.label.line === label.line && other.label.from === label.from,
    )
  return candidates
    .filter((candidate) => standsAlone(candidate) && !answered(candidate))
    .map((candidate) =>
      candidate.box[1] < candidate.label.layout.page.height * FOOT
        ? { ...candidate, confidence: candidate.confidence * 0.85 }
        : candidate,
    )
}

/** Not so where a value under a label has a caption of its own before it: `Delivery date 3 May` under `Invoice`. */
function standsAlone({ method, label, words }: Candidate): boolean {
  const first = words[0]
  if (method !== 'label-below' || !first) return true
  const segments = label.layout.lines.flatMap((line) => line.segments)
  const own = segments.find(({ box }) => holds(box, first.box, 1))
  const before = own?.words.filter(({ box }) => box[2] <= first.box[0] + 1) ?? []
  return before.every(({ text }) => /^\W*(?:n[°ºro]?|#)?\W*$/i.test(text))
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
