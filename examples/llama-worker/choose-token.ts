import { randomInt } from 'node:crypto'

export interface Sampling {
  temperature: number
  topP: number
  topK?: number
  minP?: number
  seed?: number
}

/**
 * Chooses tokens as llama.cpp does, from likelihoods that it gave untouched: it shows those that it has cut and heated
 * only, and a client that asks for likelihoods asks for the model's own.
 */
export function tokenChooser({ temperature, topP, topK = 0, minP = 0, seed = randomInt(2 ** 32) }: Sampling) {
  const random = mulberry32(seed)
  return <Token>(probabilities: ReadonlyMap<Token, number>): Token => {
    const all = [...probabilities]
    const [first] = all
    if (!first) throw new Error('no token to choose from')
    if (temperature === 0) return first[0]
    const kept = nucleus(topK > 0 ? all.slice(0, topK) : all, topP).filter(([, one]) => one >= minP * first[1])
    // Divided by the largest, so that a low temperature leaves something of it.
    const weights = kept.map(([, one]) => (one / first[1]) ** (1 / temperature))
    let left = random() * weights.reduce((total, weight) => total + weight, 0)
    const at = weights.findIndex((weight) => {
      left -= weight
      return left < 0
    })
    return (kept[at] ?? first)[0]
  }
}

/** The likeliest tokens that together reach `topP`; at least one. */
function nucleus<Token>(all: (readonly [Token, number])[], topP: number) {
  if (topP >= 1) return all
  let sum = 0
  const end = all.findIndex(([, one]) => {
    sum += one
    return sum >= topP
  })
  return end < 0 ? all : all.slice(0, end + 1)
}

/** A small generator of even numbers in [0, 1), by Tommy Ettinger. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
