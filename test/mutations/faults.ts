import type { Fault } from './fault.ts'
import { ACCESS } from './faults/access.ts'
import { AGENT } from './faults/agent.ts'
import { BILLING } from './faults/billing.ts'
import { CHANNELS } from './faults/channel.ts'
import { CLAIMS } from './faults/claim.ts'
import { CLI } from './faults/cli.ts'
import { CONTINUATIONS } from './faults/continued.ts'
import { DOCUMENTS } from './faults/documents.ts'
import { ENGINES } from './faults/engine.ts'
import { FORMS } from './faults/formats.ts'
import { ONCE_ONLY } from './faults/idempotency.ts'
import { INPUT_PRICES } from './faults/input-price.ts'
import { JOBS } from './faults/jobs.ts'
import { LEDGER } from './faults/ledger.ts'
import { OPERATORS } from './faults/operators.ts'
import { PACKAGES } from './faults/packages.ts'
import { PAPERS } from './faults/papers.ts'
import { PRICES } from './faults/price.ts'
import { RIGHTS } from './faults/rights.ts'
import { SERVERS } from './faults/servers.ts'
import { STORAGE } from './faults/storage.ts'
import { STREAMS } from './faults/streams.ts'
import { UPKEEP } from './faults/upkeep.ts'
import { VERIFICATION } from './faults/verification.ts'
import { WEBHOOKS } from './faults/webhooks.ts'
import { WIRE } from './faults/wire.ts'

/** Every declared fault, by area. */
export const FAULTS: readonly Fault[] = [
  ...LEDGER,
  ...BILLING,
  ...PRICES,
  ...INPUT_PRICES,
  ...JOBS,
  ...CONTINUATIONS,
  ...FORMS,
  ...CLAIMS,
  ...STREAMS,
  ...CHANNELS,
  ...SERVERS,
  ...UPKEEP,
  ...WEBHOOKS,
  ...ONCE_ONLY,
  ...ACCESS,
  ...WIRE,
  ...RIGHTS,
  ...STORAGE,
  ...OPERATORS,
  ...AGENT,
  ...ENGINES,
  ...CLI,
  ...DOCUMENTS,
  ...PACKAGES,
  ...PAPERS,
  ...VERIFICATION,
]
