import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** The requests of each connection that are not answered to their end. */
export class InProgress {
  readonly #ending = new WeakSet<object>()
  readonly #responses = new WeakMap<object, Set<ServerResponse>>()

  /** Counts one until it is answered or its caller is gone. */
  enter(response: ServerResponse): void {
    const { socket } = response.req
    const responses = this.#responses.get(socket) ?? new Set()
    this.#responses.set(socket, responses.add(response))
    response.once('close', () => responses.delete(response))
  }

  count(socket: object): number {
    return this.#responses.get(socket)?.size ?? 0
  }

  /** Closes the connection once what is being answered on it is told. */
  endBehindAnswers(socket: Duplex): void {
    if (this.#ending.has(socket)) return
    this.#ending.add(socket)
    const end = () => {
      // The last answer is taken off the list by its own listener, which was there first.
      if (this.count(socket) === 0) socket.end(() => socket.destroy())
    }
    for (const response of this.#responses.get(socket) ?? []) response.once('close', end)
  }

  /** Characters of answers that wait for the reader to take them. */
  unsent(socket: Socket): number {
    const responses = this.#responses.get(socket)
    // Of a WebSocket what waits is in the connection alone.
    if (!responses?.size || [...responses].every((response) => response.socket === null)) return socket.writableLength
    let sum = 0
    for (const response of responses) sum += response.writableLength
    return sum
  }

  /** Whether a part of an answer may be on the wire already. */
  isAnswering(socket: object): boolean {
    return [...(this.#responses.get(socket) ?? [])].some(({ headersSent }) => headersSent)
  }
}
