import { isoTime } from '../base/clock.ts'
import type { Reader } from '../storage/database.ts'
import { allServers } from './server-store.ts'

/** Three signs missed; clocks of several machines are apart by less. */
const SILENT_MS = 60_000

const SERVICES = ['market', 'documents'] as const

/** The servers as operators see them. */
export async function describeServers(reader: Reader, now: number) {
  return (await allServers(reader)).map(({ started_at, signed_at, services, memory_bytes, ...server }) => ({
    ...server,
    services: SERVICES.filter((service) => services.split(',').includes(service)),
    status: now - signed_at > SILENT_MS ? ('silent' as const) : ('up' as const),
    started_at: isoTime(started_at),
    signed_at: isoTime(signed_at),
    memory_bytes: Number(memory_bytes),
  }))
}
