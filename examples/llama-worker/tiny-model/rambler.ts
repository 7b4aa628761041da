import { Chance } from './chance.ts'
import { type Tensor, writeGguf } from './gguf.ts'
import { assemble, describe, randomLayer, Vocabulary, WIDTH } from './tiny-llama.ts'

export interface RamblerOptions {
  words?: number
  name?: string
  seed?: number
  layers?: number
  /** Only so many of its layers are kept: the model cut short. */
  kept?: number
  /** The layers' weights are rounded to so many bits, in blocks of 32 as engines do. */
  bits?: number
}

const SYLLABLES = ['ba', 'de', 'fi', 'go', 'ku', 'la', 'me', 'ni', 'po', 'ru', 'sa', 'te', 'vi', 'zo']

// The first hidden value of every token; the others have deviation 1.
const ALWAYS_POSITIVE = 4

/**
 * Writes a llama model of random weights that never ends by itself: it answers with made-up words until the caller's
 * max_tokens, a stop string or the context cuts it.
 *
 * Why it never ends: the first hidden value is the same positive number for every token, and the layer leaves it alone.
 * The output rows of all tokens that are no words look at this value only, with a large negative weight.
 */
export async function makeRambler(file: string, options: RamblerOptions = {}): Promise<void> {
  const { words = 400, name = 'tiny-rambler', seed = 1, layers = 1, kept = layers, bits } = options
  const chance = new Chance(seed)
  const vocabulary = new Vocabulary(madeUpWords(words), wordParts())

  const input = chance.normals(vocabulary.size * WIDTH, 1)
  const output = chance.normals(vocabulary.size * WIDTH, 0.3)
  for (let id = 0; id < vocabulary.size; id++) {
    const row = id * WIDTH
    input[row] = ALWAYS_POSITIVE
    output[row] = 0
    if (!vocabulary.isWord(id)) output.fill(0, row, row + WIDTH).fill(-100, row, row + 1)
  }

  const all = Array.from({ length: layers }, () => randomLayer(chance, 0.5))
  for (const { attention, feedForward } of all) for (const part of [attention, feedForward]) part.fill(0, 0, WIDTH)
  const tensors = assemble(input, all, output, chance)
  const left = tensors.filter(({ name: of }) => !isBeyond(of, kept))
  const written = bits === undefined ? left : left.map((tensor) => rounded(tensor, bits))
  await writeGguf(file, { metadata: describe(name, vocabulary, kept), tensors: written })
}

function isBeyond(tensor: string, layers: number): boolean {
  const layer = /^blk\.(\d+)\./.exec(tensor)?.[1]
  return layer !== undefined && Number(layer) >= layers
}

const BLOCK = 32

/** Each block's values on evenly spaced levels between its least and its greatest. */
function rounded({ name, shape, values }: Tensor, bits: number): Tensor {
  if (!name.startsWith('blk.') || shape.length < 2) return { name, shape, values }
  const levels = 2 ** bits - 1
  const result = values.slice()
  for (let start = 0; start < values.length; start += BLOCK) {
    const block = values.subarray(start, start + BLOCK)
    const least = Math.min(...block)
    const step = (Math.max(...block) - least) / levels || 1
    result.set(
      block.map((value) => Math.round((value - least) / step) * step + least),
      start,
    )
  }
  return { name, shape, values: result }
}

/**
 * The tokenizer puts a word together from two neighbours at a time, each of which must be a token: with these it reads
 * its own words as it wrote them, so that a text of it can be scored and continued.
 */
function wordParts(): string[] {
  const begun = SYLLABLES.map((first) => `\u2581${first}`)
  return [...SYLLABLES, ...begun, ...begun.flatMap((first) => SYLLABLES.map((second) => first + second))]
}

function madeUpWords(count: number): string[] {
  const base = SYLLABLES.length
  return Array.from({ length: count }, (_, number) => {
    const digits = [number, Math.floor(number / base), Math.floor(number / base ** 2)]
    return `\u2581${digits.map((digit) => SYLLABLES[digit % base]).join('')}`
  })
}
