import { Chance } from './chance.ts'

/** The model names of the load, and what a host asks for a token of its, in nano-credits. */
export const MODELS = ['ada', 'bell', 'cray', 'dirac', 'euler'] as const
export const BASE_PRICE = 1_000_001n
export const HOST_MAX_TOKENS = 256

/** What an engine does with one attempt of a job. */
export interface AttemptScript {
  /** Pieces of text; some are empty, as engines do that hold back half a character. */
  pieces: string[]
  end:
    | { kind: 'stop' | 'length' }
    | { kind: 'error'; after: number; code: string; retryable: boolean }
    /** The whole machine goes away after so many pieces and comes back as a new start. */
    | { kind: 'vanish'; after: number }
  /** What the engine says that it generated; undefined where it does not say. */
  usage: number | undefined
}

const SYLLABLES = ['mar', 'ket', ' of', ' tok', 'ens', ' ', 'é', ' 価格', '\n', '🙂', '"', '\\', 'data: ', '']

/** The attempt's script by the seed: what is generated depends on nothing else, so that a reader can be checked. */
export function scriptOf(seed: string, prompt: string, attempt: number, maxTokens: number): AttemptScript {
  const chance = new Chance(seed, prompt, attempt)
  const length = chance.int(1, 40)
  const kind = chance.weighted({ stop: 80, length: 6, retryable: 5, final: 3, vanish: 2 })
  const wanted = kind === 'length' ? maxTokens + chance.int(0, 5) : Math.min(length, maxTokens)
  const pieces = Array.from({ length: wanted }, (_, at) => `${chance.pick(SYLLABLES)}${at % 7 === 3 ? at : ''}`)
  const after = chance.int(0, Math.min(length, 10))
  if (kind === 'retryable' || kind === 'final') {
    const code = kind === 'final' ? 'bad_prompt' : 'engine_failed'
    return { pieces, end: { kind: 'error', after, code, retryable: kind === 'retryable' }, usage: undefined }
  }
  if (kind === 'vanish') return { pieces, end: { kind, after }, usage: undefined }
  const usage = kind === 'stop' && chance.next() < 0.3 ? chance.int(0, pieces.length + 3) : undefined
  return { pieces, end: { kind }, usage }
}

/** What a network does to one call of a host. */
export type CallFate = 'clean' | 'lost' | 'answer lost' | 'doubled' | 'late double' | 'gap'

export function fateOf(chance: Chance): CallFate {
  return chance.weighted({ clean: 80, lost: 5, 'answer lost': 5, doubled: 4, 'late double': 3, gap: 3 })
}

/** What the buyer of one job does. */
export interface BuyerScript {
  model: string
  maxTokens: number | undefined
  maxPrice: bigint | undefined
  readers: ('whole' | 'leaves' | 'late')[]
  /** Milliseconds after submission at which the job is cancelled, if it is. */
  cancelAfterMs: number | undefined
}

export function buyerScriptOf(seed: string, prompt: string): BuyerScript {
  const chance = new Chance(seed, 'buyer', prompt)
  const readers = chance.weighted({ whole: 60, leaves: 15, late: 10, two: 10, none: 5 })
  return {
    model: chance.pick(MODELS),
    maxTokens: chance.next() < 0.3 ? undefined : chance.int(5, 60),
    maxPrice: chance.next() < 0.2 ? 2n * BASE_PRICE : undefined,
    readers: readers === 'two' ? ['whole', 'leaves'] : readers === 'none' ? [] : [readers],
    cancelAfterMs: chance.next() < 0.06 ? chance.int(0, 1500) : undefined,
  }
}
