import type { Piece } from './piece.ts'

/**
 * The calls of one answer, each at a place of its own. Engines that give no index, or the same for all of them, begin
 * the next call with a new id and a name: else the arguments of two would be one text.
 */
export class CallPlaces {
  /** By the engine's index: where the call that is written there stands, and its id. */
  readonly #written = new Map<number, { place: number; id: string | undefined }>()
  #next = 0

  get any(): boolean {
    return this.#next > 0
  }

  /** The piece with the place of its call. */
  placed(piece: Piece): Piece {
    const call = piece.facts?.tool_call
    if (!call) return piece
    const { index, id, name } = call
    const known = this.#written.get(index)
    const begins = known === undefined || (id !== undefined && name !== undefined && id !== (known.id ?? id))
    const at = begins ? this.#begin(index, id) : known
    at.id ??= id
    return at.place === index ? piece : { ...piece, facts: { ...piece.facts, tool_call: { ...call, index: at.place } } }
  }

  /** At the engine's own index, unless a call stands there. */
  #begin(index: number, id: string | undefined) {
    const place = this.#written.has(index) || index < this.#next ? this.#next : index
    this.#next = Math.max(this.#next, place + 1)
    const at = { place, id }
    this.#written.set(index, at)
    return at
  }
}
