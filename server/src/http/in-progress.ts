import type { ServerResponse } from 'node:http'

/** The requests of each connection that are not answered to their end. */
export class InProgress {
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

  /** Whether a part of an answer may be on the wire already. */
  isAnswering(socket: object): boolean {
    return [...(this.#responses.get(socket) ?? [])].some(({ headersSent }) => headersSent)
  }
}
