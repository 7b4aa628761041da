import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ChatWrapper,
  getLlama,
  type LlamaContextSequence,
  LlamaLogLevel,
  type LlamaModel,
  resolveChatWrapper,
} from 'node-llama-cpp'
import { Fault } from './fault.ts'
import { generate, type Listener, type Outcome, type Wishes } from './generation.ts'
import { type ChatMessage, chatPrompt, type Prompt, textPrompt } from './prompt.ts'
import { Seats } from './seats.ts'

export interface EngineOptions {
  /** The GGUF file. */
  model: string
  threads: number
  /** How many answers are generated at once; more requests wait in line. */
  parallel: number
  /** Tokens of prompt and answer together, for each of the parallel answers. */
  context: number
  /** Tokens a second, at most, of each answer. */
  pace?: number
}

export type EnginePrompt = { messages: readonly ChatMessage[] } | { text: string }

/** One GGUF model on llama.cpp, on the CPU. */
export class Engine {
  readonly #model: LlamaModel
  readonly #template: ChatWrapper
  /** Tokens of prompt and answer together. */
  readonly contextSize: number
  readonly #pace: number | undefined
  readonly seats: Seats<LlamaContextSequence>

  private constructor(
    model: LlamaModel,
    contextSize: number,
    pace: number | undefined,
    sequences: readonly LlamaContextSequence[],
  ) {
    this.#model = model
    this.#template = resolveChatWrapper(model)
    this.contextSize = contextSize
    this.#pace = pace
    this.seats = new Seats(sequences)
  }

  /** Uses only what lies on this machine: no build, no download. */
  static async load({ model: modelPath, threads, parallel, context, pace }: EngineOptions): Promise<Engine> {
    const llama = await getLlama({
      gpu: false,
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      maxThreads: threads,
      logLevel: LlamaLogLevel.error,
    })
    const model = await llama.loadModel({ modelPath })
    const contextSize = Math.min(context, model.trainContextSize)
    const shared = await model.createContext({ contextSize, sequences: parallel, threads })
    const sequences = Array.from({ length: parallel }, () => shared.getSequence())
    return new Engine(model, shared.contextSize, pace, sequences)
  }

  /** Tokenizes, and refuses what leaves no room for an answer. */
  prompt(from: EnginePrompt): Prompt {
    const prompt =
      'text' in from ? textPrompt(this.#model, from.text) : chatPrompt(this.#model, this.#template, from.messages)
    const { length } = prompt.tokens
    if (length === 0) throw new Fault(400, 'the prompt is empty')
    if (length >= this.contextSize) {
      const message = `the prompt has ${length} tokens, but the context holds ${this.contextSize} with the answer`
      throw new Fault(400, message, { code: 'context_length_exceeded' })
    }
    return prompt
  }

  /** Waits for a free sequence, and generates on it. */
  async answer(prompt: Prompt, wishes: Wishes, listener: Listener): Promise<Outcome> {
    const sequence = await this.seats.take(listener.signal)
    try {
      return await generate(sequence, prompt, wishes, this.#pace ? paced(listener, this.#pace) : listener)
    } finally {
      this.seats.give(sequence)
    }
  }

  async dispose(): Promise<void> {
    await this.#model.llama.dispose()
  }
}

function paced({ signal, onText }: Listener, tokensPerSecond: number): Listener {
  return {
    signal,
    async onText(text) {
      await onText(text)
      await sleep(1000 / tokensPerSecond, undefined, { signal })
    },
  }
}
