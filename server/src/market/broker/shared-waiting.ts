import { type Bus, queueTopic } from '../../bus/bus.ts'
import type { Tx } from '../../storage/database.ts'
import { ParkedPolls } from './parked-polls.ts'
import type { Poll, Waiting, WantedJob } from './waiting.ts'

/** What changed of a host, for whoever has polls of it. */
const changedTopic = (hostId: string) => `host/${hostId}/changed`
const freedTopic = (hostId: string) => `host/${hostId}/freed`

interface Followed {
  polls: number
  leave: () => void
}

/**
 * The hosts that wait at one of several servers. A job goes to the best host that waits where it is submitted, in the
 * same unit of work; where none does, all servers with a host for its model are told, and what each finds is decided by
 * its claim. A host's calls may come to any server: what they change is told to those that have its polls.
 */
export class SharedWaiting implements Waiting {
  readonly #here: ParkedPolls
  readonly #bus: Bus
  readonly #followed = new Map<string, Followed>()
  /** This server is the one that tells: what it does here it does by itself. */
  #telling = false

  constructor(bus: Bus) {
    this.#here = new ParkedPolls(bus)
    this.#bus = bus
  }

  park(poll: Poll): void {
    this.#here.park(poll)
    const { host_id } = poll.host
    const known = this.#followed.get(host_id)
    if (known) known.polls++
    else this.#followed.set(host_id, { polls: 1, leave: this.#follow(host_id) })
  }

  leave(poll: Poll): void {
    this.#here.leave(poll)
    const known = this.#followed.get(poll.host.host_id)
    if (!known || --known.polls > 0) return
    known.leave()
    this.#followed.delete(poll.host.host_id)
  }

  #follow(hostId: string): () => void {
    const follow = (topic: string, act: () => void) =>
      // What was missed costs the rest of a poll at most: a claim goes by what is so then.
      this.#bus.subscribe(topic, () => this.#telling || act(), { missed: false })
    const ends = [
      follow(changedTopic(hostId), () => this.#here.refresh(hostId)),
      follow(freedTopic(hostId), () => this.#here.freed(hostId)),
    ]
    return () => {
      for (const end of ends) end()
    }
  }

  #tell(topic: string): void {
    this.#telling = true
    this.#bus.publish(topic)
    this.#telling = false
  }

  ofHost(hostId: string): Poll[] {
    return this.#here.ofHost(hostId)
  }

  async wakeHost(hostId: string): Promise<void> {
    this.#tell(changedTopic(hostId))
    await this.#here.wakeHost(hostId)
  }

  refresh(hostId: string): void {
    this.#here.refresh(hostId)
    this.#tell(changedTopic(hostId))
  }

  freed(hostId: string): void {
    this.#here.freed(hostId)
    this.#tell(freedTopic(hostId))
  }

  dismiss(): void {
    this.#here.dismiss()
  }

  async lookAround(): Promise<void> {
    await this.#here.lookAround()
  }

  handOver(tx: Tx, job: WantedJob): void {
    // Of those that wait here none may run it; elsewhere one may.
    if (!this.#here.handOver(tx, job)) tx.onCommit(() => this.#bus.publish(queueTopic(job.model)))
  }
}
