import { isoTime } from '../../base/clock.ts'

const DAY_MS = 86_400_000

/** When a document that was made then (wall ms) is erased; undefined where only its owner erases it. */
export function endOf(createdAt: number, days: number): string | undefined {
  return days === 0 ? undefined : isoTime(createdAt + days * DAY_MS)
}

/**
 * An analysis' text with the moment of its erasure. That is no part of what is kept: an operator who changes the time
 * changes it for the documents that are there.
 */
export function withEnd(text: string, createdAt: number, days: number): string {
  const erased_after = endOf(createdAt, days)
  return erased_after === undefined ? text : `${text.slice(0, -1)},"erased_after":${JSON.stringify(erased_after)}}`
}
