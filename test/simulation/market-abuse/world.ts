import { compareHosts } from '../../../server/src/market/broker/rank.ts'
import { sharesByKind, splitGross } from '../../../server/src/market/ledger/postings.ts'
import { PROBATION_JOBS } from '../../../server/src/market/trust/probation.ts'
import { provenTokens, withJob } from '../../../server/src/market/trust/proof.ts'
import { isFarTooDear, pauseAtPrice, usualPrice } from '../../../server/src/market/verification/check-price.ts'
import { shareThatCounts } from '../../../server/src/market/verification/leave-check.ts'
import {
  beginTest,
  isDoubted,
  type Observation,
  verdictOf,
  withEvidence,
} from '../../../server/src/market/verification/sequential-test.ts'
import { Chance } from '../../load/chance.ts'
import { drawCheck } from './measured.ts'
import { HONEST, ODD, type Strategy } from './strategies.ts'
import type { Ended, Identity, WorldOptions } from './world-state.ts'

const HONEST_HOSTS = 20
const JOBS_AN_HOUR = 10
const SLOTS = 4
const TOKENS = 300
/** Nano-credits a token: what honest hosts ask in the middle, and what it costs them. */
const MIDDLE_NANO = 1_000_000
const COST = 0.5
const DEMAND = 0.7
const SETTLED_CHECKS = 40
/** Of what customers ask for, the part that is longer than checks used to be. */
const LONG_JOBS = 0.3
/** Of an hour: within each a host is checked once at most. */
const ROUNDS = 12
const HOUR_MS = 3_600_000
/** A trusted host asks what the middle of the honest ones does. */
const USUAL_NANO = usualPrice([{ price_nano: BigInt(MIDDLE_NANO), input_price_nano: 0n }], 0n)
const asks = ({ price_nano }: Identity) => ({ price_nano, input_price_nano: 0n })
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
  /** For checks, of what was sold within the hour. */
  #fees = 0
  #customer = 0

  constructor(options: WorldOptions) {
    this.#options = options
    this.#chance = new Chance(options.seed, options.strategy.name, options.size)
    const honest = Array.from({ length: HONEST_HOSTS }, (_, at) => {
      const kind = at % 4 === 0 ? (ODD[(at / 4) % ODD.length] as Strategy) : HONEST
      const host = this.#enlist({ ...kind, price: 0.8 + (0.4 * at) / HONEST_HOSTS }, false, 0)
      return options.settled ? this.#settle(host) : host
    })
    const { strategy, size } = options
    const group = Array.from({ length: size }, (_, at) =>
      this.#enlist(at % 10 === 9 ? { ...strategy, ...strategy.aside } : strategy, true, 0, at),
    )
    this.#hosts = [...honest, ...group]
    this.ended = {
      earned: 0,
      cost: 0,
      lost_by_buyers: 0,
      found: [],
      honest_refused: 0,
      honest_days: 0,
      waited: { hours: 0, earnings: 0 },
    }
  }

  #enlist(strategy: Strategy, group: boolean, born_h: number, at = 0): Identity {
    return {
      ...{ strategy, group, born_h, test: beginTest(), verdict: 'undecided', checks: 0, jobs: 0, pending: [], at },
      ...{ routine: 0, suspect_until_h: 0, shown_until_h: 0 },
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
    return host
  }

  hour(hour: number): void {
    this.#fees = 0
    let demand = Math.round(DEMAND * JOBS_AN_HOUR * this.#hosts.length)
    for (const host of this.#hosts) host.verified = this.#isShown(host, hour)
    for (const host of this.#hosts.toSorted((a, b) => compareHosts(a, b) || this.#chance.next() - 0.5)) {
      const proven = provenTokens(host.evidence) > 0
      const jobs = Math.min(demand, proven ? JOBS_AN_HOUR : (JOBS_AN_HOUR * PROBATION_JOBS) / SLOTS)
      demand -= jobs
      for (let job = 0; job < jobs; job++) this.#serve(host, hour)
    }
    for (let round = 0; round < ROUNDS; round++) this.#round(hour)
    for (const [at, host] of this.#hosts.entries()) {
      if (host.verdict === 'refused') this.#hosts[at] = this.#enlist(host.strategy, host.group, hour + 1, host.at)
      else this.#release(host, hour)
      if (!host.group) this.ended.honest_days += 1 / 24
    }
  }

  /** Who is due is looked at in no order: what is left to spend may not last for all of them. */
  #round(hour: number): void {
    this.#budget += this.#fees / ROUNDS
    const due = this.#hosts.filter((host) => this.#chance.next() < this.#checksAnHour(host, hour) / ROUNDS)
    const drawn = due.map((host) => ({ host, at: this.#chance.next() })).sort((one, other) => one.at - other.at)
    for (const { host } of drawn) this.#check(host, hour)
  }

  #checksAnHour(host: Identity, hour: number): number {
    const { checks_an_hour, priced } = this.#options.policy
    const usual =
      checks_an_hour[host.verdict === 'verified' && !this.#isRoutine(host, hour) ? 'undecided' : host.verdict]
    if (!priced || usual === 0) return usual
    const pace = { between_ms: HOUR_MS / usual, known: host.verdict !== 'undecided' }
    return HOUR_MS / pauseAtPrice(asks(host), pace, USUAL_NANO)
  }

  /** As `begin-check.ts` has it. */
  #isRoutine({ verdict, test, suspect_until_h }: Identity, hour: number): boolean {
    return verdict === 'verified' && hour >= suspect_until_h && !(this.#options.policy.follows && isDoubted(test))
  }

  /** As verified: a doubt is told later, and whoever asks far more than trusted hosts do is none. */
  #isShown(host: Identity, hour: number): boolean {
    if (this.#options.policy.priced && isFarTooDear(asks(host), USUAL_NANO)) return false
    return host.verdict === 'verified' || hour < host.shown_until_h
  }

  #spoils(host: Identity, hour: number, long: boolean): boolean {
    const { strategy, born_h, at } = host
    const age_h = hour - born_h
    if (age_h < strategy.patience_h) return false
    const verified = this.#isShown(host, hour)
    return strategy.dares({ hour, age_h, long, verified, at }) && this.#chance.next() < strategy.spoils
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
    const spoils = this.#spoils(host, hour, this.#chance.next() < LONG_JOBS)
    const cost = COST * MIDDLE_NANO * TOKENS * (spoils ? strategy.cost : 1)
    if (host.group && this.#counts(hour)) this.ended.cost += cost
    if (!completes) return
    host.jobs += 1
    const tokens = TOKENS * (spoils ? strategy.bills : 1)
    const gross = host.price_nano * BigInt(Math.round(tokens))
    const promo = BigInt(Math.round(Number(gross) * strategy.promo))
    const { paid } = sharesByKind(promo, splitGross(gross))
    const spoilt = spoils && strategy.serves !== HONEST.serves
    host.pending.push({ hour, nano: paid.host, spoilt, routine: host.routine })
    this.#fees += this.#options.share * Number(gross)
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

  /** Whether it hands a check back, or sits on it. */
  #leaves({ strategy: { completes, smells } }: Identity): boolean {
    return this.#chance.next() >= completes || this.#chance.next() < smells
  }

  /** As `leave-check.ts` has it: what is left unanswered counts as far as it is more than is left of other jobs. */
  #observed(host: Identity, hour: number, left: boolean): Observation[] {
    if (left) host.success_rate *= 1 - HAND_BACK
    const share = left ? shareThatCounts(host.success_rate) : 1
    const counts = share === 1 || this.#chance.next() < share
    const answering: Observation[] = counts ? [{ kind: 'unanswered', level: Number(left) }] : []
    if (left) return answering
    const long = this.#options.policy.long && this.#chance.next() < LONG_JOBS
    const serves = this.#spoils(host, hour, long) ? host.strategy.serves : HONEST.serves
    return [...this.#drawn(serves), ...answering]
  }

  #drawn(serves: string): Observation[] {
    const { measured, greedy, policy } = this.#options
    return drawCheck(measured, serves, { greedy, paired: policy.paired }, this.#chance)
  }

  /** As `earnings/hold.ts` has it. */
  #release(host: Identity, hour: number): void {
    const { hold_h, later } = this.#options.policy
    const known = host.verdict === 'verified' && hour >= host.suspect_until_h
    const isDue = (one: Identity['pending'][number]) => {
      const age_h = hour - one.hour
      return age_h >= hold_h.other || (known && age_h >= hold_h.verified && host.routine - one.routine >= later)
    }
    const due = host.pending.filter(isDue)
    host.pending = host.pending.filter((one) => !isDue(one))
    const counted = due.filter((one) => this.#counts(one.hour))
    this.#take(host, counted)
    if (!host.group) return
    this.ended.waited.hours += counted.reduce((sum, one) => sum + hour - one.hour, 0)
    this.ended.waited.earnings += counted.length
  }

  #counts(hour: number): boolean {
    return hour < this.#options.days * 24
  }

  #take(host: Identity, due: Identity['pending']): void {
    if (!host.group) return
    const sum = (of: Identity['pending']) => of.reduce((total, { nano }) => total + Number(nano), 0)
    this.ended.earned += sum(due)
    this.ended.lost_by_buyers += sum(due.filter(({ spoilt }) => spoilt))
  }

  #check(host: Identity, hour: number): void {
    const { policy } = this.#options
    const cost = policy.jobs_a_check * Math.max(MIDDLE_NANO, Number(host.price_nano)) * TOKENS
    const parts = policy.priced && isFarTooDear(asks(host), USUAL_NANO) ? this.#hosts.length : 1
    if (host.verdict === 'refused' || this.#budget < cost * parts) return
    this.#budget -= cost
    const left = this.#leaves(host)
    if (!left) this.#earnByCheck(host, hour)
    if (this.#isRoutine(host, hour)) host.routine += 1
    const before = host.verdict
    host.test = withEvidence(host.test, this.#observed(host, hour, left))
    host.verdict = verdictOf(host.test)
    host.checks += 1
    if (before === 'verified' && host.verdict !== 'verified') host.shown_until_h = hour + this.#options.policy.shown_h
    if (host.verdict === 'refused') this.#refuse(host, hour)
  }

  /** A check is a job like any other, paid for at the host's price. */
  #earnByCheck(host: Identity, hour: number): void {
    const { paid } = sharesByKind(0n, splitGross(host.price_nano * BigInt(TOKENS)))
    host.pending.push({ hour, nano: paid.host, spoilt: false, routine: host.routine })
    if (host.group && this.#counts(hour)) this.ended.cost += COST * MIDDLE_NANO * TOKENS * host.strategy.cost
  }

  #refuse(host: Identity, hour: number): void {
    if (!host.group) {
      this.ended.honest_refused += 1
      return
    }
    this.ended.found.push({ checks: host.checks, jobs: host.jobs })
    if (!host.strategy.related) return
    for (const other of this.#hosts) if (other.group) other.suspect_until_h = hour + this.#options.policy.related_h
  }
}
