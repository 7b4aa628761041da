import type { Word } from '../../model/page.ts'
import type { Candidate } from './candidates.ts'
import type { Claim } from './evidence.ts'
import type { BoxSpec } from './form-spec.ts'

/** A claim that stands, with how far it was ahead of its rivals. */
export interface Settled extends Claim {
  /** 0..1: 1 where no other box wants the value and no other value fits the box. */
  lead: number
}

/** Weaker claims than this are dropped: better no value than a neighbour's. */
const WEAKEST = 0.22

/**
 * Settles the claims: each value goes to one box and each box takes one value, the strongest claim first, of equal ones
 * the highest on the page. A decoy keeps what it wins.
 */
export function assign(claims: readonly Claim[]): Settled[] {
  const strongest = claims
    .filter(({ strength }) => strength >= WEAKEST)
    .toSorted((a, b) => b.strength - a.strength || b.candidate.box[3] - a.candidate.box[3])
  const boxes = new Set<BoxSpec>()
  const words = new Set<Word>()
  const widgets = new Set<Candidate['widget']>()
  const settled: Settled[] = []
  for (const claim of strongest) {
    const { spec, candidate } = claim
    if (boxes.has(spec) && spec.kind !== 'decoy') continue
    if (candidate.words.some((word) => words.has(word)) || (candidate.widget && widgets.has(candidate.widget))) continue
    boxes.add(spec)
    for (const word of candidate.words) words.add(word)
    if (candidate.widget) widgets.add(candidate.widget)
    settled.push({ ...claim, lead: leadOf(claim, strongest) })
  }
  return settled
}

function leadOf(claim: Claim, claims: readonly Claim[]): number {
  const rivals = claims.filter((other) => other !== claim && (other.spec === claim.spec) !== sharesWords(other, claim))
  const best = rivals.reduce((most, { strength }) => Math.max(most, strength), 0)
  return Math.max(0, Math.min(1, (claim.strength - best) / claim.strength))
}

function sharesWords(a: Claim, b: Claim): boolean {
  return a.candidate.words.some((word) => b.candidate.words.includes(word))
}
