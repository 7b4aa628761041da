const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const

/** `2026-11-20T12:00:00.000Z` as `3 minutes ago` for a person; a script gets the time itself. */
export function formatTime(timestamp: string, now: number): string {
  if (!process.stdout.isTTY) return timestamp
  const elapsed = Math.max(0, now - Date.parse(timestamp))
  for (const [unit, milliseconds] of UNITS) {
    const count = Math.floor(elapsed / milliseconds)
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'} ago`
  }
  return 'just now'
}

/** Seconds between two times, to a tenth, or undefined where one is missing. */
export function formatDuration(from: string | null, to: string | null): string | undefined {
  if (from === null || to === null) return undefined
  return `${((Date.parse(to) - Date.parse(from)) / 1000).toFixed(1)} s`
}
