import { randomUUID } from 'node:crypto'
import type { Lines, Standing, Taken, Tried, Wanted } from '../lines.ts'
import type { SharedPlace } from './shared-place.ts'

/** Prices are compared as text, all of one length. */
const digits = (nano: bigint) => String(nano).padStart(20, '0')

/** A server's part in the lines that servers share in Redis: see line-scripts.ts. */
export class RedisLines implements Lines {
  readonly server: string
  readonly #redis: SharedPlace
  readonly #channel: string
  #heard: (message: string, poll: string) => void = () => undefined
  #restored: () => void = () => undefined

  constructor(redis: SharedPlace, server: string = randomUUID()) {
    this.#redis = redis
    this.server = server
    this.#channel = `${redis.space}to:${this.server}`
    redis.listener.on('message', (channel, text) => {
      if (channel !== this.#channel) return
      const end = text.indexOf('|')
      this.#heard(text.slice(end + 1), text.slice(0, end))
    })
    // After a break: what was sent meanwhile reached nobody, and others took this server for gone.
    redis.listener.on('ready', () => void this.listen().catch(() => undefined))
  }

  /** From here on it hears what is sent to it. */
  async listen(): Promise<void> {
    await this.#redis.listener.subscribe(this.#channel)
    await this.beat({ anyway: true })
  }

  /** To be given each second, by which others know that this server is not paused. */
  async beat({ anyway = false } = {}): Promise<void> {
    const forgotten = (await this.#redis.ask('beat', this.server)) === 1
    if (forgotten || anyway) this.#restored()
  }

  async enter(standing: Standing): Promise<boolean> {
    const places = this.#placesOf(standing)
    if (places.length === 0) return true
    return await this.#redis.ask('enter', ...places).then(
      () => true,
      () => false,
    )
  }

  leave(standing: Standing): void {
    const places = this.#placesOf(standing)
    if (places.length > 0) this.#redis.tell('leave', ...places)
  }

  #placesOf({ poll, host_id, models }: Standing): string[] {
    const of = `${this.server}|${poll}|${host_id}`
    return [...models].flatMap(([model, { rank, price_nano, input_price_nano, max_tokens, capabilities }]) => [
      model,
      // The input price stands behind all that sorts, where servers of an earlier version pass over it.
      `${rank}.i${digits(input_price_nano)}|${of}|${max_tokens}|${digits(price_nano)}|${capabilities}`,
    ])
  }

  async take(wanted: Wanted, tried: Tried, message: string): Promise<Taken | undefined> {
    const { model, max_tokens, price_cap_nano, input_cap_nano, needs, target_host_id, only_hosts, not_hosts } = wanted
    const warm = (wanted.warm ?? []).map((host) => ` ${host} `).join('')
    const hosts = [target_host_id ?? '', only_hosts ?? '', not_hosts ?? '', digits(input_cap_nano), warm]
    const names = [...tried.polls.map(({ server, poll }) => `${server}|${poll}`), ...tried.hosts]
    const args = [this.server, model, max_tokens, digits(price_cap_nano), needs, ...hosts, message, ...names]
    const found = (await this.#redis.ask('hand', ...args)) as [string, string, string] | null
    return found ? { server: found[0], poll: found[1], host_id: found[2] } : undefined
  }

  send(server: string, message: string): void {
    this.#redis.commands.publish(`${this.#redis.space}to:${server}`, `|${message}`).catch(() => undefined)
  }

  follow(heard: (message: string, poll: string) => void, restored: () => void): void {
    this.#heard = heard
    this.#restored = restored
  }

  async waited(): Promise<string[]> {
    return (await this.#redis.ask('waited')) as string[]
  }
}
