import type { Clock } from '../base/clock.ts'
import type { Ids } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { Meter } from '../base/meter.ts'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../storage/database.ts'
import type { TargetPolicy } from './targets.ts'

/** What the operations of webhooks work with; serve.ts builds it once for both services. */
export interface Webhooks {
  database: Database
  clock: Clock
  ids: Ids
  bus: Bus
  log: Log
  meter: Meter
  /** Where webhooks may go. */
  targets: TargetPolicy
}
