import { type Bus, queueTopic } from '../../bus/bus.ts'
import { listsHost } from '../../storage/chosen-hosts.ts'
import type { Tx } from '../../storage/database.ts'
import type { JobRow } from '../jobs/store.ts'
import { candidateOf, compareHosts } from './rank.ts'
import type { ClaimingHost } from './work-store.ts'

/** A long poll that is parked: its host as last read, and how to make it look for work. */
export interface Poll {
  host: ClaimingHost
  /** What the host generates at most of each of its models, in tokens. */
  models: ReadonlyMap<string, number>
  instance: string | null
  /** Someone is looking for work on its behalf right now. */
  busy: boolean
  /** Something changed while it was busy: it must look once more. */
  stale: boolean
  /** Looks for work; resolves true when it got a job. Never rejects. `rivals` is asked only when there is one. */
  look: (rivals: Rivals) => Promise<boolean>
  /** Claims a job like this one right behind a transaction, in the same wait for the disk; resolves with it. Never rejects. */
  take: (tx: Tx, job: WantedJob, rivals: Rivals) => Promise<{ job_id: string } | undefined>
  /** Ends the poll as if its time were up. */
  dismiss: () => void
}

/** The other hosts that wait for the same work. */
export type Rivals = () => readonly ClaimingHost[]

/** For a poll that looks by itself, not because a job was offered to several. */
export const NO_RIVALS: Rivals = () => []

/** More slots than any machine has; it bounds what one key can make us keep. */
const POLLS_A_HOST = 256

/** The parked polls of all hosts. */
export class Waiting {
  readonly #bus: Bus
  readonly #subscriptions = new Map<string, () => void>()
  readonly #byModel = new Map<string, Set<Poll>>()
  readonly #byHost = new Map<string, Set<Poll>>()

  constructor(bus: Bus) {
    this.#bus = bus
  }

  /** Parks a poll; beyond the bound the host's oldest one is ended. */
  park(poll: Poll): void {
    const parked = this.#byHost.get(poll.host.host_id)
    if (parked && parked.size >= POLLS_A_HOST) [...parked][0]?.dismiss()
    for (const model of poll.models.keys()) {
      add(this.#byModel, model, poll)
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
    for (const model of poll.models.keys()) {
      remove(this.#byModel, model, poll)
      if (this.#byModel.has(model)) continue
      this.#subscriptions.get(model)?.()
      this.#subscriptions.delete(model)
    }
    remove(this.#byHost, poll.host.host_id, poll)
  }

  ofHost(hostId: string): Poll[] {
    return [...(this.#byHost.get(hostId) ?? [])]
  }

  /** Makes the polls of a host look again, since what it may claim changed. */
  async wakeHost(hostId: string): Promise<void> {
    // What finds nothing for some models finds nothing for another poll that wants the same ones.
    const empty = new Set<string>()
    for (const poll of this.ofHost(hostId)) {
      const models = [...poll.models.keys()].join('\n')
      if (poll.busy) poll.stale = true
      else if (!empty.has(models) && !(await poll.look(NO_RIVALS))) empty.add(models)
    }
  }

  /** Ends the polls of a host whose models or price changed: it asks again, on the new terms. */
  refresh(hostId: string): void {
    for (const poll of this.ofHost(hostId)) poll.dismiss()
  }

  /** A host holds one job less: its polls that could be offered nothing because it held all that it may ask again. */
  freed(hostId: string): void {
    for (const poll of this.#byHost.get(hostId) ?? []) if (poll.models.size === 0) poll.dismiss()
  }

  /** Ends all polls with no job: the server stops. */
  dismiss(): void {
    for (const polls of this.#byHost.values()) for (const poll of polls) poll.dismiss()
  }

  /**
   * Hands a job that a transaction is queuing to the best of the hosts that wait for one like it: the claim follows in
   * the same wait for the disk, so that a pickup costs one and not two. Where nobody takes it, it waits in its queue.
   */
  handOver(tx: Tx, job: WantedJob): void {
    const hint = () => this.#bus.publish(queueTopic(job.model))
    const idle = this.#parked(job.model).filter((poll) => !poll.busy)
    const best = bestOf(idle.filter((poll) => mayTake(poll, job)))
    if (best) {
      // The host may have got another job, older or of a user who waited longer; then this one is still to be had.
      void best.take(tx, job, () => rivalsOf(best, idle)).then((got) => got?.job_id === job.job_id || hint())
    } else if (idle.length === 0) tx.onCommit(hint)
    // Of the hosts that wait none may run it: only those that are looking right now must look again.
    else tx.onCommit(() => this.#stir(job.model))
  }

  /** Offers a newly queued job of the model to the waiting hosts, the best first, until one of them takes a job. */
  async offer(model: string): Promise<void> {
    this.#stir(model)
    const idle = this.#parked(model)
      .filter((poll) => !poll.busy)
      .sort((a, b) => compareHosts(candidateOf(a.host), candidateOf(b.host)))
    // What a host may run does not depend on which of its polls asks.
    const asked = new Set<string>()
    for (const poll of idle) {
      if (poll.busy || asked.has(poll.host.host_id)) continue
      asked.add(poll.host.host_id)
      // Listing the rivals is as long as the line itself: done for each of the line it would be its square.
      if (await poll.look(() => rivalsOf(poll, idle))) return
    }
  }

  #parked(model: string): Poll[] {
    return [...(this.#byModel.get(model) ?? [])]
  }

  /** Makes those that are looking at this moment look once more. */
  #stir(model: string): void {
    for (const poll of this.#byModel.get(model) ?? []) if (poll.busy) poll.stale = true
  }
}

type WantedJob = Pick<
  JobRow,
  'job_id' | 'model' | 'max_tokens' | 'price_cap_nano' | 'target_host_id' | 'only_hosts' | 'not_hosts'
>

/** By what was last read of the host; its claim reads again. */
function mayTake({ host, models }: Poll, job: WantedJob): boolean {
  const { target_host_id: target, only_hosts: only, not_hosts: not } = job
  const { host_id } = host
  const left = (only === null || listsHost(only, host_id)) && (not === null || !listsHost(not, host_id))
  const named = left && (target === null || target === host_id)
  const able = host.price_nano <= job.price_cap_nano && (models.get(job.model) ?? 0) >= job.max_tokens
  return named && able && host.status === 'active' && host.paused === 0
}

/** The first in the order of ranking; of equals the one that waits longest. One pass: the line may be long. */
function bestOf(polls: readonly Poll[]): Poll | undefined {
  return polls.reduce<Poll | undefined>(
    (best, poll) => (best && compareHosts(candidateOf(best.host), candidateOf(poll.host)) <= 0 ? best : poll),
    undefined,
  )
}

function rivalsOf(poll: Poll, polls: readonly Poll[]): ClaimingHost[] {
  const others = polls.filter((other) => other.host.host_id !== poll.host.host_id)
  return [...new Map(others.map((other) => [other.host.host_id, other.host])).values()]
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
