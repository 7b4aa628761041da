import type { Fault } from './fault.ts'
import { ACCESS } from './faults/access.ts'
import { CLAIMS } from './faults/claim.ts'
import { ONCE_ONLY } from './faults/idempotency.ts'
import { JOBS } from './faults/jobs.ts'
import { LEDGER } from './faults/ledger.ts'
import { PRICES } from './faults/price.ts'
import { STREAMS } from './faults/streams.ts'
import { UPKEEP } from './faults/upkeep.ts'

/** Every declared fault, by area. */
export const FAULTS: readonly Fault[] = [
  ...LEDGER,
  ...PRICES,
  ...JOBS,
  ...CLAIMS,
  ...STREAMS,
  ...UPKEEP,
  ...ONCE_ONLY,
  ...ACCESS,
]
