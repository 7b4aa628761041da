import type { Family, Field, Flag, Severity, TableRow } from '../model/findings.ts'
import type { Word } from '../model/page.ts'
import { type Facts, fieldsOf } from './facts.ts'
import { SEVERITIES } from './policy/level.ts'
import { isWellFound } from './well-found.ts'

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
  /** What an addition lacks: less than a dollar was lost in rounding or on an unread line, by nobody's hand. */
  gap?: number
  /** One misread character would make it: recognised values must be sure, or read again as the same. */
  delicate?: true
  /** Words of figures that it rests on too, which are no evidence of it. */
  rests?: readonly Word[]
  /** A row that was not read would break it in the same way. */
  lost?: boolean
  /** Its fields are one sum that is printed in one place: parts from several pages belong to several sums. */
  together?: true | undefined
}

const TELLING_GAP = 1

/** Below it a value may well be another one, and must not accuse. Calibrated confidences. */
const DOUBTFUL_FIELD = 0.3
/** Tesseract's word confidence: below it one digit in some thirty is another one. */
const DOUBTFUL_WORD = 0.85
/** On a scan the layout is guessed too, so that a field must be better than that. */
const DOUBTFUL_SCAN = 0.7
/** Where every figure was read again as the same, what is left of the doubt is which figure it is. */
const DOUBTFUL_REREAD = 0.5
/** From here on recognised characters count as sure. */
const SURE_WORD = 0.95

export type Certainty = 'sure' | 'recognised' | 'doubtful'

/** How sure recognition was of characters, whatever was made of them. Read as the same again they are no doubt. */
export function certaintyOfWords(words: readonly Word[]): Certainty {
  const confidences = words
    .filter(isRecognised)
    .map(({ confidence, reread }) => (reread ? Math.max(confidence, DOUBTFUL_WORD) : confidence))
  const least = Math.min(1, ...confidences)
  return least < DOUBTFUL_WORD ? 'doubtful' : least < SURE_WORD ? 'recognised' : 'sure'
}

/**
 * How far values can carry an accusation: read from text, from a good picture, or guessed. A figure of a picture is as
 * sure as its caption: where others are captioned as well, which one belongs to the sum is a guess.
 */
export function certaintyOf(fields: readonly Field[], rows: readonly TableRow[] = []): Certainty {
  const words = figureWords(fields, rows)
  const onScan = words.some(isUnproven) ? DOUBTFUL_SCAN : DOUBTFUL_REREAD
  const wanted = words.some(isRecognised) ? onScan : DOUBTFUL_FIELD
  const isChosen = ({ rivalled, words: own }: Field) => rivalled === true && own.some(isRecognised)
  return fields.some((field) => isChosen(field) || !isWellFound(field, wanted)) ? 'doubtful' : certaintyOfWords(words)
}

/** Words that figures and dates of a claim are read from; what a row is called is none of its figures. */
function figureWords(fields: readonly Field[], rows: readonly TableRow[]): Word[] {
  const cells = rows.flatMap(({ words }) => Object.entries(words).filter(([column]) => column !== 'description'))
  return [...fields.flatMap((field) => field.words), ...cells.flatMap(([, words]) => words)]
}

/** Recognised, and not twice as the same. */
const isUnproven = ({ origin, reread }: Word) => origin === 'ocr' && reread !== true

const isRecognised = ({ origin }: Word) => origin === 'ocr'

/** The claim as a flag. Values out of a good scan carry it to medium at most, doubtful ones to low without proof. */
export function claim(facts: Pick<Facts, 'part'>, made: Claim): Flag[] {
  const [fields, rows] = [fieldsOf(facts, made.fields), made.rows ?? []]
  const words = [...figureWords(fields, rows), ...(made.rests ?? [])]
  const certainty = [certaintyOf(fields, rows), certaintyOfWords(made.rests ?? [])].reduce(lesser)
  const close = made.figures && words.some(isRecognised) && oneDigitApart(...made.figures)
  const misread = close && words.some(isUnproven)
  const apart = made.together && new Set(fields.map(({ page }) => page)).size > 1
  const delicate = made.delicate && words.some((word) => isUnproven(word) && word.confidence < SURE_WORD)
  const doubted = certainty === 'doubtful' || delicate
  // What stands askew on a page was stamped on it, and is seldom the paper's own value.
  const stamped = words.some(({ turn, origin }) => turn !== undefined && origin === 'text' && turn % 90 !== 0)
  const unsure = doubted || misread || apart || stamped
  const weak = unsure || (made.gap !== undefined && Math.abs(made.gap) < TELLING_GAP)
  const lacks = made.figures && made.figures[0] - made.figures[1]
  const limit = weak ? 'low' : close || certainty === 'recognised' ? 'medium' : 'critical'
  const bearable = lacks !== undefined && !doubted && !apart && words.some(isRecognised)
  return [
    {
      code: made.code,
      family: made.family,
      severity: least(made.severity, limit),
      proof: !weak && !close && made.proof === true,
      message: unsure ? `${made.message}${DOUBT}` : made.message,
      fields: made.fields.filter((name) => facts.part.fields[name]),
      evidence: [...fields, ...rows].map(({ page, box }) => ({ page, bbox: box })),
      ...((unsure || made.lost) && !apart ? { doubted: words.filter(isUnproven) } : {}),
      ...(bearable ? { broken: { gap: lacks, words, lost: made.lost === true } } : {}),
    },
  ]
}

export const DOUBT = ' (the values were not read for sure)'

const CERTAINTIES: readonly Certainty[] = ['doubtful', 'recognised', 'sure']
const lesser = (a: Certainty, b: Certainty) =>
  CERTAINTIES[Math.min(...[a, b].map((one) => CERTAINTIES.indexOf(one)))] ?? a

function least(a: Severity, b: Severity): Severity {
  return SEVERITIES.indexOf(a) < SEVERITIES.indexOf(b) ? a : b
}

/** Whether two amounts are written alike but for one digit. */
export function oneDigitApart(a: number, b: number): boolean {
  const [one, other] = [Math.abs(a).toFixed(2), Math.abs(b).toFixed(2)]
  if (one.length !== other.length) return false
  return Array.from(one).filter((digit, index) => digit !== other[index]).length === 1
}
