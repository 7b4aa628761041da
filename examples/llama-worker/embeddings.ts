import type { Embedder } from './embedder.ts'
import { Fault } from './fault.ts'
import { number, object, text, wrong } from './members.ts'

const MOST_TEXTS = 2048

interface EmbeddingsRequest {
  texts: string[]
  base64: boolean
}

/** Answers POST /v1/embeddings. */
export async function embeddings(
  embedder: Embedder,
  name: string,
  body: unknown,
  signal: AbortSignal,
): Promise<object> {
  if (!embedder.able) throw new Fault(400, UNABLE, { param: 'model' })
  const { texts, base64 } = readRequest(body, embedder.dimensions)
  const embedded = await embedder.embed(texts, signal)
  const prompt_tokens = embedded.reduce((total, { tokens }) => total + tokens, 0)
  const data = embedded.map(({ vector }, index) => ({
    object: 'embedding',
    index,
    embedding: base64 ? inBase64(vector) : vector,
  }))
  return { object: 'list', model: name, data, usage: { prompt_tokens, total_tokens: prompt_tokens } }
}

const UNABLE =
  'this model was not made for embeddings: serve one that was, or start the worker with --embeddings all the same'

function readRequest(body: unknown, dimensions: number): EmbeddingsRequest {
  const members = object(body, 'the body')
  text(members, 'model')
  const format = text(members, 'encoding_format') ?? 'float'
  if (format !== 'float' && format !== 'base64') throw wrong('encoding_format', 'must be float or base64')
  const asked = number(members, 'dimensions', { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true })
  if (asked !== undefined && asked !== dimensions) {
    throw wrong('dimensions', `must be ${dimensions} or left out: this model makes no vectors of ${asked}`)
  }
  const { input } = members
  const texts: unknown[] = Array.isArray(input) ? input : [input]
  const fits =
    texts.length > 0 && texts.length <= MOST_TEXTS && texts.every((one) => typeof one === 'string' && one !== '')
  if (!fits) throw wrong('input', `must be a text or a list of 1 to ${MOST_TEXTS} texts, none empty`)
  return { texts: texts as string[], base64: format === 'base64' }
}

/** As OpenAI sends them: numbers of 32 bits, the low byte first. */
function inBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes.toString('base64')
}
