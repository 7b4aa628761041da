import type { LlamaModel, Token } from 'node-llama-cpp'
import type { Likelihood } from './likelihood.ts'
import { TokenText } from './token-text.ts'

type Score = Likelihood<Token> | null

/** Tokens and their likelihoods in the words of the two endpoints. */
export class TokenWords {
  readonly #model: LlamaModel
  /** Behind a letter no token loses the blank that it begins with. */
  readonly #letter: Token[]

  constructor(model: LlamaModel) {
    this.#model = model
    this.#letter = model.tokenize('x')
  }

  text(token: Token): string {
    return this.#model.detokenize([token], true, this.#letter)
  }

  /** As chats say them. */
  ofChat(likelihoods: readonly Likelihood<Token>[]) {
    const word = ({ token, logprob }: { token: Token; logprob: number }) => {
      const text = this.text(token)
      // A part of a character is not its own text: which bytes it is the engine does not say.
      return { token: text, logprob, bytes: text.includes('\uFFFD') ? null : [...Buffer.from(text)] }
    }
    const content = likelihoods.map((one) => ({ ...word(one), top_logprobs: one.top.map(word) }))
    return { content, refusal: null }
  }

  /** As completions say them; `begins` is where the text of the first token does. */
  ofText(scores: readonly Score[], tokens: readonly Token[], begins: number) {
    const text = new TokenText<Token>((some, before) => this.#model.detokenize(some, false, before), this.#letter)
    let offset = begins
    const text_offset = tokens.map((token) => {
      const at = offset
      offset += text.add(token).length
      return at
    })
    return {
      tokens: tokens.map((token) => this.text(token)),
      token_logprobs: scores.map((score) => score?.logprob ?? null),
      top_logprobs: scores.map((score) => score && this.#top(score)),
      text_offset,
    }
  }

  /** As vLLM says them of a prompt: by the number of the token, the token itself among the likeliest. */
  ofPrompt(scores: readonly Score[]) {
    const word = (token: Token, logprob: number, rank: number) => [
      String(token),
      { logprob, rank, decoded_token: this.text(token) },
    ]
    return scores.map((score) => {
      if (!score) return null
      const top = score.top.map(({ token, logprob }, index) => word(token, logprob, index + 1))
      return Object.fromEntries([word(score.token, score.logprob, score.rank), ...top])
    })
  }

  /** The likeliest and, behind them, the token itself; of tokens with one text the likelier stands. */
  #top({ token, logprob, top }: Likelihood<Token>): Record<string, number> {
    const words: Record<string, number> = {}
    for (const one of [...top, { token, logprob }]) {
      const text = this.text(one.token)
      if (!Object.hasOwn(words, text)) words[text] = one.logprob
    }
    return words
  }
}
