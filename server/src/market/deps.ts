import type { Mailer } from '../accounts/mail/mailer.ts'
import type { Cached } from '../base/cached.ts'
import type { Clock } from '../base/clock.ts'
import type { Ids } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { Meter } from '../base/meter.ts'
import type { OpenCalls } from '../base/open-calls.ts'
import type { TurnQueue } from '../base/turn-queue.ts'
import type { Bus } from '../bus/bus.ts'
import type { Limits } from '../limits.ts'
import type { Liveness } from '../live/liveness.ts'
import type { Buckets, RateLimits } from '../live/rate-limits.ts'
import type { LiveStreams } from '../live/streams.ts'
import type { Database } from '../storage/database.ts'
import type { Trust } from '../trust.ts'
import type { AliasBook } from './aliases/alias-book.ts'
import type { Comebacks } from './broker/comebacks.ts'
import type { Waiting } from './broker/waiting.ts'
import type { WarmHosts } from './broker/warm-hosts.ts'
import type { UserChanges } from './changes/user-changes.ts'
import type { OpenChannels } from './channel/open-channels.ts'
import type { SchemaChecks } from './formats/schema-checks.ts'
import type { UnfitAllowance } from './formats/unfit-allowance.ts'
import type { MarketListing } from './hosts/listing.ts'
import type { Listing } from './hosts/listing-page.ts'
import type { JobFigures } from './job-figures.ts'
import type { OfferBook } from './jobs/offer-book.ts'
import type { QueueTime } from './jobs/queue-time.ts'

/** What the operations of the market work with; compose.ts builds it once, the simulator in its own way. */
export interface Market {
  database: Database
  clock: Clock
  ids: Ids
  bus: Bus
  log: Log
  limits: Limits
  trust: Trust
  /** With strangers: the most that a job may cost a token while no host of the model is proven. */
  unprovenLimitNano: bigint
  meter: Meter
  figures: JobFigures
  streams: LiveStreams
  liveness: Liveness
  /** Whether what servers share cannot be reached at this moment. */
  away: () => boolean
  /** Whether this server does what one of several has to. */
  leads: () => boolean
  waiting: Waiting
  warm: WarmHosts
  offers: OfferBook
  aliases: AliasBook
  comebacks: Comebacks
  queueTime: QueueTime
  /** Of buyers, for answers that must fit them. */
  schemaChecks: SchemaChecks
  /** How many answers that do not fit are for nothing. */
  unfit: UnfitAllowance
  /** Of each user. */
  submissions: Buckets
  rates: RateLimits
  /** What anyone may list. */
  listing: Cached<MarketListing>
  /** The models with all that is known of them. */
  details: Cached<Listing>
  openCalls: OpenCalls
  /** Bodies and frames that take time to understand, one a turn of the event loop. */
  longBodies: TurnQueue
  /** Who looks at their own lists. */
  changes: UserChanges
  channels: OpenChannels
  /** Undefined: this server sends no mail. */
  mailer?: Mailer | undefined
  /** The public URL of the market, which mails name. */
  baseUrl?: string
}
