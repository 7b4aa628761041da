import { Chance } from './chance.ts'
import { writeGguf } from './gguf.ts'
import { cutPieces } from './pieces.ts'
import { assemble, describe, END_OF_TEXT, silentLayer, Vocabulary, WIDTH } from './tiny-llama.ts'

export interface ReciterOptions {
  text: string
  name?: string
  seed?: number
  /**
   * Each character is a token of its own, and no two are alike: what the model has said is then read back as it was said,
   * so that it goes on from the middle of its text.
   */
  byCharacter?: boolean
}

export interface Reciter {
  file: string
  text: string
  /** The tokens of a whole recital, which is the completion_tokens of an answer that was not cut. */
  tokens: number
}

export const DEFAULT_TEXT = 'Tiny models recite the same sentence on every machine so tests can check it word for word.'

// The hidden values have length 8 after the last norm, so that the right token scores 128 and any other, whose
// direction is unlike, below 70: no temperature that a client may ask for reaches across.
const CERTAINTY = 16

/**
 * Writes a llama model that answers any prompt with `text`, token by token, and then ends.
 *
 * How the weights recite: each token has a random direction of its own in a space of 64 dimensions, where random
 * directions are nearly at right angles. The layer adds nothing, so that what arrives at the output is the direction of
 * the last token alone. There, the row of each token of the text points where its predecessor points, and so scores
 * high after exactly that one; the end of text follows the last. Everything a prompt is made of (the special tokens and
 * the bytes) shares one direction, which the first token of the text follows. Bytes with which the text itself spells a
 * character have their own: only a raw prompt that ends within the text's own rare characters goes on from there.
 */
export async function makeReciter(file: string, options: ReciterOptions): Promise<Reciter> {
  const { text, name = 'tiny-reciter', seed = 1, byCharacter = false } = options
  const chance = new Chance(seed)
  const path = byCharacter ? [...text] : cutPieces(text).flatMap((piece) => piece.tokens)
  const vocabulary = new Vocabulary(path.filter((token) => !/^<0x..>$/.test(token)))
  const recital = path.map((token) => vocabulary.id(token))

  const prompt = chance.normals(WIDTH, 1)
  const input = chance.normals(vocabulary.size * WIDTH, 1)
  const inRecital = new Set(recital)
  for (let id = 0; id < vocabulary.size; id++) if (!inRecital.has(id)) input.set(prompt, id * WIDTH)

  const output = new Float32Array(vocabulary.size * WIDTH)
  let previous = prompt
  for (const id of [...recital, END_OF_TEXT]) {
    output.set(pointing(previous), id * WIDTH)
    previous = input.subarray(id * WIDTH, (id + 1) * WIDTH)
  }
  const tensors = assemble(input, silentLayer(), output, chance)
  await writeGguf(file, { metadata: describe(name, vocabulary), tensors })
  return { file, text, tokens: recital.length }
}

function pointing(direction: Float32Array): Float32Array {
  const length = Math.hypot(...direction)
  return direction.map((value) => (value / length) * CERTAINTY)
}
