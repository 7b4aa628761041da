const DAY_MS = 86_400_000

/** Days from one ISO date to another; NaN where one of them cannot be read. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}
