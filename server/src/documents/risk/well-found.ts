import type { Field } from '../model/findings.ts'

/** An extractor that thought so much of a find told the field by its own label, a table or a sum. */
const FOUND = 0.6
/** Of what a rule wants, a field has so much at least: finds of its kind that seldom come true are told by no label. */
const FLOOR = 0.5

/**
 * Whether a rule may rest on a field: its confidence is at least `wanted`, or its characters stand in the text layer
 * and its extractor was sure of the place. How often such finds come true is fitted anew with every change of the
 * extractors, and decides of those only where it is less than half of what is wanted; characters that recognition read
 * are in doubt by themselves.
 */
export function isWellFound({ confidence, found = 0, words, covered }: Field, wanted: number): boolean {
  const isOfText = !covered && words.length > 0 && words.every(({ origin }) => origin === 'text')
  return confidence >= wanted || (isOfText && found >= FOUND && confidence >= FLOOR * wanted)
}
