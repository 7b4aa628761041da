import type { Fault } from './fault.ts'
import { ACCESS } from './faults/access.ts'
import { AGENT } from './faults/agent.ts'
import { CLAIMS } from './faults/claim.ts'
import { CLI } from './faults/cli.ts'
import { DOCUMENTS } from './faults/documents.ts'
import { ENGINES } from './faults/engine.ts'
import { ONCE_ONLY } from './faults/idempotency.ts'
import { JOBS } from './faults/jobs.ts'
import { LEDGER } from './faults/ledger.ts'
import { PAPERS } from './faults/papers.ts'
import { PRICES } from './faults/price.ts'
import { STORAGE } from './faults/storage.ts'
import { STREAMS } from './faults/streams.ts'
import { UPKEEP } from './faults/upkeep.ts'
import { WIRE } from './faults/wire.ts'

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
  ...WIRE,
  ...STORAGE,
  ...AGENT,
  ...ENGINES,
  ...CLI,
  ...DOCUMENTS,
  ...PAPERS,
]
