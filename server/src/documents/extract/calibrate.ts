import { type DocumentType, FIELDS } from '@mkt/schemas'
import type { DocumentPart, Field, Fields } from '../model/findings.ts'
import { WEIGHTS } from './calibration-table.ts'

/** Certainty is never claimed: no method is right more often than this. */
const [LOWEST, HIGHEST] = [0.02, 0.995]

/**
 * Turns what an extractor thinks of its own finding into a probability: a logistic model over its raw confidence and
 * what is known to matter beside it. The weights come from documents whose truth is known
 * (server/decisions/0013-calibrated-confidence.md says how they are fitted).
 */
export function calibrate(type: DocumentType, typeConfidence: number, fields: Fields): Fields {
  // UNKNOWN documents have no truth to be measured against.
  if (type === 'UNKNOWN') return fields
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const known = features({ type, confidence: typeConfidence }, name, field)
      return [name, { ...field, confidence: probability(known), found: field.confidence }]
    }),
  )
}

/** The model's inputs for one field: 1 for a property that it has, a number for a measure. */
export function features(
  of: Pick<DocumentPart, 'type' | 'confidence'>,
  name: string,
  field: Field,
): Map<string, number> {
  const { type, confidence } = of
  const kinds: Readonly<Record<string, string>> = FIELDS[type]
  const origins = new Set(field.words.map(({ origin }) => origin))
  const origin = origins.has('ocr') ? 'ocr' : origins.has('form') ? 'form' : origins.size === 0 ? 'none' : 'text'
  const characters = field.words.reduce((least, word) => Math.min(least, word.confidence), 1)
  return new Map([
    ['one', 1],
    ['raw', logit(field.confidence)],
    ['characters', logit(characters) - logit(1)],
    ['type', logit(confidence) - logit(1)],
    [`origin:${origin}`, 1],
    [`kind:${kinds[name] ?? 'text'}`, 1],
    [`document:${type}`, 1],
    [`field:${name}`, 1],
    [`method:${field.method}`, 1],
  ])
}

/** A property that was not seen when fitting weighs nothing. */
export function probability(known: ReadonlyMap<string, number>): number {
  let sum = 0
  for (const [name, value] of known) sum += (WEIGHTS[name] ?? 0) * value
  return Math.min(Math.max(1 / (1 + Math.exp(-sum)), LOWEST), HIGHEST)
}

/** The logarithm of the odds, with certainty capped at 98 %: extractors round generously. */
function logit(confidence: number): number {
  const kept = Math.min(Math.max(confidence, 0.02), 0.98)
  return Math.log(kept / (1 - kept))
}
