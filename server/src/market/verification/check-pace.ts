import type { Suspect } from './candidate-store.ts'
import type { Chance } from './chance.ts'
import { isDoubted, type SequentialTest, type Verdict } from './sequential-test.ts'

/** How long it is from one check of a host and model to the next, in the mean. */
export const BETWEEN_MS: Readonly<Record<Verdict, number>> = {
  undecided: 300_000,
  watch: 300_000,
  verified: 3 * 3_600_000,
  refused: Number.POSITIVE_INFINITY,
}

/**
 * The same for a host. Buyers who complain and hosts whose texts hold few bytes a token have it looked at more often,
 * and that is all: who chooses which texts are looked at could have an honest host's worst ones counted.
 */
export function betweenMs(suspect: Suspect): number {
  const known = suspect.verdict ?? 'undecided'
  return known === 'verified' && !isRoutine(suspect) ? BETWEEN_MS.undecided : BETWEEN_MS[known]
}

/** A verified host that its last checks said nothing against. */
function isClear({ verdict, state_json }: Suspect): boolean {
  return verdict === 'verified' && !isDoubted(JSON.parse(state_json ?? '{}') as SequentialTest)
}

/**
 * Whether there is no reason to look at a host more often. One that its last checks spoke against is looked at as often
 * as an unknown one until it is clear again, and so are all hosts of one owner for a day behind the refusal of one of
 * them: where fifty turn at once this finds them with the same money in a quarter of the time.
 */
const isRoutine = (suspect: Suspect): boolean =>
  isClear(suspect) && suspect.disputed + suspect.flagged + suspect.related === 0

/**
 * Whether a check that begins now counts as one of routine, behind which earnings are let out. Of a clear host that is
 * looked at more often for what others did, as many count as would have come anyway: or a rival who disputes a job a
 * day could keep it from being paid.
 */
export const countsAsRoutine = (suspect: Suspect, chance: Chance): boolean =>
  isClear(suspect) && (isRoutine(suspect) || chance() < BETWEEN_MS.undecided / BETWEEN_MS.verified)
