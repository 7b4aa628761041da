import { type ChangingList, changingList } from '@mkt/schemas'
import type { Clock } from '../../base/clock.ts'
import { DomainError } from '../../base/errors.ts'
import { type Bus, listTopic } from '../../bus/bus.ts'

/** Changes that follow each other so soon are told as one: a thousand jobs that end are two looks a second. */
const TOGETHER_MS = 500
/** Streams of one user: as many windows that they look at. */
const MOST_WATCHED = 8

interface Options {
  bus: Bus
  clock: Clock
  /** Whether other servers may have watchers. */
  shared: boolean
}

/** Tells whoever looks at a user's lists that these have changed, at whichever server they look. */
export class UserChanges {
  readonly #bus: Bus
  readonly #clock: Clock
  readonly #shared: boolean
  readonly #soon = new Set<string>()
  readonly #watched = new Map<string, number>()

  constructor({ bus, clock, shared }: Options) {
    this.#bus = bus
    this.#clock = clock
    this.#shared = shared
  }

  /** Costs nothing where nobody can be watching. */
  tell(user_id: string, list: ChangingList): void {
    if (!this.#shared && !this.#watched.has(user_id)) return
    const topic = listTopic(user_id, list)
    if (this.#soon.has(topic)) return
    this.#soon.add(topic)
    this.#clock.timer(TOGETHER_MS, () => {
      this.#soon.delete(topic)
      this.#bus.publish(topic)
    })
  }

  /** The result ends it. Error: rate_limited where the user has as many. */
  watch(user_id: string, heard: (list: ChangingList) => void): () => void {
    const count = this.#watched.get(user_id) ?? 0
    if (count >= MOST_WATCHED) throw TOO_MANY
    this.#watched.set(user_id, count + 1)
    const ends = changingList.options.map((list) => this.#bus.subscribe(listTopic(user_id, list), () => heard(list)))
    return () => {
      for (const end of ends) end()
      const left = (this.#watched.get(user_id) ?? 1) - 1
      if (left > 0) this.#watched.set(user_id, left)
      else this.#watched.delete(user_id)
    }
  }
}

const TOO_MANY = new DomainError(
  'rate_limited',
  `You watch your lists ${MOST_WATCHED} times already; end one of these streams, or ask for the lists themselves.`,
  { retryAfterS: 30 },
)
