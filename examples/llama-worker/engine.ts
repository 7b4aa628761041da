import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ChatWrapper,
  getLlama,
  type LlamaContextSequence,
  LlamaLogLevel,
  type LlamaModel,
  resolveChatWrapper,
  type Token,
} from 'node-llama-cpp'
import { Embedder } from './embedder.ts'
import { Fault } from './fault.ts'
import { generate, type Outcome, type Wishes } from './generation.ts'
import type { Likelihood } from './likelihood.ts'
import type { Chat } from './messages.ts'
import { chatPrompt, type Prompt, textPrompt } from './prompt.ts'
import { scoreTokens } from './score.ts'
import { Seats } from './seats.ts'
import { type CallListener, callTurn } from './tool-call.ts'
import type { Calling } from './tools.ts'

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
  /** What was read is kept for a prompt that begins alike. */
  reuse?: boolean
  /** Embeddings also of a model that was not made for them. */
  embeddings?: boolean
}

export type EnginePrompt = { chat: Chat } | { text: string }

/** What is wanted of the model behind a prompt. */
export interface Asked {
  wishes: Wishes
  calling?: Calling | undefined
  /** A grammar of the whole answer; of a turn that may call, of what it says in place of a call. */
  grammar?: string | undefined
  /** The prompt is scored, with so many alternatives at each token. */
  scores?: number | undefined
}

export interface AnswerListener extends CallListener {
  onScores: (scores: readonly (Likelihood<Token> | null)[]) => void | Promise<void>
}

/** One GGUF model on llama.cpp, on the CPU. */
export class Engine {
  readonly model: LlamaModel
  readonly #template: ChatWrapper
  /** Tokens of prompt and answer together. */
  readonly contextSize: number
  readonly #pace: number | undefined
  readonly #reuse: boolean
  readonly seats: Seats<LlamaContextSequence>
  readonly embedder: Embedder

  private constructor(model: LlamaModel, options: EngineOptions, sequences: readonly LlamaContextSequence[]) {
    this.model = model
    this.#template = resolveChatWrapper(model)
    this.contextSize = sequences[0]?.contextSize ?? 0
    this.#pace = options.pace
    this.#reuse = options.reuse ?? false
    this.seats = new Seats(sequences)
    this.embedder = new Embedder(model, this.contextSize, options)
  }

  /** Uses only what lies on this machine: no build, no download. */
  static async load(options: EngineOptions): Promise<Engine> {
    const { model: modelPath, threads, parallel, context } = options
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
    return new Engine(model, options, sequences)
  }

  /** Tokenizes, and refuses what leaves no room for an answer. */
  prompt(from: EnginePrompt, calling?: Calling): Prompt {
    const prompt =
      'text' in from
        ? textPrompt(this.model, from.text)
        : chatPrompt(this.model, this.#template, from.chat, calling?.tools)
    const { length } = prompt.tokens
    if (length === 0) throw new Fault(400, 'the prompt is empty')
    if (length >= this.contextSize) {
      const message = `the prompt has ${length} tokens, but the context holds ${this.contextSize} with the answer`
      throw new Fault(400, message, { code: 'context_length_exceeded' })
    }
    return prompt
  }

  /** Waits for a free sequence, and generates on it. */
  async answer(prompt: Prompt, asked: Asked, listener: AnswerListener): Promise<Outcome> {
    const { scores } = asked
    // What is scored has to be evaluated.
    const reuse = this.#reuse && scores === undefined
    const read = (one: LlamaContextSequence) => alike(one.contextTokens, prompt.tokens)
    // Where more than half of what it has read would be lost, the one that was used the longest ago is taken.
    const fit = (one: LlamaContextSequence) => (read(one) * 2 < one.contextTokens.length ? 0 : read(one))
    const sequence = await this.seats.take(listener.signal, reuse ? fit : undefined)
    try {
      // Without this an answer depends on what was asked before: sums are rounded otherwise in other portions.
      if (!reuse) await sequence.clearHistory()
      // The last token of a prompt is evaluated in any case.
      const cachedTokens = Math.min(read(sequence), prompt.tokens.length - 1)
      if (scores !== undefined) {
        await listener.onScores(await scoreTokens(sequence, prompt.tokens, scores, listener.signal))
      }
      const ended = await this.#generate(sequence, prompt, asked, this.#pace ? paced(listener, this.#pace) : listener)
      return { ...ended, promptTokens: prompt.tokens.length, ...(reuse ? { cachedTokens } : {}) }
    } finally {
      this.seats.give(sequence)
    }
  }

  async #generate(sequence: LlamaContextSequence, prompt: Prompt, asked: Asked, listener: CallListener) {
    const { wishes, calling, grammar } = asked
    const template = this.#template
    if (calling) return await callTurn({ sequence, prompt, calling, wishes, template, grammar }, listener)
    const bound = grammar === undefined ? {} : { grammar: await this.model.llama.createGrammar({ grammar }) }
    const { finishReason, tokens, found } = await generate(sequence, prompt, { ...wishes, ...bound }, listener)
    const stopped = typeof found === 'string' && wishes.stop.includes(found) ? { stopped: found } : {}
    return { finishReason, completionTokens: tokens.length, ...stopped }
  }

  async dispose(): Promise<void> {
    await this.model.llama.dispose()
  }
}

/** How many tokens two lists have in common from their beginning on. */
function alike(one: readonly Token[], other: readonly Token[]): number {
  const differs = one.findIndex((token, at) => token !== other[at])
  return differs < 0 ? one.length : differs
}

function paced<L extends CallListener>(listener: L, tokensPerSecond: number): L {
  const { signal } = listener
  const slowly = async (said: void | Promise<void>) => {
    await said
    await sleep(1000 / tokensPerSecond, undefined, { signal })
  }
  return {
    ...listener,
    onPiece: (piece) => slowly(listener.onPiece(piece)),
    onArguments: (piece) => slowly(listener.onArguments(piece)),
  }
}
