/** So many jobs handed back, or lost, in ten minutes cost a host its success rate alone. */
export const FREE_HAND_BACKS = 3
export const HAND_BACKS_MS = 600_000

const FIRST_MS = 60_000
const LONGEST_MS = 3_600_000
/** A host that behaved for so long after it was held off begins anew. */
const FORGIVEN_MS = 3_600_000

/** As the host's row has it: the times of the last jobs that it handed back, and when it was held off for how long. */
export interface HoldOff {
  hand_backs_json: string | null
  held_off_at: number | null
  held_off_ms: number
}

/** Jobs handed back in the last ten minutes, at most one more than are free. Times are wall ms. Pure. */
export function recentHandBacks({ hand_backs_json }: Pick<HoldOff, 'hand_backs_json'>, now: number): number[] {
  const times = JSON.parse(hand_backs_json ?? '[]') as number[]
  // A clock that was set back must not make a hand-back count for as long as it has yet to catch up.
  return times.filter((at) => at <= now && now - at < HAND_BACKS_MS)
}

/** Until when a host gets no jobs because it handed back too many; undefined where it may have them. Pure. */
export function heldOffUntil(
  { held_off_at, held_off_ms }: Pick<HoldOff, 'held_off_at' | 'held_off_ms'>,
  now: number,
): number | undefined {
  if (held_off_at === null || held_off_at > now || held_off_at + held_off_ms <= now) return undefined
  return held_off_at + held_off_ms
}

/**
 * What one more job handed back makes of it: beyond the free ones the host is held off for 1, 2, 4 ... 60 minutes. What
 * it hands back while it is held off it had claimed before, and lengthens nothing. Pure.
 */
export function afterHandBack(before: HoldOff, now: number, free = FREE_HAND_BACKS): HoldOff {
  const times = [...recentHandBacks(before, now), now].slice(-FREE_HAND_BACKS - 1)
  const after = { ...before, hand_backs_json: JSON.stringify(times) }
  if (times.length <= free || heldOffUntil(before, now) !== undefined) return after
  const { held_off_at, held_off_ms } = before
  const again = held_off_at !== null && held_off_at <= now && now < held_off_at + held_off_ms + FORGIVEN_MS
  return { ...after, held_off_at: now, held_off_ms: again ? Math.min(LONGEST_MS, held_off_ms * 2) : FIRST_MS }
}

/** Whether a host that says that it is draining hands back at no cost from here on: once in ten minutes. Pure. */
export function drainsFree(
  { draining, drained_at }: { draining: number; drained_at: number | null },
  now: number,
): boolean {
  return draining === 1 || drained_at === null || drained_at > now || now - drained_at >= HAND_BACKS_MS
}
