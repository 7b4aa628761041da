import { randomUUID } from 'node:crypto'
import type { Token } from 'node-llama-cpp'
import type { Outcome, Piece } from './generation.ts'
import type { Likelihood } from './likelihood.ts'
import type { TokenWords } from './token-words.ts'

type FinishReason = Outcome['finishReason'] | null
type Scores = readonly (Likelihood<Token> | null)[]

/** One thing of an answer, as it comes: text, that a call begins, more of its arguments, what the prompt scored. */
export type Part =
  | { kind: 'text'; piece: Piece }
  | { kind: 'call'; id: string; name: string }
  | { kind: 'arguments'; piece: Piece }
  | { kind: 'prompt'; echoed: string | undefined; tokens: readonly Token[]; scores: Scores; told: boolean }

/** How one of the two endpoints words its answers. */
export interface Wording {
  id: string
  object: string
  chunkObject: string
  /** What opens a stream before any text. */
  opening?: object
  chunk: (part: Part) => object | undefined
  ending: (reason: FinishReason) => object
  /** The choice of a whole answer, and what stands beside the choices. */
  whole: (parts: readonly Part[], reason: FinishReason) => { choice: object; beside?: object }
}

export function chatWording(words: TokenWords, logprobs: boolean): Wording {
  const likely = (pieces: readonly Piece[]) => {
    const all = pieces.flatMap(({ likelihoods }) => likelihoods)
    return logprobs ? { logprobs: all.length > 0 ? words.ofChat(all) : null } : {}
  }
  const delta = (said: object, pieces: Piece[] = []) => ({
    index: 0,
    delta: said,
    ...likely(pieces),
    finish_reason: null,
  })
  return {
    id: 'chatcmpl',
    object: 'chat.completion',
    chunkObject: 'chat.completion.chunk',
    opening: { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null },
    chunk(part) {
      if (part.kind === 'text') return delta({ content: part.piece.text }, [part.piece])
      if (part.kind === 'call') {
        const { id, name } = part
        return delta({ tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: '' } }] })
      }
      if (part.kind === 'prompt') return undefined
      return delta({ tool_calls: [{ index: 0, function: { arguments: part.piece.text } }] }, [part.piece])
    },
    ending: (finish_reason) => ({ index: 0, delta: {}, finish_reason }),
    whole(parts, finish_reason) {
      const call = parts.find((part) => part.kind === 'call')
      const content = textOf(parts, 'text')
      const made = call && {
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: textOf(parts, 'arguments') },
      }
      const message = {
        role: 'assistant',
        content: call && content === '' ? null : content,
        ...(made ? { tool_calls: [made] } : {}),
      }
      const prompt = parts.find((part) => part.kind === 'prompt')
      const choice = { index: 0, message, ...likely(piecesOf(parts)), finish_reason }
      return prompt ? { choice, beside: { prompt_logprobs: words.ofPrompt(prompt.scores) } } : { choice }
    },
  }
}

export function textWording(words: TokenWords, logprobs: boolean): Wording {
  const of = (parts: readonly Part[], begins: number) => {
    if (!logprobs) return null
    const prompt = parts.find((part) => part.kind === 'prompt' && part.echoed !== undefined)
    const [before, scores] = prompt?.kind === 'prompt' ? [prompt.tokens, prompt.scores] : [[], []]
    const after = piecesOf(parts).flatMap(({ likelihoods }) => likelihoods)
    return words.ofText([...scores, ...after], [...before, ...after.map(({ token }) => token)], begins)
  }
  const told = (parts: readonly Part[]) => {
    const prompt = parts.find((part) => part.kind === 'prompt')
    return prompt?.told ? { prompt_logprobs: words.ofPrompt(prompt.scores) } : {}
  }
  let begins = 0
  return {
    id: 'cmpl',
    object: 'text_completion',
    chunkObject: 'text_completion',
    chunk(part) {
      const text = spoken(part)
      const choice = { index: 0, text, logprobs: of([part], begins), ...told([part]), finish_reason: null }
      begins += text.length
      return choice
    },
    ending: (finish_reason) => ({ index: 0, text: '', logprobs: null, finish_reason }),
    whole(parts, finish_reason) {
      const text = parts.map(spoken).join('')
      return { choice: { index: 0, text, logprobs: of(parts, 0), ...told(parts), finish_reason } }
    },
  }
}

function spoken(part: Part): string {
  if (part.kind === 'prompt') return part.echoed ?? ''
  return part.kind === 'call' ? '' : part.piece.text
}

const piecesOf = (parts: readonly Part[]) => parts.flatMap((part) => ('piece' in part ? [part.piece] : []))

const textOf = (parts: readonly Part[], kind: 'text' | 'arguments') =>
  parts.map((part) => (part.kind === kind ? part.piece.text : '')).join('')

/** The bodies of one answer, all with the same id and time. */
export class Answer {
  readonly #wording: Wording
  readonly #head: { id: string; created: number; model: string }

  constructor(wording: Wording, model: string) {
    this.#wording = wording
    this.#head = { id: `${wording.id}-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model }
  }

  whole(parts: readonly Part[], outcome: Outcome): object {
    const { object, whole } = this.#wording
    const { choice, beside } = whole(parts, outcome.finishReason)
    return { ...this.#head, object, choices: [{ ...choice, ...stop(outcome) }], ...beside, usage: usage(outcome) }
  }

  opening(): object | undefined {
    return this.#wording.opening && this.#chunk(this.#wording.opening)
  }

  part(part: Part): object | undefined {
    const choice = this.#wording.chunk(part)
    return choice && this.#chunk(choice)
  }

  ending(outcome: Outcome): object {
    return this.#chunk({ ...this.#wording.ending(outcome.finishReason), ...stop(outcome) })
  }

  usage(outcome: Outcome): object {
    return { ...this.#chunk(), usage: usage(outcome) }
  }

  #chunk(...choices: object[]): object {
    return { ...this.#head, object: this.#wording.chunkObject, choices }
  }
}

/** As vLLM says it. */
const stop = ({ stopped }: Outcome) => (stopped === undefined ? {} : { stop_reason: stopped })

function usage({ promptTokens, completionTokens, cachedTokens }: Outcome) {
  const total_tokens = promptTokens + completionTokens
  const details = cachedTokens === undefined ? {} : { prompt_tokens_details: { cached_tokens: cachedTokens } }
  return { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens, ...details }
}
