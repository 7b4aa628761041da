const MOST_KEPT = 16_384

/** The events of some pieces of one stream, and where their reader is behind them. */
interface Batch {
  from: number
  /** How many pieces there were when it was made. */
  length: number
  next: number
  writer: number | undefined
  text: string
  bytes?: Buffer
}

/**
 * The events that were made last of each stream, in one format. Most readers of a stream are at its end, and are sent
 * the same pieces in the same turn: those after the first are sent what was made for it, as the same bytes.
 */
export class SharedEvents {
  readonly #last = new WeakMap<readonly string[], Batch>()

  /** What was made for another reader at the same place, which moves this one as it moved that; undefined: nothing. */
  take(pieces: readonly string[], cursor: { next: number; writer: number | undefined }): Buffer | undefined {
    const batch = this.#last.get(pieces)
    if (batch?.from !== cursor.next || batch.length !== pieces.length) return undefined
    cursor.next = batch.next
    cursor.writer = batch.writer
    batch.bytes ??= Buffer.from(batch.text)
    return batch.bytes
  }

  keep(pieces: readonly string[], batch: Omit<Batch, 'length' | 'bytes'>): void {
    // What a late reader is sent at once is long, and shared by nobody.
    if (batch.text.length > MOST_KEPT) return
    this.#last.set(pieces, { ...batch, length: pieces.length })
  }
}
