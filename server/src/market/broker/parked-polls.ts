import type { Clock } from '../../base/clock.ts'
import { type Bus, queueTopic } from '../../bus/bus.ts'
import { covers, VERIFIED } from '../../storage/capability-mask.ts'
import { listsHost } from '../../storage/chosen-hosts.ts'
import type { Tx } from '../../storage/database.ts'
import { DueBack } from './due-back.ts'
import { type Choice, candidateWith, ModelLine, type WaitingHost } from './model-line.ts'
import { type Candidate, nearEnough } from './rank.ts'
import { NO_RIVALS, type Poll, type Waiting, type WantedJob } from './waiting.ts'

/** More slots than any machine has; it bounds what one key can make us keep. */
const POLLS_A_HOST = 256

/** So long a job waits for a host that has read its prompt. */
const HELD_MS = 150
/** About 500 tokens, which an engine reads in about as long. */
const LONG_BYTES = 2048

/** The polls that are parked with this server, by host and by model. */
export class ParkedPolls implements Waiting {
  readonly #bus: Bus
  readonly #subscriptions = new Map<string, () => void>()
  readonly #byModel = new Map<string, ModelLine>()
  readonly #byHost = new Map<string, Set<Poll>>()
  readonly #clock: Clock
  readonly #due: DueBack
  /** Jobs that are kept for hosts which have read their prompts. */
  readonly #kept = new Map<string, readonly string[]>()

  constructor(bus: Bus, clock: Clock) {
    this.#bus = bus
    this.#clock = clock
    this.#due = new DueBack(clock)
  }

  park(poll: Poll): void {
    this.#due.back(poll.host.host_id)
    const parked = this.#byHost.get(poll.host.host_id)
    if (parked && parked.size >= POLLS_A_HOST) leastNeeded([...parked])?.dismiss()
    for (const model of poll.models.keys()) {
      this.#lineOf(model).enter(poll)
      if (!this.#subscriptions.has(model)) {
        this.#subscriptions.set(
          model,
          this.#bus.subscribe(queueTopic(model), () => void this.offer(model)),
        )
      }
    }
    add(this.#byHost, poll.host.host_id, poll)
  }

