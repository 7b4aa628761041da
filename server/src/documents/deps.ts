import type { RateLimit } from '../accounts/rate-limits.ts'
import type { Clock } from '../base/clock.ts'
import type { Ids } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { Meter } from '../base/meter.ts'
import type { Bus } from '../bus/bus.ts'
import type { Limits } from '../limits.ts'
import type { Database } from '../storage/database.ts'
import type { Analyst } from './analyst.ts'
import type { DocumentFigures } from './document-figures.ts'
import type { RiskPolicy } from './risk/policy/policy.ts'
import type { Archive } from './store/archive.ts'
import type { Blobs } from './store/blobs.ts'
import type { Seats } from './threads/seats.ts'

/**
 * When annotated reports are drawn: once they are read, or with each analysis, as versions before this one do, which
 * can read no others.
 */
export type ReportMoment = 'when-read' | 'at-once'

/** What the operations of the documents service work with; compose.ts builds it once. */
export interface Documents {
  database: Database
  clock: Clock
  ids: Ids
  bus: Bus
  log: Log
  meter: Meter
  figures: DocumentFigures
  limits: Limits
  blobs: Blobs
  archive: Archive
  analyst: Analyst
  seats: Seats
  /** Of reports that are drawn: they do not wait for analyses. */
  reportSeats: Seats
  /** Of first pages that are drawn small. */
  thumbnailSeats: Seats
  /** When a report is drawn. */
  reports: ReportMoment
  policy: RiskPolicy
  /** Days after which documents are erased; 0 never. */
  retentionDays: number
  /** Analyses a user may ask for in an hour. */
  rate: RateLimit
  /** Reports that are drawn for a user in an hour: as many. */
  reportRate: RateLimit
  /** Folder where uploads lie while they are worked on. */
  uploads: string
}
