import type { Argument, Script } from '../../server/src/live/redis/shared-place.ts'
import { handPoll, type Places } from './model-lines.ts'

/** Of time without any server's pulse only so much counts: see scripts.ts, which all of this mirrors. */
const GAP_MS = 10_000
const PIECE_BYTES = 40
const ALIVE_MS = 3000

interface Attempt {
  attempt: string
  host: string
  instance: string
  head: string
  pieces: string[]
  resumed: boolean
  seen: boolean
  withheld: number | undefined
  begun: number
  named: number
  advanced: number
}

export interface ModelPlace {
  wall: () => number
  /** How many hear it. */
  publish: (channel: string, text: string) => number
  listeners: (channel: string) => number
}

/** What servers share, with the meaning of the scripts of Redis: it passes the conformance that those pass. */
export class ModelScripts {
  readonly #place: ModelPlace
  #attempts = new Map<string, Attempt>()
  #signs = new Map<string, number>()
  #pulse: { at: number; base: number } | undefined
  #agreed = new Map<string, string>()
  #lines: Places = new Map()
  #servers = new Set<string>()
  #alive = new Map<string, number>()

  constructor(place: ModelPlace) {
    this.#place = place
  }

  /** As a Redis that was started anew has it. */
  empty(): void {
    for (const kept of [this.#attempts, this.#signs, this.#agreed, this.#lines, this.#servers, this.#alive])
      kept.clear()
    this.#pulse = undefined
  }

  advance(ms: number): void {
    if (this.#pulse) this.#pulse.base += ms
  }

  run(script: Script, args: readonly Argument[]): unknown {
    const known = this.#scripts[script]
    if (!known) throw new Error(`the model has no script ${script}`)
    return known(...args.map(String))
  }

  #now(): number {
    const wall = this.#place.wall()
    this.#pulse ??= { at: wall, base: 0 }
    return this.#pulse.base + Math.max(0, Math.min(wall - this.#pulse.at, GAP_MS))
  }

  #of(job: string, attempt: string): Attempt | undefined {
    const found = this.#attempts.get(job)
    return found && (attempt === '' || found.attempt === attempt) ? found : undefined
  }

  #heldBy(host?: string): number {
    const some = [...this.#attempts.values()].filter((one) => host === undefined || one.host === host)
    return some.reduce((sum, one) => sum + heldOf(one), 0)
  }

  readonly #scripts: Partial<Record<Script, (...args: string[]) => unknown>> = {
    pulse: () => {
      const at = this.#now()
      this.#pulse = { at: this.#place.wall(), base: at }
      return at
    },
    open: (job = '', attempt = '', host = '', instance = '', resumed = '', head = '', ...before) =>
      this.#open({ job, attempt, host, instance, head }, resumed === '1', before),
    look: (job = '', attempt = '', from = '') => {
      const found = this.#of(job, attempt)
      if (!found) return null
      return [this.#now(), fieldsOf(found), from === '-1' ? [] : found.pieces.slice(Number(from))]
    },
    ofHost: (host) => [
      this.#now(),
      [...this.#attempts.values()].filter((attempt) => attempt.host === host).map(fieldsOf),
    ],
    all: () => [this.#now(), [...this.#attempts.values()].map(fieldsOf)],
    append: (job = '', attempt = '', offset = '', working = '', ...pieces) =>
      this.#append({ job, attempt, offset: Number(offset), working: working === '1' }, pieces),
    name: (host = '', instance = '', ...jobs) => {
      for (const job of jobs) {
        const found = this.#attempts.get(job)
        const same = instance === '' || found?.instance === '' || found?.instance === instance
        if (found?.host === host && same) found.named = this.#now()
      }
      return this.#now()
    },
    see: (job = '', attempt = '') => {
      const found = this.#of(job, attempt)
      if (!found || found.withheld !== undefined) return 0
      found.seen = true
      return 1
    },
    takeBack: (job = '', attempt = '', untouched = '', from = '', whole = '') => {
      const found = this.#of(job, attempt)
      if (!found) return [0, []]
      const unseen = !found.seen || (untouched === '1' && found.resumed && found.pieces.length === 0)
      if (unseen || whole === '1') found.withheld = this.#now()
      return [unseen ? 1 : 0, found.pieces.slice(Number(from))]
    },
    goOn: (job = '', attempt = '') => {
      const found = this.#of(job, attempt)
      if (found) found.withheld = undefined
      return 1
    },
    close: (job = '', attempt = '') => {
      if (this.#of(job, attempt)) this.#attempts.delete(job)
      return 1
    },
    crowded: (host = '', bytes = '') => {
      if (this.#heldBy() <= Number(bytes)) return 0
      const hosts = new Set([...this.#attempts.values()].map((one) => one.host))
      return [...hosts].some((other) => this.#heldBy(other) > this.#heldBy(host)) ? 0 : 1
    },
    largest: (host = '') => {
      const own = [...this.#attempts].filter(([, one]) => one.host === host)
      return own.toSorted(([, a], [, b]) => heldOf(b) - heldOf(a))[0]?.[0] ?? null
    },
    count: (host = '') => [...this.#attempts.values()].filter((one) => one.host === host).length,
    sign: (host = '') => this.#signs.set(host, this.#now()) && 1,
    forget: (host = '') => Number(this.#signs.delete(host)),
    silent: (host = '') => this.#now() - (this.#signs.get(host) ?? 0),
    agree: (what = '', said = '') => {
      if (!this.#agreed.has(what)) this.#agreed.set(what, said)
      return this.#agreed.get(what)
    },
    beat: (server = '') => {
      this.#alive.set(server, this.#place.wall() + ALIVE_MS)
      const forgotten = !this.#servers.has(server)
      this.#servers.add(server)
      return Number(forgotten)
    },
    enter: (...places) => {
      for (const [model, place] of pairs(places)) {
        const line = this.#lines.get(model) ?? new Set()
        this.#lines.set(model, line.add(place))
      }
      return 1
    },
    leave: (...places) => {
      for (const [model, place] of pairs(places)) this.#lines.get(model)?.delete(place)
      return 1
    },
    hand: (...args) =>
      handPoll(args, this.#lines, {
        alive: (server) => (this.#alive.get(server) ?? 0) > this.#place.wall(),
        listens: (server, channel) => this.#place.listeners(channel + server) > 0,
        send: (server, channel, text) => this.#place.publish(channel + server, text) > 0,
        forget: (server) => void this.#servers.delete(server),
      }),
    waited: () => [...this.#lines].flatMap(([model, line]) => (line.size > 0 ? [model] : [])),
  }

  #open(
    { job, ...of }: Pick<Attempt, 'attempt' | 'host' | 'instance' | 'head'> & { job: string },
    resumed: boolean,
    before: string[],
  ) {
    const was = this.#attempts.get(job)
    if (was && Number(was.attempt) > Number(of.attempt)) return 0
    if (was?.attempt === of.attempt) {
      const fresh = !resumed && before.length === 0
      if (fresh && was.resumed && was.pieces.length === 0) Object.assign(was, { resumed: false, seen: false })
      return 0
    }
    const at = this.#now()
    const flags = { resumed, seen: resumed || before.length > 0, withheld: undefined }
    this.#attempts.set(job, { ...of, pieces: before, ...flags, begun: at, named: at, advanced: at })
    return 1
  }

  #append(of: { job: string; attempt: string; offset: number; working: boolean }, pieces: string[]) {
    const found = this.#of(of.job, of.attempt)
    if (!found) return null
    const [from, at] = [found.pieces.length, this.#now()]
    const more = of.offset <= from && found.withheld === undefined ? pieces.slice(from - of.offset) : []
    found.pieces.push(...more)
    found.named = at
    if (of.working || more.some((piece) => piece !== '')) found.advanced = at
    if (more.length > 0) this.#place.publish(`bus:job/${of.job}`, `+${of.attempt} ${from} ${JSON.stringify(more)}`)
    return [at, fieldsOf(found), more.length, this.#heldBy(found.host), this.#heldBy()]
  }
}

const bytesOf = ({ pieces }: Attempt) => pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
const heldOf = (one: Attempt) => bytesOf(one) + one.pieces.length * PIECE_BYTES

function fieldsOf(one: Attempt): string[] {
  const flag = (value: boolean) => (value ? '1' : '0')
  const times = [one.begun, one.named, one.advanced, one.pieces.length, bytesOf(one)].map(String)
  return [one.head, flag(one.resumed), ...times, flag(one.seen), String(one.withheld ?? '')]
}

function pairs(given: readonly string[]): [string, string][] {
  return Array.from({ length: given.length / 2 }, (_, at) => [given[2 * at] as string, given[2 * at + 1] as string])
}
