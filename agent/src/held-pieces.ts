import type { PieceFacts, PieceNote } from '@mkt/schemas'
import type { Piece } from './backends/piece.ts'

// A piece must fit the wire's 65,536 characters, and escaped (6 bytes a character at worst) well into one call.
const MAX_PIECE_CHARS = 16_384

/** Pieces as they go to the server, from a job's first on. */
export class HeldPieces {
  readonly #pieces: Piece[] = []
  /** Half of a surrogate pair waits for its other half: alone it is no text in UTF-8. */
  #half: Piece = { text: '' }
  bytes = 0

  get length(): number {
    return this.#pieces.length
  }

  add(piece: Piece): void {
    if (this.#half.text !== '' && !isOfSame(this.#half.facts, piece.facts)) this.#flush()
    let text = this.#half.text + piece.text
    this.#half = { text: '' }
    if (/[\ud800-\udbff]$/.test(text)) {
      this.#half = { text: text.slice(-1), facts: kindOf(piece.facts) }
      text = text.slice(0, -1)
    }
    if (text === '' && saysSomething(piece.facts)) this.#keep('', piece.facts)
    for (let at = 0, facts = piece.facts; at < text.length; facts = kindOf(facts)) {
      const cut = /[\ud800-\udbff]/.test(text[at + MAX_PIECE_CHARS - 1] ?? '') ? MAX_PIECE_CHARS - 1 : MAX_PIECE_CHARS
      this.#keep(text.slice(at, at + cut).toWellFormed(), facts)
      at += cut
    }
  }

  /** As many as fit, from one on, as an entry of results carries them. Undefined where not one fits. */
  pack(from: number, limits: { tokens: number; bytes: number }) {
    let bytes = 0
    const tokens: string[] = []
    const notes: PieceNote[] = []
    for (let at = from; at < this.#pieces.length && tokens.length < limits.tokens; at++) {
      const { text, facts } = this.#pieces[at] as Piece
      const note = facts && { at: tokens.length, ...facts }
      const size = bytesOf(text) + (note ? bytesOf(note) : 0)
      if (bytes + size > limits.bytes) break
      bytes += size
      tokens.push(text)
      if (note) notes.push(note)
    }
    if (tokens.length === 0 && from < this.#pieces.length) return undefined
    return { tokens, bytes, ...(notes.length > 0 ? { notes } : {}) }
  }

  #flush(): void {
    const { text, facts } = this.#half
    this.#half = { text: '' }
    this.#keep(text.toWellFormed(), facts)
  }

  #keep(text: string, facts: PieceFacts | undefined): void {
    this.#pieces.push(facts ? { text, facts } : { text })
    this.bytes += Buffer.byteLength(text)
  }
}

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) + 1

const saysSomething = (facts: PieceFacts | undefined) =>
  facts?.logprobs !== undefined ||
  facts?.tool_call?.id !== undefined ||
  facts?.tool_call?.name !== undefined ||
  facts?.vector !== undefined ||
  facts?.score !== undefined

/** Only to what a piece belongs, as said of the rest of one that is cut. */
function kindOf(facts: PieceFacts | undefined): PieceFacts | undefined {
  if (facts?.reasoning) return { reasoning: true }
  return facts?.tool_call ? { tool_call: { index: facts.tool_call.index } } : undefined
}

function isOfSame(one: PieceFacts | undefined, other: PieceFacts | undefined): boolean {
  return one?.reasoning === other?.reasoning && one?.tool_call?.index === other?.tool_call?.index
}
