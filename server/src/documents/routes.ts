import { documents as endpoints } from '@mkt/schemas'
import type { Clock } from '../base/clock.ts'
import { VERSION } from '../base/version.ts'
import type { Guard } from '../http/guard.ts'

export function documentRoutes(guard: Guard, clock: Clock): void {
  const start = clock.monotonic()
  guard.route(endpoints.health, async () => ({
    status: 'ok' as const,
    version: VERSION,
    uptime_seconds: Math.floor((clock.monotonic() - start) / 1000),
  }))
}
