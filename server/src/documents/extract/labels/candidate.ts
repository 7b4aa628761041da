import { around, type Box } from '../../model/box.ts'
import type { Field } from '../../model/findings.ts'
import type { Word } from '../../model/page.ts'
import { foldBlanks } from '../../values/fold.ts'
import type { LabelAt } from './find-labels.ts'
import type { Place } from './standing.ts'
import type { ValueRead } from './value-reader.ts'

/** A value that may be the one looked for. */
export interface Candidate {
  value: string | number
  printed: string
  words: Word[]
  box: Box
  page: number
  method: Place
  /** 0..1, raw: place, distance and alignment, the label's rank, the reading's certainty. */
  confidence: number
  label: LabelAt
}

export function candidateOf(read: ValueRead, label: LabelAt, method: Place, sureness: number): Candidate {
  const rank = 0.97 ** label.rank
  const firm = label.leads ? (label.colon ? 1 : 0.97) : 0.8
  return {
    value: read.value,
    printed: foldBlanks(read.words.map(({ text }) => text).join(' ')),
    words: read.words,
    box: around(read.words.map(({ box }) => box)),
    page: label.layout.page.number,
    method,
    confidence: sureness * rank * firm * read.certainty * recognised(read.words),
    label,
  }
}

/** Probability that the characters are right: 1 for a text layer, the doubtful word's own for recognised ones. */
export function recognised(words: readonly Word[]): number {
  return words.reduce((least, word) => Math.min(least, word.confidence), 1)
}

/** As a field of the contract. */
export function fieldOf({ value, printed, words, box, page, method, confidence }: Candidate): Field {
  return { value, printed, words, box, page, method, confidence }
}

/** The surest; where several places print the same value they lift each other. Undefined where there is none. */
export function bestOf(candidates: readonly Candidate[]): Candidate | undefined {
  const agreed = candidates.map((candidate) => {
    const others = candidates.filter(
      (other) => other !== candidate && other.value === candidate.value && !isSamePlace(other, candidate),
    )
    const doubt = others.reduce((product, other) => product * (1 - 0.5 * other.confidence), 1 - candidate.confidence)
    return { ...candidate, confidence: 1 - doubt }
  })
  return agreed.reduce<Candidate | undefined>(
    (best, next) => (best && best.confidence >= next.confidence ? best : next),
    undefined,
  )
}

function isSamePlace(a: Candidate, b: Candidate): boolean {
  return a.page === b.page && a.words[0]?.order === b.words[0]?.order
}
