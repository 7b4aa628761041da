import type { Candidate } from '../../../server/src/market/broker/rank.ts'
import type { Evidence } from '../../../server/src/market/trust/proof.ts'
import type { SequentialTest, Verdict } from '../../../server/src/market/verification/sequential-test.ts'
import type { Measured } from './measured.ts'
import type { Strategy } from './strategies.ts'

export interface WorldOptions {
  measured: Measured
  strategy: Strategy
  /** Hosts of the group, beside twenty honest ones. */
  size: number
  days: number
  /** The part of checks that are of greedy texts. */
  greedy: number
  /** The most of what is sold that is spent on checks. */
  share: number
  policy: Policy
  /** Whether the honest hosts were verified before the group came; else all begin on one day. */
  settled: boolean
  seed: number
}

/** What the market does, beside the verdicts. */
export interface Policy {
  /** How long earnings wait, in hours: of verified hosts, and at most of others. */
  hold_h: { verified: number; other: number }
  /** What a check costs, in jobs, and the part of checks to which the reference answers too. */
  jobs_a_check: number
  paired: number
  /** Checks an hour of a host, as far as the budget goes. */
  checks_an_hour: Readonly<Record<Verdict, number>>
  /** Routine checks that have to count before what a verified host earned is paid. */
  later: number
  /** Whether a check that speaks against a verified host is followed by others at once. */
  follows: boolean
  /** Whether checks ask for as much as customers do. */
  long: boolean
  /** Hours for which all hosts of an owner are looked at more and paid later, behind the refusal of one. */
  related_h: number
  /** Hours for which a host is still shown as verified that is not any more. */
  shown_h: number
  /** Whether dear hosts are looked at less often. */
  priced: boolean
}

/** A host under one identity; a refused one comes back under another. */
export interface Identity extends Candidate {
  strategy: Strategy
  group: boolean
  born_h: number
  test: SequentialTest
  verdict: Verdict
  evidence: Evidence
  checks: number
  jobs: number
  /** Earnings that cannot be taken out yet, by the hour. */
  pending: { hour: number; nano: bigint; spoilt: boolean; routine: number }[]
  /** Its number within the group. */
  at: number
  routine: number
  /** Until when it is looked at more, and shown as verified. */
  suspect_until_h: number
  shown_until_h: number
}

export interface Ended {
  /** Of the group, to take out. */
  earned: number
  cost: number
  /** Paid for spoilt jobs and taken out by the group. */
  lost_by_buyers: number
  found: { checks: number; jobs: number }[]
  honest_refused: number
  honest_days: number
  /** How long the group's earnings waited: hours of each, summed, and how many. */
  waited: { hours: number; earnings: number }
}
