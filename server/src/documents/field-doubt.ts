import type { Field } from './model/findings.ts'
import type { FieldDoubt } from './threads/work.ts'

/** What is said beside a value that recognition was mended for, or that a sum put before another; nothing else is. */
export function doubtOf({ printed, words, otherwise }: Field): { doubt?: FieldDoubt } {
  const read = words.some(({ readings }) => readings)
    ? [words.map(({ text, readings }) => readings?.join(' ') ?? text).join(' ')]
    : []
  const readings = [...read, ...(otherwise ? [otherwise.printed] : [])]
  if (readings.length === 0) return {}
  return { doubt: { printed, readings, ...(otherwise ? { chosenBy: 'sum' } : {}) } }
}
