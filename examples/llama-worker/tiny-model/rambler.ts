import { Chance } from './chance.ts'
import { writeGguf } from './gguf.ts'
import { assemble, describe, randomLayer, Vocabulary, WIDTH } from './tiny-llama.ts'

export interface RamblerOptions {
  words?: number
  name?: string
  seed?: number
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
  const { words = 400, name = 'tiny-rambler', seed = 1 } = options
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

  const layer = randomLayer(chance, 0.5)
  for (const part of [layer.attention, layer.feedForward]) part.fill(0, 0, WIDTH)
  await writeGguf(file, { metadata: describe(name, vocabulary), tensors: assemble(input, layer, output, chance) })
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
