import { Cached } from '../base/cached.ts'
import { OpenCalls } from '../base/open-calls.ts'
import { TurnQueue } from '../base/turn-queue.ts'
import { type Live, memoryLive } from '../live/live.ts'
import { AliasBook } from './aliases/alias-book.ts'
import { resumeAttempt } from './attempts/open.ts'
import { textSoFar } from './attempts/text-so-far.ts'
import { Comebacks } from './broker/comebacks.ts'
import { ParkedPolls } from './broker/parked-polls.ts'
import { SharedWaiting } from './broker/shared-waiting.ts'
import { WarmHosts } from './broker/warm-hosts.ts'
import { UserChanges } from './changes/user-changes.ts'
import { OpenChannels } from './channel/open-channels.ts'
import type { Market } from './deps.ts'
import { SchemaThreads } from './formats/schema-checks.ts'
import { UnfitAllowance } from './formats/unfit-allowance.ts'
import { declareGauges } from './gauges.ts'
import { MOST_LISTED_MS, readListing } from './hosts/listing.ts'
import { JobFigures } from './job-figures.ts'
import { OfferBook } from './jobs/offer-book.ts'
import { QueueTime } from './jobs/queue-time.ts'
import { runningAttempts } from './jobs/store.ts'
import { ModelLabels } from './model-labels.ts'
import { readDetails } from './reports/model-detail.ts'

type Given = 'database' | 'clock' | 'ids' | 'bus' | 'log' | 'limits' | 'trust' | 'unprovenLimitNano' | 'meter'

/** The state that operations share. Attempts that ran when the server stopped go on: their hosts resend. */
export async function openMarket(
  options: Pick<Market, Given> & Partial<Pick<Market, 'mailer' | 'baseUrl' | 'leads'>> & { live?: Live | undefined },
): Promise<Market> {
  const { database, clock, ids, bus, log, limits, trust, unprovenLimitNano, meter, mailer, baseUrl } = options
  const live = options.live ?? memoryLive(clock)
  const { streams, rates } = live
  const shared = live.lines && { clock, bus, lines: live.lines, database, now: () => streams.now() }
  const waiting = shared ? new SharedWaiting(shared) : new ParkedPolls(bus, clock)
  for (const job of await runningAttempts(database))
    resumeAttempt({ streams, limits, trust }, { ...job, before: await textSoFar(database, job) })
  const offers = new OfferBook(database, clock, trust === 'strangers' ? options.unprovenLimitNano : undefined)
  const aliases = new AliasBook(database, clock)
  const comebacks = new Comebacks(clock, (hostId) => void waiting.wakeHost(hostId))
  const queueTime = new QueueTime(clock)
  const labels = await ModelLabels.open(database)
  const figures = new JobFigures(meter, labels)
  const [openCalls, channels] = [new OpenCalls(), new OpenChannels(() => clock.monotonic())]
  const listing = new Cached(
    clock,
    async () => {
      const read = await readListing(database, clock)
      return { value: read, rows: read.rows }
    },
    MOST_LISTED_MS,
  )
  const submissions = rates.buckets('submissions', {
    perSecond: limits.submissions_per_second,
    burst: limits.submission_burst,
  })
  const { leads = () => true } = options
  const schemaChecks = new SchemaThreads(() => clock.monotonic())
  const secret = ids.secret('')
  const warm = new WarmHosts(live.chains, (await live.agreed?.('prompt chains', secret)) ?? secret)
  const known = {
    changes: new UserChanges({ bus, clock, shared: shared !== undefined }),
    warm,
    figures,
    waiting,
    offers,
    aliases,
    comebacks,
    queueTime,
    openCalls,
    longBodies: new TurnQueue(),
    channels,
    submissions,
    listing,
    schemaChecks,
    unfit: new UnfitAllowance(clock),
  }
  const state = { ...live, leads, ...known }
  const settings = { limits, trust, unprovenLimitNano, mailer, ...(baseUrl ? { baseUrl } : {}) }
  const details = new Cached(clock, () => readDetails(market), MOST_LISTED_MS)
  const market: Market = { database, clock, ids, bus, log, meter, ...settings, ...state, details }
  declareGauges(meter, market, labels)
  return market
}
