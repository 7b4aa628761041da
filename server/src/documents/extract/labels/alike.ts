import type { Field } from '../../model/findings.ts'

/** Candidates this much less sure than the surest have a weaker label, or stand worse to it. */
const ALIKE = 0.1

/** Those that no label puts behind another, in the order that they came in: among them a sum may choose the place. */
export function alike<Found extends { confidence: number }>(found: readonly Found[]): Found[] {
  const surest = Math.max(...found.map(({ confidence }) => confidence))
  return found.filter(({ confidence }) => confidence >= surest - ALIKE)
}

/**
 * A field that sums bear out: at least as sure as that. One that they put before another value, which is labelled as
 * well, gains nothing by it, and says what the other place says: the page contradicts itself there.
 */
export function borneBySum(field: Field, among: readonly Field[], least: number): Field {
  const surer = among.filter(({ value, confidence }) => value !== field.value && confidence >= field.confidence)
  const [other] = alike([...surer, field]).filter(({ value }) => value !== field.value)
  const method = `${field.method}+sum`
  return other
    ? { ...field, method, otherwise: other }
    : { ...field, method, confidence: Math.max(field.confidence, least) }
}
