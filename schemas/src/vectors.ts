import { z } from 'zod'
import { isChatText } from './chat.ts'

/** What engines make that is no text: a vector of each input, or how well each document answers a question. */

export const MOST_INPUTS = 2048
export const MAX_VECTOR_BYTES_READ = 1_048_576
/** 12,288 numbers of 32 bits in base64: more than any model gives, and no more than a piece may have. */
const VECTOR_CHARS = 65_536
const MOST_DIMENSIONS = VECTOR_CHARS / 4 - VECTOR_CHARS / 16
const encoder = new TextEncoder()

/** Why texts that are to be read cannot be; one fault for all, since there may be thousands. */
export function textsFault(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return 'must be a list of texts'
  if (value.length > MOST_INPUTS) return `must have at most ${MOST_INPUTS} texts`
  let bytes = 0
  for (const text of value) {
    if (typeof text !== 'string') return 'must be a list of texts'
    if (text === '' || !isChatText(text)) return 'must have no empty text, and well-formed ones without NUL'
    bytes += encoder.encode(text).length
  }
  return bytes > MAX_VECTOR_BYTES_READ ? `must be at most ${MAX_VECTOR_BYTES_READ} bytes together` : undefined
}

const texts = z
  .custom<string[]>((value) => textsFault(value) === undefined, {
    error: ({ input }) => (input === undefined ? 'is required' : textsFault(input)),
  })
  .meta({
    override: { type: 'array', minItems: 1, maxItems: MOST_INPUTS, items: { type: 'string' } },
    description: `At most ${MAX_VECTOR_BYTES_READ} bytes together.`,
  })

export const dimensions = z.int().min(1).max(MOST_DIMENSIONS)
/** A vector of each of these. */
export const embedTask = z.object({ inputs: texts, dimensions: dimensions.optional() }).meta({ id: 'EmbedTask' })
export type EmbedTask = z.infer<typeof embedTask>

export const query = z.string().min(1).max(65_536).refine(isChatText, { error: 'must be well-formed text without NUL' })
/** How well each of the documents answers the query. */
export const rerankTask = z.object({ query, documents: texts }).meta({ id: 'RerankTask' })
export type RerankTask = z.infer<typeof rerankTask>

/** A vector as it travels: its numbers as little-endian 32-bit floats in base64, as OpenAI's API has them too. */
export const vectorText = z.string().min(4).max(VECTOR_CHARS)
/** The likelier the better; each model has a scale of its own. */
export const score = z.number()

/** What a job reads, one for each thing that comes of it; undefined where a text is written. */
export function textsRead({ embed, rerank }: VectorTasks): readonly string[] | undefined {
  return embed?.inputs ?? rerank?.documents
}
export interface VectorTasks {
  embed?: EmbedTask | undefined
  rerank?: RerankTask | undefined
}

/** The same as one text, for whoever shows or counts what was asked. */
export function renderTexts({ embed, rerank }: VectorTasks): string {
  return [...(rerank ? [rerank.query] : []), ...(textsRead({ embed, rerank }) ?? [])].join('\n')
}

/** The numbers of a vector; undefined where it is none. Infinity and NaN are no numbers that anything is near to. */
export function readVector(text: string): Float32Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  if (bytes.length === 0 || bytes.length % 4 !== 0) return undefined
  const view = new DataView(bytes.buffer)
  const vector = Float32Array.from({ length: bytes.length / 4 }, (_, at) => view.getFloat32(at * 4, true))
  return vector.every(Number.isFinite) ? vector : undefined
}

/** Undefined where it is no list of finite numbers, or has too many. */
export function writeVector(numbers: readonly unknown[]): string | undefined {
  if (numbers.length === 0 || numbers.length > MOST_DIMENSIONS) return undefined
  const view = new DataView(new ArrayBuffer(numbers.length * 4))
  for (const [at, number] of numbers.entries()) {
    // Also what is finite as a double may not be as a float.
    if (typeof number !== 'number' || !Number.isFinite(Math.fround(number))) return undefined
    view.setFloat32(at * 4, number, true)
  }
  return btoa(Array.from(new Uint8Array(view.buffer), (byte) => String.fromCharCode(byte)).join(''))
}
