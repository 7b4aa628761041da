/** Turns tokens into text; the later argument is what came just before, on which the spaces between may depend. */
export type Detokenize<Token> = (tokens: readonly Token[], before: readonly Token[]) => string

// A character of UTF-8 has at most 4 bytes, and thus tokens: what is broken for longer will stay broken.
const LONGEST_CHARACTER = 4
const CONTEXT = 8

/** Reads a growing list of tokens as text, in which a character comes only when its last byte is there. */
export class TokenText<Token> {
  readonly #detokenize: Detokenize<Token>
  #before: readonly Token[]
  #open: Token[] = []

  constructor(detokenize: Detokenize<Token>, before: readonly Token[]) {
    this.#detokenize = detokenize
    this.#before = before.slice(-CONTEXT)
  }

  add(token: Token): string {
    this.#open.push(token)
    const text = this.#detokenize(this.#open, this.#before)
    if (text.endsWith('\uFFFD') && this.#open.length < LONGEST_CHARACTER) return ''
    this.#before = [...this.#before, ...this.#open].slice(-CONTEXT)
    this.#open = []
    return text
  }
}
