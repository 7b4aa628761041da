import type { Clock } from '../base/clock.ts'
import { WARM_MS, type WarmChains } from './warm-chains.ts'

/** About 20 MB. */
const MOST = 100_000

/** Of a server that is alone. */
export class MemoryWarmChains implements WarmChains {
  readonly #clock: Clock
  /** By the hash, until when each host has it. What was noted last stands last. */
  readonly #hosts = new Map<string, Map<string, number>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  note(hashes: readonly string[], host_id: string): void {
    const until = this.#clock.monotonic() + WARM_MS
    for (const hash of hashes) {
      const hosts = this.#hosts.get(hash) ?? new Map<string, number>()
      this.#hosts.delete(hash)
      this.#hosts.set(hash, hosts.set(host_id, until))
    }
    for (const hash of this.#hosts.keys()) {
      if (this.#hosts.size <= MOST) return
      this.#hosts.delete(hash)
    }
  }

  hostsOf(hashes: readonly string[]): string[] {
    const now = this.#clock.monotonic()
    for (const hash of hashes) {
      const hosts = this.#hosts.get(hash)
      if (!hosts) continue
      for (const [host, until] of hosts) if (until <= now) hosts.delete(host)
      if (hosts.size > 0) return [...hosts.keys()]
      this.#hosts.delete(hash)
    }
    return []
  }
}
