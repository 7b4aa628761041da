import { DAY_MS, dayOf } from '../clock.ts'

/** All UTC days from the first on, the last excluded. */
export function daysOf(from: string, to: string): string[] {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
  return Array.from({ length: count }, (_, n) => dayOf(Date.parse(from) + n * DAY_MS))
}
