import type { FinishReason } from '@mkt/schemas'
import type { Usage } from '../delivery.ts'
import type { GenerateRequest } from './generate-request.ts'
import type { Piece } from './piece.ts'

/** One model on offer: the name that buyers see, and what the engine calls it where that differs. */
export interface OfferedModel {
  name: string
  /** Undefined: the same name, or the engine's only model where it has just one. */
  engineModel?: string | undefined
}

/** A piece (empty: a sign of life), or the end, which comes exactly once and last. */
export type Generated = Piece | Ended
interface Ended {
  finish_reason: FinishReason
  usage?: Usage | undefined
  /** The text before which it stopped, where the engine says it. */
  stop_sequence?: string | undefined
}

/** An engine that runs models. Every failure is an EngineError; an abort throws the signal's reason. */
export interface Backend {
  /** Finds out how the engine is to be talked to; the answer is a phrase for the log. */
  probe(signal: AbortSignal): Promise<string>
  /** Which of the offered models the engine can run now. */
  availableModels(signal: AbortSignal): Promise<string[]>
  /** What of the offered models the engine did not list when it was last asked, and what it did, as a sentence. */
  lacking?(): string | undefined
  generate(request: GenerateRequest): AsyncIterable<Generated>
}
