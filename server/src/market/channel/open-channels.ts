import type { ChannelClose } from '@mkt/schemas'

interface OpenChannel {
  /** Serves it; resolves when it is closed. */
  run(): Promise<void>
  leave(code: ChannelClose, reason: string): void
}

/** Of one host: several agents may share a key, and one that comes back may meet what is left of itself. */
const MOST_OF_HOST = 16

/** The channels that hosts have open at this server. */
export class OpenChannels {
  readonly #byHost = new Map<string, Set<OpenChannel>>()
  readonly #ending = new Set<Promise<void>>()

  /** How many there are. */
  get count(): number {
    return this.#ending.size
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

  /** Resolves when all are closed that were told to end. */
  async over(): Promise<void> {
    await Promise.all(this.#ending)
  }
}
