import { Chance } from './chance.ts'
import { writeGguf } from './gguf.ts'
import { byteToken, cutPieces } from './pieces.ts'
import { assemble, describe, END_OF_TEXT, SPACE, silentLayer, Vocabulary, WIDTH } from './tiny-llama.ts'

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

// The hidden values have length 8 after the last norm, of which the directions have 7.1: with what is taken from every
// token of the text, the right one scores about 110 and any other, whose direction is unlike, below 40: no temperature
// that a client may ask for reaches across.
const CERTAINTY = 24
const OFF_TEXT = -60

/** The first hidden value of every token, which is the rest of those 8: what a token's row has there it always scores. */
const ALWAYS = 4
const ALWAYS_AFTER_NORM = (8 * ALWAYS) / Math.hypot(Math.sqrt(WIDTH - 1), ALWAYS)

/**
 * What is said where a grammar forbids the text: JSON that ends. Within a string the text is recited; behind it the
 * quote closes, and what closes a level comes before what makes it longer.
 */
const CLOSING: Record<string, number> = {
  '"': 45,
  '}': 35,
  ']': 34,
  ',': 10,
  '\\': -20,
  ' ': -40,
  '\n': -40,
  '\t': -40,
}

/**
 * Writes a llama model that answers any prompt with `text`, token by token, and then ends.
 *
 * How the weights recite: each token has a random direction of its own in a space of 64 dimensions, where random
 * directions are nearly at right angles. The layer adds nothing, so that what arrives at the output is the direction of
 * the last token alone. There, the row of each token of the text points where its predecessor points, and so scores
 * high after exactly that one; the end of text follows the last. Everything a prompt is made of (the special tokens and
 * the bytes) shares one direction, which the first token of the text follows. Bytes with which the text itself spells a
 * character have their own: only a raw prompt that ends within the text's own rare characters goes on from there.
 *
 * Where a grammar binds it, it says what is allowed and soon ends: the arguments of a tool hold the text as well.
 */
export async function makeReciter(file: string, options: ReciterOptions): Promise<Reciter> {
  const { text, name = 'tiny-reciter', seed = 1, byCharacter = false } = options
  const chance = new Chance(seed)
  const path = byCharacter ? [...text] : cutPieces(text).flatMap((piece) => piece.tokens)
  const vocabulary = new Vocabulary(path.filter((token) => !/^<0x..>$/.test(token)))
  const recital = path.map((token) => vocabulary.id(token))

  const prompt = direction(chance)
  const input = chance.normals(vocabulary.size * WIDTH, 1)
  const inRecital = new Set(recital)
  const output = new Float32Array(vocabulary.size * WIDTH)
  for (let id = 0; id < vocabulary.size; id++) {
    input[id * WIDTH] = ALWAYS
    if (!inRecital.has(id)) input.set(prompt, id * WIDTH)
  }
  for (const [character, score] of Object.entries(CLOSING)) {
    const id = vocabulary.id(character === ' ' ? SPACE : byteToken(character.charCodeAt(0)))
    output[id * WIDTH] = score / ALWAYS_AFTER_NORM
  }

  let previous = prompt
  for (const id of [...recital, END_OF_TEXT]) {
    output.set(pointing(previous), id * WIDTH)
    previous = input.subarray(id * WIDTH, (id + 1) * WIDTH)
  }
  const tensors = assemble(input, [silentLayer()], output, chance)
  await writeGguf(file, { metadata: describe(name, vocabulary), tensors })
  return { file, text, tokens: recital.length }
}

function direction(chance: Chance): Float32Array {
  return chance.normals(WIDTH, 1).fill(ALWAYS, 0, 1)
}

/** A row that scores behind the token of this direction, and behind no other. */
function pointing(to: Float32Array): Float32Array {
  const own = to.slice().fill(0, 0, 1)
  const length = Math.hypot(...own)
  return own.map((value) => (value / length) * CERTAINTY).fill(OFF_TEXT / ALWAYS_AFTER_NORM, 0, 1)
}
