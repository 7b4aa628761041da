import { DomainError } from './errors.ts'

/** Why a call ends whose caller was shut out while it was under way. */
export const SHUT_OUT = new DomainError(
  'forbidden',
  'This account or host was disabled by the operator of this marketplace meanwhile; only they can enable it.',
)

/** Calls that wait for something (parked polls, streams, long polls), by caller: a user's id or a host's. */
export class OpenCalls {
  readonly #byCaller = new Map<string, Set<AbortController>>()

  enter(caller: string, controller: AbortController): void {
    const calls = this.#byCaller.get(caller)
    if (calls) calls.add(controller)
    else this.#byCaller.set(caller, new Set([controller]))
  }

  leave(caller: string, controller: AbortController): void {
    const calls = this.#byCaller.get(caller)
    calls?.delete(controller)
    if (calls?.size === 0) this.#byCaller.delete(caller)
  }

  /** Ends all calls of a caller, with SHUT_OUT as the reason. */
  end(caller: string): void {
    for (const controller of this.#byCaller.get(caller) ?? []) controller.abort(SHUT_OUT)
  }
}
