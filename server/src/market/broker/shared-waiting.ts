import type { Clock } from '../../base/clock.ts'
import type { Bus } from '../../bus/bus.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import type { Lines, Standing } from '../../live/lines.ts'
import type { Database, Tx } from '../../storage/database.ts'
import { HandOver } from './hand-over.ts'
import { candidateWith } from './model-line.ts'
import { ParkedPolls } from './parked-polls.ts'
import type { PlacedPoll } from './placed-poll.ts'
import { rankOf } from './rank.ts'
import { NO_RIVALS, type Poll, type Waiting, type WantedJob } from './waiting.ts'

/** What changed of a host, for whoever has polls of it. */
const changedTopic = (hostId: string) => `host/${hostId}/changed`
const freedTopic = (hostId: string) => `host/${hostId}/freed`

/** A poll that could not be entered tries again so long after. */
const AGAIN_MS = 1000

interface Followed {
  polls: number
  leave: () => void
}

export interface SharedWaitingOptions {
  clock: Clock
  bus: Bus
  lines: Lines
  database: Database
  /** The streams' clock, which all servers have in common. */
  now: () => number
}

/**
 * The hosts that wait at one of several servers. Each stands in the lines of its models, which all servers share: a job
 * goes to the best host that may run it, wherever that waits, and to nobody else. A host's calls may come to any
 * server: what they change is told to those that have its polls.
 */
export class SharedWaiting implements Waiting {
  readonly #here: ParkedPolls
  readonly #clock: Clock
  readonly #bus: Bus
  readonly #lines: Lines
  readonly #now: () => number
  readonly #handOver: HandOver
  readonly #followed = new Map<string, Followed>()
  /** By the poll's name in the lines. */
  readonly #placed = new Map<string, PlacedPoll>()
  readonly #names = new Map<Poll, string>()
  #serial = 0
  /** This server is the one that tells: what it does here it does by itself. */
  #telling = false

  constructor({ clock, bus, lines, database, now }: SharedWaitingOptions) {
    this.#clock = clock
    this.#here = new ParkedPolls(createInProcessBus(), clock)
    this.#bus = bus
    this.#lines = lines
    this.#now = now
    this.#handOver = new HandOver({ clock, lines, database, here: this.#here }, (name) => this.#placed.get(name), {
      again: (placed) => this.#standAgain(placed),
    })
    lines.follow(
      (message, poll) => this.#handOver.heard(message, poll),
      () => this.#restore(),
    )
  }

  async park(poll: Poll): Promise<void> {
    this.#here.park(poll)
    const { host_id } = poll.host
    const known = this.#followed.get(host_id)
    if (known) known.polls++
    else this.#followed.set(host_id, { polls: 1, leave: this.#follow(host_id) })
    const name = String(++this.#serial)
    const placed = { poll, standing: this.#standingOf(name, poll), stands: false }
    this.#names.set(poll, name)
    this.#placed.set(name, placed)
    await this.#enter(placed)
  }

  #standingOf(name: string, poll: Poll): Standing {
    const now = this.#now()
    const rankIn = (model: string) => rankOf(candidateWith(poll, model), now)
    const models = [...poll.models].map(([model, served]) => [model, { ...served, rank: rankIn(model) }] as const)
    return { poll: name, host_id: poll.host.host_id, models: new Map(models) }
  }

  /** A host that may have no job must not be met in the line: who hands one over would come for nothing. */
  async #enter(placed: PlacedPoll): Promise<void> {
    const { status, paused, disabled } = placed.poll.host
    if (status !== 'active' || paused !== 0 || disabled !== 0) return
    placed.stands = await this.#lines.enter(placed.standing)
    // It left while it was on its way.
    if (!this.#placed.has(placed.standing.poll)) this.#lines.leave(placed.standing)
    // Of an answer that was late nobody knows whether it stands there.
    else if (!placed.stands) this.#clock.timer(AGAIN_MS, () => void this.#standAgain(placed))
  }

  /** One that stood in no line for a moment may have missed a job: it looks once it stands again. */
  async #standAgain(placed: PlacedPoll): Promise<void> {
    if (!this.#placed.has(placed.standing.poll)) return
    placed.stands = false
    await this.#enter(placed)
    const { poll, standing } = placed
    if (!this.#placed.has(standing.poll)) return
    if (poll.busy) poll.stale = true
    else await poll.look(NO_RIVALS)
  }

  #restore(): void {
    for (const placed of this.#placed.values()) void this.#standAgain(placed)
  }

  leave(poll: Poll): void {
    this.#here.leave(poll)
    const name = this.#names.get(poll)
    const placed = name === undefined ? undefined : this.#placed.get(name)
    if (name !== undefined && placed) {
      this.#names.delete(poll)
      this.#placed.delete(name)
      if (placed.stands) this.#lines.leave(placed.standing)
    }
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
    for (const poll of this.#here.ofHost(hostId)) {
      const placed = this.#placed.get(this.#names.get(poll) ?? '')
      if (placed && !placed.stands) await this.#standAgain(placed)
    }
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

  /** Who stands in the lines only they know. */
  mayWaitFor(): boolean {
    return true
  }

  handOver(tx: Tx, job: WantedJob): void {
    tx.onCommit(() => {
      const again = () => void this.#handOver.handAgain(job.job_id)
      if (!this.#here.keep(job, again)) void this.#handOver.hand(job)
    })
  }

  isKeptFor(job_id: string, host_id: string): boolean {
    return this.#here.isKeptFor(job_id, host_id)
  }

  requeued({ job_id }: { job_id: string }): void {
    void this.#handOver.handAgain(job_id)
  }

  handMissed(): Promise<void> {
    return this.#handOver.handMissed()
  }
}
