import { type Candidate, compareHosts } from '../../../server/src/market/broker/rank.ts'
import { sharesByKind, splitGross } from '../../../server/src/market/ledger/postings.ts'
import { PROBATION_JOBS } from '../../../server/src/market/trust/probation.ts'
import { type Evidence, provenTokens, withJob } from '../../../server/src/market/trust/proof.ts'
import { ANSWERS_MOST } from '../../../server/src/market/verification/leave-check.ts'
import {
  beginTest,
  type Observation,
  type SequentialTest,
  type Verdict,
  verdictOf,
  withEvidence,
} from '../../../server/src/market/verification/sequential-test.ts'
import { Chance } from '../../load/chance.ts'
import { drawCheck, type Measured } from './measured.ts'
import { HONEST, ODD, type Strategy } from './strategies.ts'

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
}

/** A host under one identity; a refused one comes back under another. */
interface Identity extends Candidate {
  strategy: Strategy
  group: boolean
  born_h: number
  test: SequentialTest
  verdict: Verdict
  evidence: Evidence
  checks: number
  jobs: number
  /** Earnings that cannot be taken out yet, by the hour. */
  pending: { hour: number; nano: bigint }[]
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
}

const HONEST_HOSTS = 20
const JOBS_AN_HOUR = 10
const SLOTS = 4
const TOKENS = 300
/** Nano-credits a token: what honest hosts ask in the middle, and what it costs them. */
const MIDDLE_NANO = 1_000_000
const COST = 0.5
const DEMAND = 0.7
const SETTLED_CHECKS = 40
/** A hand-back lowers the success rate like a third of a failure. */
const HAND_BACK = 0.1 / 3
/**
 * A group of hosts in a market of honest ones, hour by hour, under the server's own rules. Counted is what was served
 * within the days; the world goes on until all of it is paid or lost.
 */
export function runWorld(options: WorldOptions): Ended {
  const world = new World(options)
  const hours = options.days * 24 + options.policy.hold_h.other
  for (let hour = 0; hour <= hours; hour++) world.hour(hour)
  return world.ended
}

class World {
  readonly #options: WorldOptions
  readonly #chance: Chance
  readonly #hosts: Identity[]
  readonly ended: Ended
  #budget = 0
  #customer = 0

  constructor(options: WorldOptions) {
    this.#options = options
    this.#chance = new Chance(options.seed, options.strategy.name, options.size)
    const honest = Array.from({ length: HONEST_HOSTS }, (_, at) => {
      const kind = at % 4 === 0 ? (ODD[(at / 4) % ODD.length] as Strategy) : HONEST
      const host = this.#enlist({ ...kind, price: 0.8 + (0.4 * at) / HONEST_HOSTS }, false, 0)
      return options.settled ? this.#settle(host) : host
    })
    const group = Array.from({ length: options.size }, () => this.#enlist(options.strategy, true, 0))
    this.#hosts = [...honest, ...group]
    this.ended = { earned: 0, cost: 0, lost_by_buyers: 0, found: [], honest_refused: 0, honest_days: 0 }
  }

  #enlist(strategy: Strategy, group: boolean, born_h: number): Identity {
    return {
      ...{ strategy, group, born_h, test: beginTest(), verdict: 'undecided', checks: 0, jobs: 0, pending: [] },
      evidence: { jobs: 0, longest: 0, buyers: [], paid_nano: 0n },
      ...{ price_nano: BigInt(Math.round(strategy.price * MIDDLE_NANO)), gpu_utilization: 0, success_rate: 1 },
      ...{ tokens_per_second: 30, flagged: false, verified: false },
    }
  }

