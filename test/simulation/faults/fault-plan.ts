import { Chance } from '../../load/chance.ts'

/** Every kind of fault, and how likely it strikes at one opportunity in a world of middling misfortune. */
export const FAULTS = {
  // The network, per message.
  request_lost: 0.03,
  request_late: 0.02,
  request_doubled: 0.03,
  answer_lost: 0.04,
  answer_late: 0.02,
  hangup_unnoticed: 0.3,
  stream_cut: 0.04,
  // Channels of hosts, per frame: all that follow are lost, or late, with it.
  channel_cut: 0.01,
  channel_late: 0.01,
  channel_dead: 0.002,
  reader_slow: 0.15,
  // The server: by the clock, by database statements, by commits.
  server_killed: 0.12,
  server_killed_in_transaction: 0.002,
  server_killed_after_commit: 0.006,
  server_stopped: 0.06,
  statement_slow: 0.04,
  disk_slow: 0.1,
  clock_forward: 0.06,
  clock_back: 0.06,
  // Agents and their engines.
  agent_killed: 0.08,
  agent_stopped: 0.05,
  engine_failed: 0.08,
  engine_broke_off: 0.25,
  engine_refused: 0.04,
  engine_stalled: 0.05,
  engine_silent: 0.03,
  engine_overlong: 0.08,
  engine_away: 0.02,
  engine_restarted: 0.06,
  // Scripted hosts, per result that they send.
  lie_gap: 0.06,
  lie_rewrite: 0.06,
  lie_foreign_job: 0.15,
  lie_excess: 0.05,
  lie_empty_tokens: 0.06,
  lie_flood: 0.01,
  lie_replay: 0.1,
  lie_attempt: 0.06,
  lie_instance: 0.06,
  lie_usage: 0.15,
  lie_error: 0.05,
  lie_other_host: 0.04,
  host_endless: 0.03,
  host_dripping: 0.03,
  host_handing_back: 0.04,
  host_silent: 0.04,
  host_vanished: 0.02,
  host_stopping: 0.1,
  // Buyers, owners, operators.
  submit_repeated: 0.15,
  submit_conflicting: 0.1,
  cancelled: 0.25,
  cancel_repeated: 0.3,
  reader_left: 0.05,
  wait_for_end: 0.2,
  disputed: 0.15,
  decision_repeated: 0.3,
  clawed_back: 0.9,
  account_closed: 0.03,
  price_changed: 0.15,
  host_paused: 0.06,
  host_disabled: 0.05,
  withdrawal_repeated: 0.3,
  grant_repeated: 0.3,
  resolution_repeated: 0.3,
} as const

/** What only several servers meet: per command, message and replica. */
export const CLUSTER_FAULTS = {
  redis_late: 0.02,
  redis_answer_lost: 0.002,
  message_doubled: 0.03,
  redis_cut: 0.05,
  redis_emptied: 0.06,
  database_cut: 0.04,
  server_paused: 0.05,
} as const

const RATES = { ...FAULTS, ...CLUSTER_FAULTS }

export type Fault = keyof typeof RATES

export interface PlanLimits {
  /** Only these events, `request_lost#3`, may strike; undefined allows all. */
  only?: ReadonlySet<string> | undefined
}

// Worlds differ: in one nothing of a kind goes wrong, in another twice as much as usual.
const MISFORTUNE = [0, 0, 0.5, 1, 2]

/**
 * Decides from the seed which faults strike. The n-th opportunity of a kind is an event of its own, `cancelled#4`,
 * drawn apart from all others, so that a plan with some events taken out is still the same plan for the rest.
 */
export class FaultPlan {
  readonly struck: string[] = []
  readonly #seed: number
  readonly #only: ReadonlySet<string> | undefined
  readonly #draws = new Map<Fault, { chance: Chance; rate: number; turns: number }>()
  #healed = false

  constructor(seed: number, { only }: PlanLimits = {}) {
    this.#seed = seed
    this.#only = only
  }

  /** From now on nothing goes wrong any more. */
  heal(): void {
    this.#healed = true
  }

  get healed(): boolean {
    return this.#healed
  }

  /** Whether the next opportunity of this kind is taken. */
  strikes(fault: Fault): boolean {
    if (this.#healed) return false
    const draw = this.#draws.get(fault) ?? this.#open(fault)
    draw.turns++
    if (draw.rate === 0 || draw.chance.next() >= draw.rate) return false
    const event = `${fault}#${draw.turns}`
    if (this.#only && !this.#only.has(event)) return false
    this.struck.push(event)
    return true
  }

  /** Chance for the details of the event that struck last. */
  details(fault: Fault): Chance {
    return new Chance(this.#seed, fault, this.#draws.get(fault)?.turns ?? 0)
  }

  #open(fault: Fault) {
    const chance = new Chance(this.#seed, 'fault', fault)
    const draw = { chance, rate: RATES[fault] * chance.pick(MISFORTUNE), turns: 0 }
    this.#draws.set(fault, draw)
    return draw
  }
}

export function kindOf(event: string): Fault {
  return event.slice(0, event.indexOf('#')) as Fault
}
