import type { Field } from './model/findings.ts'
import type { FieldDoubt } from './threads/work.ts'

/** What is said beside a value for which recognition's characters were mended; nothing is beside any other. */
export function doubtOf({ printed, words }: Field): { doubt?: FieldDoubt } {
  if (!words.some(({ readings }) => readings)) return {}
  const read = words.map(({ text, readings }) => readings?.join(' ') ?? text).join(' ')
  return { doubt: { printed, readings: [read] } }
}
