import { readVector } from '@mkt/schemas'

export type VectorFormat = 'vectors' | 'csv' | 'base64' | 'jsonl'

/** One vector, which travels as base64, as a line. Pure. */
export function vectorLine(vector: string, text: string, format: VectorFormat): string {
  if (format === 'base64') return vector
  const numbers = Array.from(readVector(vector) ?? [])
  if (format === 'csv') return numbers.join(',')
  return JSON.stringify(format === 'jsonl' ? { text, embedding: numbers } : numbers)
}
