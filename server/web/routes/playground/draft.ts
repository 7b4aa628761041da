import type { ToolCall } from '@mkt/schemas'
import { signal } from '@preact/signals'
import type { Asked } from './exchange.ts'

/** What is written and not sent: it outlives a look at another page. */
export interface Draft {
  text: string
  /** As data: URLs. */
  pictures: readonly string[]
  /** What the called tools gave, in the order of the calls. */
  results: readonly string[]
}

export const EMPTY: Draft = { text: '', pictures: [], results: [] }

export const draft = signal<Draft>(EMPTY)

export function write(part: Partial<Draft>): void {
  draft.value = { ...draft.value, ...part }
}

/** What sending it asks: what these calls gave where there are some, else the message. */
export function askedOf({ text, pictures, results }: Draft, calls: readonly ToolCall[]): Asked {
  if (calls.length === 0) return { question: text.trim(), pictures, results: [] }
  const given = calls.map(({ id, function: { name } }, at) => ({ id, name, text: results[at] ?? '' }))
  return { question: '', pictures: [], results: given }
}
