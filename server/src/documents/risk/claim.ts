import type { Family, Field, Flag, Severity, TableRow } from '../model/findings.ts'
import type { Word } from '../model/page.ts'
import { type Facts, fieldsOf } from './facts.ts'

/** What a rule says is wrong, before it is weighed by how sure the values are that it rests on. */
export interface Claim {
  code: string
  family: Family
  severity: Severity
  /** Whether it is proof in itself when its values are sure. */
  proof?: boolean
  message: string
  /** The fields that the claim rests on; those that the slip has are its evidence. */
  fields: readonly string[]
  /** Table rows that it rests on. */
  rows?: readonly TableRow[]
  /** What is stated and what was computed: where recognition took one digit for another, the reader erred. */
  figures?: readonly [stated: number, expected: number]
  /** What an addition lacks: less than a dollar was lost in rounding or on a line that was not read, by nobody's hand. */
  gap?: number
  /** Its fields are one sum that is printed in one place: parts from several pages belong to several sums. */
  together?: true
}

const TELLING_GAP = 1

/** Below it a value may well be another one, and must not accuse. Calibrated confidences. */
const DOUBTFUL_FIELD = 0.3
/** Tesseract's word confidence: below it one digit in some thirty is another one. */
const DOUBTFUL_WORD = 0.85
/** On a scan the layout is guessed too, so that a field must be better than that. */
const DOUBTFUL_SCAN = 0.7
/** From here on recognised characters count as sure. */
const SURE_WORD = 0.95

export type Certainty = 'sure' | 'recognised' | 'doubtful'

/** How far values can carry an accusation: read from text, from a good picture, or guessed. */
export function certaintyOf(fields: readonly Field[], rows: readonly TableRow[] = []): Certainty {
  const words = recognisedWords(fields, rows)
  const least = Math.min(1, ...words.map(({ confidence }) => confidence))
  const wanted = words.length > 0 ? DOUBTFUL_SCAN : DOUBTFUL_FIELD
  if (least < DOUBTFUL_WORD || fields.some(({ confidence }) => confidence < wanted)) return 'doubtful'
  return least < SURE_WORD ? 'recognised' : 'sure'
}

function recognisedWords(fields: readonly Field[], rows: readonly TableRow[]): Word[] {
  const words = [...fields.flatMap((field) => field.words), ...rows.flatMap((row) => Object.values(row.words).flat())]
  return words.filter(({ origin }) => origin === 'ocr')
}

/** The claim as a flag. Values out of a good scan carry it to medium at most, doubtful ones to low without proof. */
export function claim(facts: Pick<Facts, 'part'>, made: Claim): Flag[] {
  const [fields, rows] = [fieldsOf(facts, made.fields), made.rows ?? []]
  const certainty = certaintyOf(fields, rows)
  const misread = made.figures && recognisedWords(fields, rows).length > 0 && oneDigitApart(...made.figures)
  const apart = made.together && new Set(fields.map(({ page }) => page)).size > 1
  const unsure = certainty === 'doubtful' || misread || apart
  const weak = unsure || (made.gap !== undefined && Math.abs(made.gap) < TELLING_GAP)
  return [
    {
      code: made.code,
      family: made.family,
      severity: least(made.severity, weak ? 'low' : certainty === 'recognised' ? 'medium' : 'critical'),
      proof: !weak && made.proof === true,
      message: unsure ? `${made.message} (the values were not read for sure)` : made.message,
      fields: made.fields.filter((name) => facts.part.fields[name]),
      evidence: [...fields, ...rows].map(({ page, box }) => ({ page, bbox: box })),
    },
  ]
}

const ORDER: readonly Severity[] = ['info', 'low', 'medium', 'high', 'critical']

function least(a: Severity, b: Severity): Severity {
  return ORDER.indexOf(a) < ORDER.indexOf(b) ? a : b
}

/** Whether two amounts are written alike but for one digit. */
export function oneDigitApart(a: number, b: number): boolean {
  const [one, other] = [Math.abs(a).toFixed(2), Math.abs(b).toFixed(2)]
  if (one.length !== other.length) return false
  return Array.from(one).filter((digit, index) => digit !== other[index]).length === 1
}
