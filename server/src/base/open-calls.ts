import { DomainError } from './errors.ts'

/** Why a call ends whose caller was shut out while it was under way. */
export const SHUT_OUT = new DomainError(
  'forbidden',
  'This account or host was disabled meanwhile, by the operator or since its owner closed the account; only the ' +
    'operator of this marketplace can enable it.',
)

/** Why a call ends whose caller came with something that is worth nothing any more. */
export const REVOKED = new DomainError(
  'unauthorized',
  'The token, key, session or password of this request was revoked, changed or expired meanwhile.',
)

/** Whether a call was ended since its caller may not be here any more, and not since nobody listens. */
export const isOut = (reason: unknown): reason is DomainError => reason === SHUT_OUT || reason === REVOKED

/** What a caller came with, as it can be asked for again: a password by a print of it. */
export interface CameWith {
  kind: 'credential' | 'host-key' | 'session' | 'password'
  id: string
  print?: string
}

interface Open {
  by: CameWith
  calls: Set<AbortController>
}

/** Calls that wait for something (parked polls, streams, long polls), by caller: a user's id or a host's. */
export class OpenCalls {
  readonly #byCaller = new Map<string, Set<AbortController>>()
  readonly #byProof = new Map<string, Open>()

  enter(caller: string, controller: AbortController, by?: CameWith): void {
    const calls = this.#byCaller.get(caller)
    if (calls) calls.add(controller)
    else this.#byCaller.set(caller, new Set([controller]))
    if (!by) return
    const open = this.#byProof.get(keyOf(by))
    if (open) open.calls.add(controller)
    else this.#byProof.set(keyOf(by), { by, calls: new Set([controller]) })
  }

  leave(caller: string, controller: AbortController, by?: CameWith): void {
    const calls = this.#byCaller.get(caller)
    calls?.delete(controller)
    if (calls?.size === 0) this.#byCaller.delete(caller)
    const open = by && this.#byProof.get(keyOf(by))
    open?.calls.delete(controller)
    if (by && open?.calls.size === 0) this.#byProof.delete(keyOf(by))
  }

  /** Ends all calls of a caller, with SHUT_OUT as the reason. */
  end(caller: string): void {
    for (const controller of this.#byCaller.get(caller) ?? []) controller.abort(SHUT_OUT)
  }

  /** What callers of this kind came with whose calls are under way. */
  cameWith(kind: CameWith['kind']): CameWith[] {
    return [...this.#byProof.values()].flatMap(({ by }) => (by.kind === kind ? [by] : []))
  }

  /** Ends all calls of whoever came with this, with REVOKED as the reason. */
  endThose(by: CameWith): void {
    for (const controller of this.#byProof.get(keyOf(by))?.calls ?? []) controller.abort(REVOKED)
  }
}

const keyOf = ({ kind, id, print = '' }: CameWith) => `${kind} ${id} ${print}`
