import { join } from 'node:path'
import type { Middleware } from 'koa'
import { authenticate } from '../accounts/authenticate.ts'
import { credentialUse } from '../accounts/credential-use.ts'
import { hourlyLimit } from '../accounts/rate-limits.ts'
import { watchUsersOut } from '../accounts/shut-out-watch.ts'
import type { Clock } from '../base/clock.ts'
import type { Ids } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { Meter } from '../base/meter.ts'
import { OpenCalls } from '../base/open-calls.ts'
import type { Bus } from '../bus/bus.ts'
import { createApp } from '../http/app.ts'
import { baseUrlFor } from '../http/base-url.ts'
import { bodyParser } from '../http/body.ts'
import { docsFiles } from '../http/docs-page.ts'
import { userByDoor } from '../http/documents-door.ts'
import { documentsErrorForm } from '../http/error-form.ts'
import { createGuard, STOPPING } from '../http/guard.ts'
import { discardUnread } from '../http/unread-body.ts'
import type { Limits } from '../limits.ts'
import type { RateLimits } from '../live/rate-limits.ts'
import type { Database } from '../storage/database.ts'
import type { Analyst } from './analyst.ts'
import type { Documents, ReportMoment } from './deps.ts'
import { DocumentFigures } from './document-figures.ts'
import { openUploadFolder } from './intake/upload-folder.ts'
import { ReaderProcesses, type ReaderProcessesOptions } from './process/reader-processes.ts'
import { type RiskPolicy, STANDARD_POLICY } from './risk/policy/policy.ts'
import { analysisRoute } from './routes/analysis.ts'
import { documentRoutes } from './routes/documents.ts'
import { openRoutes } from './routes/open.ts'
import { typeRoutes } from './routes/own-types.ts'
import { reviewRoutes } from './routes/review.ts'
import { taskRoutes } from './routes/tasks.ts'
import type { Archive } from './store/archive.ts'
import type { Blobs } from './store/blobs.ts'
import { documentTotal } from './store/document-store.ts'
import { TaskRunner } from './tasks/task-runner.ts'
import { Seats } from './threads/seats.ts'

export interface DocumentsOptions {
  database: Database
  clock: Clock
  ids: Ids
  bus: Bus
  log: Log
  meter: Meter
  limits: Limits
  rates: RateLimits
  blobs: Blobs
  archive: Archive
  /** The data directory; uploads lie in a folder of it. */
  data: string
  /** Documents that are analysed at once. */
  threads: number
  /** What analyses them; processes of their own when not given. */
  analystOf?: (options: ReaderProcessesOptions) => Analyst
  /** What gives the level of risk; the standard policy when not given. */
  policy?: RiskPolicy
  /** No other server works on the documents of this database; so it is when not said. */
  alone?: boolean
  /** Days after which documents are erased; never when not given. */
  retentionDays?: number
  /** When reports are drawn; when they are read where that is not said. */
  reports?: ReportMoment
  /** The public URL as configured, and the one that the server listens on. */
  configuredUrl: string | undefined
  listeningUrl: string
  checkAnswers: boolean
  trustedProxies: number
  /** Writes a line at info for each request. */
  accessLog?: boolean
}

const DRAIN_MS = 8000

const CHANGE_BYTES = 65_536
const readJson = bodyParser({ limitBytes: CHANGE_BYTES })

/** What is put beside a document is JSON; what is posted is a file, which its operation reads itself. */
const changes: Middleware = (ctx, next) =>
  ctx.method === 'PATCH' || ctx.method === 'PUT' || ctx.path.startsWith('/document-types')
    ? readJson(ctx, next)
    : next()

