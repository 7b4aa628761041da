import { TIMES } from '../../limits.ts'
import type { HostOfModel } from '../hosts/listing-store.ts'
import { INACTIVE_AFTER_MS } from '../hosts/machine.ts'
import type { Offer } from './price.ts'

/** What a model's hosts offer at a moment. */
export interface ModelMarket {
  /** The largest max_tokens among active hosts, else among listed ones, as GET /models says; undefined without one. */
  max_tokens: number | undefined
  /** Active hosts; when there is none, those that were active within the last 5 minutes. */
  offers: (Offer & { max_tokens: number })[]
}

/** Reads a model's market from its hosts; pure. `now` is wall time in ms. */
export function marketOf(hosts: readonly HostOfModel[], now: number): ModelMarket {
  const listed = hosts.filter((host) => host.status === 'active' || now - host.last_heartbeat_at < TIMES.listed_ms)
  const available = listed.filter((host) => host.available === 1)
  const serving = available.filter((host) => host.paused === 0)
  const active = serving.filter((host) => host.status === 'active')
  const lately = serving.filter((host) => now - host.last_heartbeat_at < INACTIVE_AFTER_MS + TIMES.quote_ms)
  const quoted = active.length > 0 ? active : lately
  const largest = quoted.length > 0 ? quoted : available
  return {
    max_tokens: largest.length > 0 ? Math.max(...largest.map((host) => host.max_tokens)) : undefined,
    offers: quoted.map((host) => ({
      price_nano: host.price_nano,
      max_tokens: host.max_tokens,
      proven: host.last_completed_at !== null && now - host.last_completed_at < TIMES.proven_ms,
    })),
  }
}
