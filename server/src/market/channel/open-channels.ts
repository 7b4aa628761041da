import type { ChannelClose } from '@mkt/schemas'

interface OpenChannel {
  /** Serves it; resolves when it is closed. */
  run(): Promise<void>
  leave(code: ChannelClose, reason: string): void
}

/** Of one host: several agents may share a key, and one that comes back may meet what is left of itself. */
const MOST_OF_HOST = 16
/** Channels that break within so long break for the same reason. */
const TOGETHER_MS = 1_000
const MANY = 5

/** The channels that hosts have open at this server. */
export class OpenChannels {
  readonly #byHost = new Map<string, Set<OpenChannel>>()
  readonly #ending = new Set<Promise<void>>()
  readonly #monotonic: () => number
  #broke_ms: number[] = []
  readonly #stopping = new AbortController()

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic
  }

  /** How many there are. */
  get count(): number {
    return this.#ending.size
  }

  /** Aborts when the server stops: from then on a host that is silent is none that is gone. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** Serves a channel to its end; beyond a bound the host's oldest one is closed. */
  async run(hostId: string, channel: OpenChannel): Promise<void> {
    const channels = this.#byHost.get(hostId) ?? new Set()
    this.#byHost.set(hostId, channels)
    const [oldest] = channels
    if (channels.size >= MOST_OF_HOST) oldest?.leave('crowded', 'the host has opened more channels than it may have')
    channels.add(channel)
    const ending = channel.run()
    this.#ending.add(ending)
    try {
      await ending
    } finally {
      this.#ending.delete(ending)
      channels.delete(channel)
      if (channels.size === 0) this.#byHost.delete(hostId)
    }
  }

  /** One has ended, and neither side had said so. */
  broke(): void {
    const now = this.#monotonic()
    this.#broke_ms = [...this.#broke_ms.filter((at) => now - at < TOGETHER_MS), now].slice(-MANY)
  }

  /** Whether many broke within the second before the last one did, which was less than so many ms ago. */
  manyBroke(within_ms: number): boolean {
    const last = this.#broke_ms.at(-1) ?? Number.NEGATIVE_INFINITY
    return this.#broke_ms.length >= MANY && this.#monotonic() - last < within_ms
  }

  /** Resolves when all are closed that were told to end. */
  async over(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#ending)
  }
}