/** Builds the documents service once: its threads, its operations' dependencies, its HTTP application. */
export async function composeDocuments(options: DocumentsOptions) {
  const { database, clock, ids, log, meter, trustedProxies, configuredUrl, listeningUrl } = options
  const documents = await openDocuments(options)
  const runner = new TaskRunner(documents, { threads: options.threads, alone: options.alone ?? true })
  const stopping = new AbortController()
  const used = credentialUse(options)
  const openCalls = new OpenCalls()
  const stopWatching = watchUsersOut({ database, clock, log, openCalls })
  const app = createApp({
    log,
    ids,
    meter,
    accessLog: options.accessLog,
    bodies: [discardUnread(clock), changes],
    errorForm: documentsErrorForm,
    trustedProxies,
    routes(router) {
      const guard = createGuard({
        router,
        checkAnswers: options.checkAnswers,
        stopping: stopping.signal,
        openCalls,
        // A password opens nothing here, so it is not even tried.
        authenticate: (header, address) => authenticate({ database, clock, login: undefined, used }, header, address),
        signedIn: async ({ req }) => {
          const user = userByDoor(req)
          return user && { kind: 'documents', user }
        },
      })
      const baseUrlOf = baseUrlFor({ configured: configuredUrl, listening: listeningUrl, trustedProxies })
      openRoutes(guard, documents)
      docsFiles(router)
      analysisRoute(guard, documents, { baseUrlOf, runner })
      taskRoutes(guard, documents, runner)
      documentRoutes(guard, documents)
      reviewRoutes(guard, documents)
      typeRoutes(guard, documents)
    },
  })
  await runner.start()
  return {
    app,
    documents,
    /** Documents in work get some time to their end; who waits is told to come again. */
    async stop() {
      await runner.stop(STOPPING)
      const patience = new Promise<void>((resolve) => clock.timer(DRAIN_MS, resolve))
      const idle = [documents.seats, documents.reportSeats, documents.thumbnailSeats].map((seats) =>
        seats.close(STOPPING),
      )
      await Promise.race([Promise.all(idle), patience])
      stopping.abort()
      await stopWatching()
      await documents.analyst.stop()
    },
  }
}

async function openDocuments(options: DocumentsOptions): Promise<Documents> {
  const { database, clock, ids, bus, log, meter, limits, blobs, archive } = options
  const { rates, threads, policy = STANDARD_POLICY, retentionDays = 0, reports = 'when-read' } = options
  const uploads = join(options.data, 'uploads')
  await openUploadFolder(uploads)
  const { document_seconds: seconds, document_page_ms: msOfPage, document_memory_mb: memory } = limits
  const settings = { seconds, msOfPage, secondsOfPage: limits.document_ocr_page_seconds, memory }
  const { analystOf = (readers) => new ReaderProcesses(readers) } = options
  const analyst = analystOf({ clock, log, settings })
  const room = {
    ...{ queue: limits.documents_queued, perUser: limits.documents_at_once },
    clock,
  }
  const seats = new Seats({ seats: threads, ...room })
  const reportSeats = new Seats({ seats: Math.ceil(threads / 2), what: 'reports being drawn', ...room })
  // One at a time: each at once is a process of its own, and lists can wait.
  const thumbnailSeats = new Seats({ seats: 1, what: 'first pages being drawn', ...room })
  const rate = hourlyLimit(rates, limits.documents_per_hour, 'documents of yours')
  const reportRate = hourlyLimit(rates, limits.documents_per_hour, 'reports of yours')
  meter.gauge('mkt_documents_waiting', 'Documents that are received or wait for their turn', async () => seats.waiting)
  meter.gauge('mkt_documents_working', 'Documents that are analysed at this moment', async () => seats.working)
  meter.gauge('mkt_documents_threads', 'Documents that can be analysed at once', async () => threads)
  meter.gauge('mkt_documents_kept', 'Documents of all users', () => documentTotal(database))
  const figures = new DocumentFigures(meter, clock)
  const kept = { database, clock, ids, bus, log, meter, limits, blobs, archive }
  const drawing = { reportSeats, reportRate, thumbnailSeats, reports }
  return { ...kept, ...drawing, figures, analyst, seats, rate, uploads, policy, retentionDays }
}
