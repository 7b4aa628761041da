import { type Candidate, candidateOf, compareHosts, nearEnough } from './rank.ts'
import type { Poll, WantedJob } from './waiting.ts'
import type { ClaimingHost } from './work-store.ts'

/** A poll in line, ranked by its host's row as it was when it was last looked at. */
interface Place {
  poll: Poll
  /** Who came first comes first among equals. */
  since: number
  host: ClaimingHost
  candidate: Candidate
}

/** A host that waits. */
export type WaitingHost = Pick<Place, 'host' | 'candidate'>

/** Who gets a job, and the hosts that were waiting when it was chosen. */
export interface Choice {
  best: Poll | undefined
  waiting: readonly WaitingHost[]
}

/**
 * The polls that wait for one model, by their hosts. A host counts once, however many of its slots wait: one with two
 * hundred of them is no longer line for each job than one with a single one (41 us of a submission, and 7 now).
 */
export class ModelLine {
  readonly #hosts = new Map<string, Map<Poll, Place>>()
  readonly #model: string
  #serial = 0

  constructor(model: string) {
    this.#model = model
  }

  get isEmpty(): boolean {
    return this.#hosts.size === 0
  }

  enter(poll: Poll): void {
    const { host } = poll
    const place = { poll, since: this.#serial++, host, candidate: candidateWith(poll, this.#model) }
    const places = this.#hosts.get(host.host_id)
    if (places) places.set(poll, place)
    else this.#hosts.set(host.host_id, new Map([[poll, place]]))
  }

  leave(poll: Poll): void {
    const places = this.#hosts.get(poll.host.host_id)
    places?.delete(poll)
    if (places?.size === 0) this.#hosts.delete(poll.host.host_id)
  }

  /** The best of the hosts that may run a job. In one pass: the line may be long. */
  choose(job: WantedJob, mayTake: (poll: Poll, job: WantedJob) => boolean): Choice {
    const waiting: WaitingHost[] = []
    const warm: Place[] = []
    let best: Place | undefined
    for (const places of this.#hosts.values()) {
      const idle = firstIdle(places, this.#model)
      if (!idle) continue
      waiting.push({ host: idle.host, candidate: idle.candidate })
      const able = mayTake(idle.poll, job) ? idle : firstIdle(places, this.#model, (poll) => mayTake(poll, job))
      if (!able) continue
      if (!best || compare(able, best) < 0) best = able
      if (job.warm?.includes(able.host.host_id)) warm.push(able)
    }
    return { best: best && preferred(best, warm).poll, waiting }
  }

  /** A poll of each host that is not looking at this moment, in the order in which they get a job. */
  inOrder(): readonly Readonly<Place>[] {
    return this.#heads()
      .sort(compare)
      .map((place) => ({ ...place }))
  }

  /** The same hosts in no order, for whoever only compares another host with them. */
  waiting(): readonly WaitingHost[] {
    return this.#heads().map(({ host, candidate }) => ({ host, candidate }))
  }

  #heads(): Place[] {
    return [...this.#hosts.values()].flatMap((places) => firstIdle(places, this.#model) ?? [])
  }

  /** A poll of the host that is not looking at this moment. */
  idleOf(hostId: string): Poll | undefined {
    return firstIdle(this.#hosts.get(hostId) ?? new Map(), this.#model)?.poll
  }

  *polls(): Generator<Poll> {
    for (const places of this.#hosts.values()) yield* places.keys()
  }
}

const compare = (a: Place, b: Place) => compareHosts(a.candidate, b.candidate) || a.since - b.since

/** The best of those that have read the beginning of the prompt, where it is near enough to the best of all. */
function preferred(best: Place, warm: readonly Place[]): Place {
  const near = warm.filter(({ candidate }) => nearEnough(candidate, best.candidate))
  return near.sort(compare)[0] ?? best
}

/** A host as ranking sees it where the model is wanted: prices are the model's. */
export function candidateWith({ host, models }: Pick<Poll, 'host' | 'models'>, model: string): Candidate {
  const { price_nano, input_price_nano } = models.get(model) ?? host
  return candidateOf({ ...host, price_nano, input_price_nano })
}

function firstIdle(places: ReadonlyMap<Poll, Place>, model: string, may = (_: Poll) => true): Place | undefined {
  for (const place of places.values()) {
    if (place.poll.busy || !may(place.poll)) continue
    // Its row is another object once it was read again.
    if (place.host !== place.poll.host) {
      place.host = place.poll.host
      place.candidate = candidateWith(place.poll, model)
    }
    return place
  }
  return undefined
}
