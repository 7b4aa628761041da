import { randomUUID } from 'node:crypto'
import type { Outcome } from './generation.ts'

type FinishReason = Outcome['finishReason'] | null

/** How one of the two endpoints words its answers. */
export interface Wording {
  id: string
  object: string
  chunkObject: string
  choice: (text: string, reason: FinishReason) => object
  /** What opens a stream before any text. */
  opening?: object
  chunkChoice: (text: string, reason: FinishReason) => object
}

export const chatWording: Wording = {
  id: 'chatcmpl',
  object: 'chat.completion',
  chunkObject: 'chat.completion.chunk',
  choice: (content, finish_reason) => ({ index: 0, message: { role: 'assistant', content }, finish_reason }),
  opening: { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null },
  chunkChoice: (content, finish_reason) => ({ index: 0, delta: finish_reason ? {} : { content }, finish_reason }),
}

export const textWording: Wording = {
  id: 'cmpl',
  object: 'text_completion',
  chunkObject: 'text_completion',
  choice: (text, finish_reason) => ({ index: 0, text, logprobs: null, finish_reason }),
  chunkChoice: (text, finish_reason) => ({ index: 0, text, logprobs: null, finish_reason }),
}

/** The bodies of one answer, all with the same id and time. */
export class Answer {
  readonly #wording: Wording
  readonly #head: { id: string; created: number; model: string }

  constructor(wording: Wording, model: string) {
    this.#wording = wording
    this.#head = { id: `${wording.id}-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model }
  }

  whole(text: string, outcome: Outcome): object {
    const { object, choice } = this.#wording
    return { ...this.#head, object, choices: [choice(text, outcome.finishReason)], usage: usage(outcome) }
  }

  opening(): object | undefined {
    return this.#wording.opening && this.#chunk(this.#wording.opening)
  }

  piece(text: string): object {
    return this.#chunk(this.#wording.chunkChoice(text, null))
  }

  ending({ finishReason }: Outcome): object {
    return this.#chunk(this.#wording.chunkChoice('', finishReason))
  }

  usage(outcome: Outcome): object {
    return { ...this.#chunk(), usage: usage(outcome) }
  }

  #chunk(...choices: object[]): object {
    return { ...this.#head, object: this.#wording.chunkObject, choices }
  }
}

function usage({ promptTokens, completionTokens }: Outcome) {
  const total_tokens = promptTokens + completionTokens
  return { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens }
}