  /** What is known of a host that has been there for long. */
  #settle(host: Identity): Identity {
    for (let check = 0; check < SETTLED_CHECKS; check++) {
      const drawn = this.#drawn(host.strategy.serves)
      host.test = withEvidence(host.test, drawn)
    }
    host.verdict = verdictOf(host.test)
    return { ...host, verified: host.verdict === 'verified' }
  }

  hour(hour: number): void {
    let demand = Math.round(DEMAND * JOBS_AN_HOUR * this.#hosts.length)
    for (const host of this.#hosts.toSorted((a, b) => compareHosts(a, b) || this.#chance.next() - 0.5)) {
      const proven = provenTokens(host.evidence) > 0
      const jobs = Math.min(demand, proven ? JOBS_AN_HOUR : (JOBS_AN_HOUR * PROBATION_JOBS) / SLOTS)
      demand -= jobs
      for (let job = 0; job < jobs; job++) this.#serve(host, hour)
    }
    for (const host of this.#due()) this.#check(host, hour)
    for (const [at, host] of this.#hosts.entries()) {
      if (host.verdict === 'refused') this.#hosts[at] = this.#enlist(host.strategy, host.group, hour + 1)
      else this.#release(host, hour)
      if (!host.group) this.ended.honest_days += 1 / 24
    }
  }

  /** Whose checks are due in an hour, in no order: what is left to spend may not last for all of them. */
  #due(): Identity[] {
    const due = this.#hosts.flatMap((host) => {
      const rate = this.#options.policy.checks_an_hour[host.verdict]
      const checks = Math.floor(rate) + Number(this.#chance.next() < rate % 1)
      return Array.from({ length: checks }, () => ({ host, at: this.#chance.next() }))
    })
    return due.sort((one, other) => one.at - other.at).map(({ host }) => host)
  }

  #spoils({ strategy, born_h }: Identity, hour: number): boolean {
    return hour - born_h >= strategy.patience_h && this.#chance.next() < strategy.spoils
  }

  #serve(host: Identity, hour: number): void {
    const { strategy } = host
    if (this.#chance.next() < strategy.startles) {
      host.success_rate *= 1 - HAND_BACK
      return
    }
    const completes = this.#chance.next() < strategy.completes
    // As hosts/ends-store.ts moves it.
    host.success_rate += 0.1 * (Number(completes) - host.success_rate)
    const spoils = this.#spoils(host, hour)
    const cost = COST * MIDDLE_NANO * TOKENS * (spoils ? strategy.cost : 1)
    if (host.group && this.#counts(hour)) this.ended.cost += cost
    if (!completes) return
    host.jobs += 1
    const tokens = TOKENS * (spoils ? strategy.bills : 1)
    const gross = host.price_nano * BigInt(Math.round(tokens))
    const promo = BigInt(Math.round(Number(gross) * strategy.promo))
    const { paid } = sharesByKind(promo, splitGross(gross))
    host.pending.push({ hour, nano: paid.host })
    this.#budget += this.#options.share * Number(gross)
    if (gross === 0n) return
    const user_id = `usr_${this.#customer++ % 50}`
    const job = {
      host_id: '',
      model: '',
      user_id,
      price_nano: host.price_nano,
      tokens,
      paid_nano: paid.gross,
      promo_nano: promo,
    }
    host.evidence = withJob(host.evidence, { ...job, finished_at: hour }, host.price_nano)
  }

  /** As `leave-check.ts` has it: what is left unanswered counts against whoever answers most of its jobs. */
  #observed(host: Identity, hour: number): Observation[] {
    const { completes, smells } = host.strategy
    const left = this.#chance.next() >= completes || this.#chance.next() < smells
    if (left) host.success_rate *= 1 - HAND_BACK
    const known = host.success_rate >= ANSWERS_MOST
    const answering: Observation[] = known ? [{ kind: 'unanswered', level: Number(left) }] : []
    if (left) return answering
    const serves = this.#spoils(host, hour) ? host.strategy.serves : HONEST.serves
    return [...this.#drawn(serves), ...answering]
  }

  #drawn(serves: string): Observation[] {
    const { measured, greedy, policy } = this.#options
    return drawCheck(measured, serves, { greedy, paired: policy.paired }, this.#chance)
  }

  #release(host: Identity, hour: number): void {
    const { hold_h } = this.#options.policy
    const hold = host.verdict === 'verified' ? hold_h.verified : hold_h.other
    const due = host.pending.filter((one) => hour - one.hour >= hold)
    host.pending = host.pending.filter((one) => hour - one.hour < hold)
    this.#take(
      host,
      due.filter((one) => this.#counts(one.hour)),
    )
  }

  #counts(hour: number): boolean {
    return hour < this.#options.days * 24
  }

  #take(host: Identity, due: readonly { hour: number; nano: bigint }[]): void {
    if (!host.group) return
    const sum = due.reduce((total, { nano }) => total + Number(nano), 0)
    this.ended.earned += sum
    const { patience_h, spoils, serves } = host.strategy
    if (serves === HONEST.serves) return
    const spoilt = due.filter(({ hour }) => hour - host.born_h >= patience_h)
    this.ended.lost_by_buyers += spoils * spoilt.reduce((total, { nano }) => total + Number(nano), 0)
  }

  #check(host: Identity, hour: number): void {
    const cost = this.#options.policy.jobs_a_check * Math.max(MIDDLE_NANO, Number(host.price_nano)) * TOKENS
    if (host.verdict === 'refused' || this.#budget < cost) return
    this.#budget -= cost
    host.test = withEvidence(host.test, this.#observed(host, hour))
    host.verdict = verdictOf(host.test)
    host.verified = host.verdict === 'verified'
    host.checks += 1
    if (host.verdict !== 'refused') return
    if (host.group) this.ended.found.push({ checks: host.checks, jobs: host.jobs })
    else this.ended.honest_refused += 1
  }
}