  leave(poll: Poll): void {
    this.#due.left(poll)
    for (const model of poll.models.keys()) {
      const line = this.#byModel.get(model)
      line?.leave(poll)
      if (line && !line.isEmpty) continue
      this.#byModel.delete(model)
      this.#subscriptions.get(model)?.()
      this.#subscriptions.delete(model)
    }
    remove(this.#byHost, poll.host.host_id, poll)
  }

  ofHost(hostId: string): Poll[] {
    return [...(this.#byHost.get(hostId) ?? [])]
  }

  async wakeHost(hostId: string): Promise<void> {
    // What finds nothing for some models finds nothing for another poll that wants the same ones.
    const empty = new Set<string>()
    for (const poll of this.ofHost(hostId)) {
      const models = [...poll.models.keys()].join('\n')
      if (poll.busy) poll.stale = true
      else if (!empty.has(models) && !(await poll.look(NO_RIVALS))) empty.add(models)
    }
  }

  refresh(hostId: string): void {
    for (const poll of this.ofHost(hostId)) poll.dismiss()
  }

  freed(hostId: string): void {
    this.#due.freed(hostId)
    for (const poll of this.#byHost.get(hostId) ?? []) if (poll.models.size === 0) poll.dismiss()
  }

  dismiss(): void {
    for (const polls of this.#byHost.values()) for (const poll of polls) poll.dismiss()
  }

  async lookAround(): Promise<void> {
    for (const hostId of [...this.#byHost.keys()]) await this.wakeHost(hostId)
  }

  mayWaitFor(model: string): boolean {
    return this.#byModel.has(model)
  }

  handOver(tx: Tx, job: WantedJob): void {
    const hint = () => this.#bus.publish(queueTopic(job.model))
    const { best, waiting } = this.#byModel.get(job.model)?.choose(job, mayTake) ?? NOBODY
    if (best && this.keep(job, hint, best)) return
    if (best) {
      // The host may have got another job, older or of a user who waited longer; then this one is still to be had.
      void best
        .take(
          (work) => tx.followUp(work),
          job,
          () => rivalsOf(best, waiting),
        )
        .then((got) => got?.job_id === job.job_id || hint())
    } else if (waiting.length === 0) tx.onCommit(hint)
    // Of the hosts that wait none may run it: only those that are looking right now must look again.
    else tx.onCommit(() => this.#stir(job.model))
  }

  /**
   * Keeps a job for a moment from hosts that have not read its prompt, where one that has is about to ask for work, and
   * asks at most a tenth more than the best that waits: by itself it then finds the job in its queue. Of a short prompt
   * reading takes less than the wait. `then`: nobody has come.
   */
  keep(job: WantedJob, then: () => void, chosen?: Poll): boolean {
    const { job_id, model, warm = [], prompt_bytes = 0 } = job
    if (warm.length === 0 || prompt_bytes < LONG_BYTES) return false
    const best = chosen ?? this.#byModel.get(model)?.choose(job, mayTake).best
    if (!best || warm.includes(best.host.host_id)) return false
    const due = this.#due.of(warm).filter((poll) => mayTake(poll, job))
    const near = due.filter((poll) => nearEnough(candidateWith(poll, model), candidateWith(best, model)))
    if (near.length === 0) return false
    this.#kept.set(
      job_id,
      near.map(({ host }) => host.host_id),
    )
    this.#clock.timer(HELD_MS, () => {
      this.#kept.delete(job_id)
      then()
    })
    return true
  }

  isKeptFor(job_id: string, host_id: string): boolean {
    return this.#kept.get(job_id)?.includes(host_id) ?? false
  }

  requeued({ model, continues }: { model: string; continues: boolean }): void {
    if (continues) void this.offer(model, { verifiedFirst: true })
    else this.#bus.publish(queueTopic(model))
  }

  /** Who hands over here is who queues: nobody ends in between. */
  async handMissed(): Promise<void> {}

  /** The hosts that wait for the model and are not looking with all of their polls at this moment, in no order. */
  waitingFor(model: string): readonly WaitingHost[] {
    return this.#byModel.get(model)?.waiting() ?? []
  }

  /** Offers a newly queued job of the model to the waiting hosts, the best first, until one of them takes a job. */
  async offer(model: string, { verifiedFirst = false } = {}): Promise<void> {
    this.#stir(model)
    const inOrder = this.#byModel.get(model)?.inOrder() ?? []
    const last = ({ poll }: { poll: Poll }) => Number(!isVerifiedFor(poll, model))
    const waiting = verifiedFirst ? inOrder.toSorted((one, other) => last(one) - last(other)) : inOrder
    for (const { poll: head, host } of waiting) {
      // What a host may run does not depend on which of its polls asks; one may have begun to look meanwhile.
      const poll = head.busy ? this.#byModel.get(model)?.idleOf(host.host_id) : head
      // Listing the rivals is as long as the line itself: done for each of the line it would be its square.
      if (poll && (await poll.look(() => rivalsOf(poll, waiting)))) return
    }
  }

  #lineOf(model: string): ModelLine {
    const line = this.#byModel.get(model) ?? new ModelLine(model)
    this.#byModel.set(model, line)
    return line
  }

  /** Makes those that are looking at this moment look once more. */
  #stir(model: string): void {
    for (const poll of this.#byModel.get(model)?.polls() ?? []) if (poll.busy) poll.stale = true
  }
}

/** The oldest that stands in no line, else the oldest: where one left a line, others would ask anew for its place. */
const leastNeeded = (polls: readonly Poll[]) => polls.find(({ models }) => models.size === 0) ?? polls[0]

/** By what was last read of the host; its claim reads again. */
export function mayTake({ host, models }: Poll, job: WantedJob): boolean {
  const { target_host_id: target, only_hosts: only, not_hosts: not } = job
  const { host_id } = host
  const left = (only === null || listsHost(only, host_id)) && (not === null || !listsHost(not, host_id))
  const named = left && (target === null || target === host_id)
  const served = models.get(job.model)
  if (!served || served.max_tokens < job.max_tokens || !covers(served.capabilities, job.needs)) return false
  const able = served.price_nano <= job.price_cap_nano && served.input_price_nano <= job.input_cap_nano
  return named && able && host.status === 'active' && host.paused === 0
}

const isVerifiedFor = ({ models }: Poll, model: string) => covers(models.get(model)?.capabilities ?? 0, VERIFIED)

const NOBODY: Choice = { best: undefined, waiting: [] }

/** The other hosts among those that wait. */
export function rivalsOf({ host: { host_id } }: Poll, waiting: readonly WaitingHost[]): Candidate[] {
  return waiting.flatMap(({ host, candidate }) => (host.host_id === host_id ? [] : [candidate]))
}

function add(index: Map<string, Set<Poll>>, key: string, poll: Poll): void {
  const polls = index.get(key)
  if (polls) polls.add(poll)
  else index.set(key, new Set([poll]))
}

function remove(index: Map<string, Set<Poll>>, key: string, poll: Poll): void {
  const polls = index.get(key)
  polls?.delete(poll)
  if (polls?.size === 0) index.delete(key)
}
