import { readVector, textsRead, type VectorTasks } from '@mkt/schemas'
import type { Answer } from '../pieces/answer.ts'

type Read = Pick<Answer, 'vectors' | 'scores' | 'content' | 'reasoning'>

/**
 * What is wrong with the vectors or scores of a job: there is one for each text and no text beside them, its numbers
 * are finite, and vectors are all as long as each other, and as was asked. Whether they are the model's own this cannot
 * tell. Pure.
 */
export function vectorsFault(asked: VectorTasks, { vectors, scores, content, reasoning }: Read) {
  if (content !== '' || reasoning !== '') return 'it has a text, where nothing is to be written'
  const texts = textsRead(asked)?.length ?? 0
  if (asked.rerank) return scores.length === texts ? undefined : `it has ${scores.length} scores of ${texts} documents`
  if (vectors.length !== texts) return `it has ${vectors.length} vectors of ${texts} texts`
  const lengths = new Set(vectors.map((vector) => readVector(vector)?.length))
  if (lengths.has(undefined)) return 'it has a vector that is none, or has numbers that are not finite'
  if (lengths.size > 1) return 'its vectors differ in length'
  const [length] = lengths
  const wanted = asked.embed?.dimensions
  return wanted === undefined || length === wanted ? undefined : `its vectors have ${length} numbers, not ${wanted}`
}
