import { StopStrings } from './stop-strings.ts'
import { type Detokenize, TokenText } from './token-text.ts'

/** A token that may say how likely it was. */
export interface Spoken<Token, Likely> {
  token: Token
  likelihood?: Likely | undefined
}

/** What became certain with a token, and the likelihoods of the tokens that it is made of. */
export interface Certain<Likely> {
  text: string
  likelihoods: Likely[]
}

/** The text of an answer as its tokens come: whole characters, up to the first stop string. */
export class AnswerText<Token, Likely> {
  readonly #text: TokenText<Token>
  readonly #stops: StopStrings
  /** Likelihoods whose text is not certain yet, with where it begins. */
  #held: { begins: number; likelihood: Likely }[] = []
  #read = 0
  #passed = 0

  constructor(detokenize: Detokenize<Token>, before: readonly Token[], stops: readonly string[]) {
    this.#text = new TokenText(detokenize, before)
    this.#stops = new StopStrings(stops)
  }

  get stopped(): boolean {
    return this.#stops.stopped
  }

  /** The stop string that ended it. */
  get found(): string | undefined {
    return this.#stops.found
  }

  add({ token, likelihood }: Spoken<Token, Likely>): Certain<Likely> {
    if (likelihood !== undefined) this.#held.push({ begins: this.#read, likelihood })
    const text = this.#text.add(token)
    this.#read += text.length
    return this.#certain(this.#stops.pass(text))
  }

  /** What was held back, when the text ends without a stop string. */
  end(): Certain<Likely> {
    const { text, likelihoods } = this.#certain(this.#stops.end())
    // Of tokens without a text of their own, such as the bytes of a character that was cut, none is left behind.
    const rest = this.stopped ? [] : this.#held.splice(0).map(({ likelihood }) => likelihood)
    return { text, likelihoods: [...likelihoods, ...rest] }
  }

  #certain(text: string): Certain<Likely> {
    this.#passed += text.length
    const open = this.#held.findIndex(({ begins }) => begins >= this.#passed)
    const certain = this.#held.splice(0, open < 0 ? this.#held.length : open)
    return { text, likelihoods: certain.map(({ likelihood }) => likelihood) }
  }
}
