const [LEAST, MOST] = [4096, 65_536]

/**
 * Bytes that come in pieces, copied together: a piece is kept with whatever it was cut from, and pieces of a byte each
 * would take a hundred times what they hold. What comes in one piece, as nearly all do, is that piece.
 */
export class GatheredBytes {
  readonly #whole: (slab: Buffer) => void
  readonly #slabs: Buffer[] = []
  #open: Buffer | undefined
  #filled = 0
  #expected: number | undefined
  length = 0
  pieces = 0
  /** What it holds of memory: a slab that has just been begun counts whole. */
  allocated = 0

  /** `whole` is shown all bytes in their order, many at a time. `expected`: how many there will be, if known. */
  constructor(whole: (slab: Buffer) => void, expected?: number) {
    this.#whole = whole
    this.#expected = expected
  }

  push(piece: Buffer): void {
    this.pieces++
    if (piece.length === this.#expected && this.length === 0) this.#take(piece)
    else this.#copy(piece)
  }

  #copy(piece: Buffer): void {
    for (let at = 0; at < piece.length; ) {
      this.#open ??= this.#next()
      const taken = piece.copy(this.#open, this.#filled, at)
      at += taken
      this.#filled += taken
      this.length += taken
      if (this.#filled === this.#open.length) this.#close()
    }
  }

  /** All of them; nothing may come behind. */
  end(): Buffer {
    if (this.#filled > 0) this.#close()
    const [only] = this.#slabs
    return only && this.#slabs.length === 1 ? only : Buffer.concat(this.#slabs)
  }

  #take(all: Buffer): void {
    this.length = all.length
    this.allocated = all.length
    this.#slabs.push(all)
    this.#whole(all)
  }

  /** As much as there was so far, so that who says much and sends little costs little. */
  #next(): Buffer {
    const size = Math.min(Math.max(this.length, LEAST), MOST)
    const left = this.#expected === undefined ? size : this.#expected - this.length
    const slab = Buffer.allocUnsafeSlow(left > 0 ? Math.min(size, left) : size)
    this.allocated += slab.length
    return slab
  }

  #close(): void {
    const slab = (this.#open as Buffer).subarray(0, this.#filled)
    this.#open = undefined
    this.#filled = 0
    this.#slabs.push(slab)
    this.#whole(slab)
  }
}
