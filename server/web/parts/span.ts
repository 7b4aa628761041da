const MINUTE_S = 60
const HOUR_S = 3600

/** Less than what a person would call waiting, in milliseconds. */
export const UNNOTICED_MS = 100

/** How long something took: `< 0.1 s`, `0.8 s`, `12 s`, `3 min 20 s`, `2 h 5 min`. */
export function spanText(ms: number): string {
  if (ms < UNNOTICED_MS) return '< 0.1 s'
  const seconds = ms / 1000
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`
  const whole = Math.round(seconds)
  if (whole < MINUTE_S) return `${whole} s`
  if (whole < HOUR_S) return `${Math.floor(whole / MINUTE_S)} min ${whole % MINUTE_S} s`
  const minutes = Math.round(seconds / MINUTE_S)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
