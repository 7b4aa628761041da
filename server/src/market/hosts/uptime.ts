import type { HostRow } from './store.ts'

/** What is this long ago counts a third. */
const LIFE_MS = 30 * 86_400_000

export type Silences = Pick<HostRow, 'registered_at' | 'down_since' | 'down_ms' | 'down_at'>

/** The silences of before as they count at a moment. Pure. */
function faded({ down_ms, down_at }: Silences, now: number): number {
  return Number(down_ms) * Math.exp(-Math.max(0, now - Number(down_at)) / LIFE_MS)
}

/** All silences with the one that ends now. Pure. */
export function withSilence(host: Silences, now: number): { down_ms: number; down_at: number } {
  const last = host.down_since === null ? 0 : Math.max(0, now - Number(host.down_since))
  return { down_ms: Math.round(faded(host, now) + last), down_at: now }
}

/**
 * Of the time that a host was to be there the part in which it did not fall silent without goodbye, lately about: of
 * a month, or since it registered. Who says that it stops is not down: buyers lose nothing by that. Pure.
 */
export function uptimeOf(host: Silences, now: number): number {
  const age = Math.max(1, now - Number(host.registered_at))
  // What a host that was silent all the while would come to.
  const most = LIFE_MS * (1 - Math.exp(-age / LIFE_MS))
  return Math.max(0, 1 - withSilence(host, now).down_ms / Math.max(1, most))
}

/** As it is told: to a thousandth. Pure. */
export const roundedUptime = (host: Silences, now: number) => Math.round(uptimeOf(host, now) * 1000) / 1000
