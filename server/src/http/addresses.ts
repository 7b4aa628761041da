import type { Socket } from 'node:net'
import { addressKey, pointsFor } from '../accounts/address.ts'

export interface AddressLimits {
  /** Connections of one address at once. */
  connections_per_address: number
  /** What all connections of one address together may have waiting to be read. */
  unsent_bytes_per_address: number
}

interface Caller {
  sockets: Set<Socket>
  /** Asked for something since the last look. */
  active: boolean
}

const LOOK_MS = 250
// Streams write without being asked again; where there are many, a look at all of them is for every second only.
const LOOKS_PER_ROUND = 4
const CROWD = 64

/**
 * The open connections by address, and what they cost. A reader who takes nothing is cut off after a while, but until
 * then each of its connections holds an answer; so the ones that hold most are cut where an address holds too much.
 */
export class Addresses {
  readonly #callers = new Map<string, Caller>()
  readonly #limits: AddressLimits
  readonly #unsent: (socket: Socket) => number
  /** What each connection's reader had taken at the last look. */
  readonly #taken = new WeakMap<Socket, number>()
  #looks = 0

  constructor(limits: AddressLimits, unsent: (socket: Socket) => number) {
    this.#limits = limits
    this.#unsent = unsent
  }

  /** Counts a connection until it is closed; false where its address has too many. */
  enter(socket: Socket): boolean {
    const { remoteAddress = '' } = socket
    const key = addressKey(remoteAddress)
    const caller = this.#callers.get(key) ?? { sockets: new Set(), active: true }
    this.#callers.set(key, caller)
    caller.sockets.add(socket)
    socket.once('close', () => {
      caller.sockets.delete(socket)
      if (caller.sockets.size === 0) this.#callers.delete(key)
    })
    return caller.sockets.size <= pointsFor(remoteAddress, this.#limits.connections_per_address)
  }

  /** A request came in. */
  touch({ remoteAddress = '' }: Socket): void {
    const caller = this.#callers.get(addressKey(remoteAddress))
    if (caller) caller.active = true
  }

  /** Looks after the addresses until the result is called. */
  watch(): () => void {
    const timer = setInterval(() => this.#look(), LOOK_MS).unref()
    return () => clearInterval(timer)
  }

  #look(): void {
    const round = this.#looks++ % LOOKS_PER_ROUND === 0
    for (const caller of this.#callers.values()) {
      if (caller.active || (round && caller.sockets.size > CROWD)) caller.active = this.#cutGreedy(caller)
    }
  }

  /**
   * Cuts only connections whose reader took nothing since the look before: one that reads will soon hold less.
   * True where too much is held still, and the next look may not wait for another request.
   */
  #cutGreedy({ sockets }: Caller): boolean {
    const [first] = sockets
    const most = pointsFor(first?.remoteAddress ?? '', this.#limits.unsent_bytes_per_address)
    const held = [...sockets].map((socket) => ({ socket, bytes: this.#unsent(socket), stalled: this.#stalled(socket) }))
    let total = held.reduce((sum, { bytes }) => sum + bytes, 0)
    const silent = total > most ? held.filter(({ bytes, stalled }) => bytes > 0 && stalled) : []
    for (const { socket, bytes } of silent.toSorted((a, b) => b.bytes - a.bytes)) {
      socket.destroy()
      total -= bytes
      if (total <= most) break
    }
    return total > most
  }

  #stalled(socket: Socket): boolean {
    const taken = socket.bytesWritten - socket.writableLength
    const stalled = this.#taken.get(socket) === taken
    this.#taken.set(socket, taken)
    return stalled
  }
}
