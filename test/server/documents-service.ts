import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Analysis, AnalysisProgress } from '@mkt/schemas'
import { issueSecret } from '../../server/src/accounts/issue-secret.ts'
import { createUser } from '../../server/src/accounts/sign-up.ts'
import { userByName } from '../../server/src/accounts/user-store.ts'
import { type Clock, systemClock } from '../../server/src/base/clock.ts'
import { createIds } from '../../server/src/base/ids.ts'
import { createLog } from '../../server/src/base/log.ts'
import { Meter } from '../../server/src/base/meter.ts'
import { createInProcessBus } from '../../server/src/bus/in-process.ts'
import { composeDocuments, type DocumentsOptions } from '../../server/src/documents/compose.ts'
import { Archive } from '../../server/src/documents/store/archive.ts'
import { type BlobLocation, locateBlobs } from '../../server/src/documents/store/blob-location.ts'
import { openBlobs } from '../../server/src/documents/store/blobs.ts'
import { documentsErrorForm } from '../../server/src/http/error-form.ts'
import { createListener } from '../../server/src/http/listener.ts'
import { DEFAULT_LIMITS, type Limits } from '../../server/src/limits.ts'
import { memoryRateLimits } from '../../server/src/live/memory-rate-limits.ts'
import { openDatabase } from '../../server/src/storage/location.ts'
import type { Location } from '../../server/src/storage/migrate.ts'
import { bringUpToDate } from './current-schema.ts'
import { inProcessAnalyst } from './in-process-analyst.ts'

export interface DocumentsServiceOptions {
  clock?: Clock
  /** An existing data directory; a new temporary one when not given. */
  data?: string
  /** SQLite in the data directory when not given. */
  location?: Location
  blobs?: BlobLocation
  limits?: Partial<Limits>
  threads?: number
  /** What analyses; threads of this process when not given. */
  analystOf?: DocumentsOptions['analystOf']
  trustedProxies?: number
  retentionDays?: number
  reports?: DocumentsOptions['reports']
  configuredUrl?: string
}

const CUT_MS = 500

/** The documents service in this process behind a real socket, every answer checked against the contract. */
export async function startDocuments(options: DocumentsServiceOptions = {}) {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'mkt-documents-'))
  const location = options.location ?? { sqlite: join(data, 'mkt.db') }
  await bringUpToDate(location)
  const database = openDatabase(location)
  const clock = options.clock ?? systemClock
  const ids = createIds(clock)
  const log = createLog(process.env.TEST_LOG ?? 'silent')
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const listener = createListener({ ...limits, request_seconds: limits.upload_seconds }, documentsErrorForm)
  const { server } = listener
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { blobs: undefined, blobsEndpoint: undefined, blobsRegion: 'us-east-1' }
  const blobs = await openBlobs(options.blobs ?? locateBlobs(data, settings))
  const archive = new Archive({ database, blobs, clock, log })
  await archive.sweep()
  const meter = new Meter()
  const { threads = 2 } = options
  const bus = createInProcessBus()
  const composed = await composeDocuments({
    database,
    clock,
    ids,
    bus,
    log,
    meter,
    blobs,
    archive,
    data,
    limits,
    rates: memoryRateLimits(clock),
    threads,
    analystOf: options.analystOf ?? ((readers) => inProcessAnalyst(readers, threads)),
    ...(options.retentionDays === undefined ? {} : { retentionDays: options.retentionDays }),
    ...(options.reports === undefined ? {} : { reports: options.reports }),
    configuredUrl: options.configuredUrl,
    listeningUrl: url,
    checkAnswers: true,
    trustedProxies: options.trustedProxies ?? 0,
  })
  listener.answerWith(composed.app.callback(), { asksForBodies: true })

  return {
    url,
    data,
    database,
    archive,
    /** The same archive by another clock. */
    archiveAt: (other: Clock) => new Archive({ database, blobs, clock: other, log }),
    blobs,
    clock,
    ids,
    meter,
    documents: composed.documents,
    /** Connections that the server holds at this moment. */
    connections: () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    /** Files that uploads have left, at this moment. */
    uploads: () => readdirSync(join(data, 'uploads')),
    /** A user with a key; the same user again gets another key. */
    async user(username: string) {
      const form = { username, email: `${username}@example.com`, password_hash: 'none', role: 'user' as const }
      return await database.transaction(async (tx) => {
        const deps = { database, clock, ids, welcome: async () => undefined }
        const user = (await userByName(tx, username)) ?? (await createUser(tx, deps, form))
        const { secret } = await issueSecret(tx, deps, { kind: 'documents', subject_id: user.user_id, name: 'test' })
        return { user_id: user.user_id, key: secret, authorization: `Bearer ${secret}` }
      })
    },
    /** Stops; with `keep` the data stays for a next start. */
    async stop({ keep = false } = {}) {
      await composed.stop()
      // An answer that is on its way gets to its end.
      const cut = setTimeout(() => server.closeAllConnections(), CUT_MS)
      await new Promise((resolve) => server.close(resolve))
      clearTimeout(cut)
      await database.close()
      if (!keep) rmSync(data, { recursive: true, force: true })
    },
  }
}

export type DocumentsService = Awaited<ReturnType<typeof startDocuments>>
export type DocumentsUser = Awaited<ReturnType<DocumentsService['user']>>

export interface Posted {
  as?: string
  name?: string
  fields?: Record<string, string>
  query?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** POST /analyze-tax-slip with a file. */
export async function post(url: string, file: Uint8Array, options: Posted = {}): Promise<Response> {
  const { as, name = 'slip.pdf', fields = {}, query = '', headers = {}, signal } = options
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([file as Uint8Array<ArrayBuffer>]), name)
  return await fetch(`${url}/analyze-tax-slip${query}`, {
    method: 'POST',
    body: form,
    headers: { ...headers, ...(as === undefined ? {} : { authorization: as }) },
    ...(signal ? { signal } : {}),
  })
}

/** The analysis of a file that must succeed. */
export async function analyzed(url: string, file: Uint8Array, options: Posted): Promise<Analysis> {
  const response = await post(url, file, options)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${response.status} ${text}`)
  return JSON.parse(text) as Analysis
}

export type DocumentEvent =
  | { event: 'progress'; data: AnalysisProgress }
  | { event: 'result'; data: Analysis }
  | { event: 'error'; data: { error: string } }

/** The events of an analysis as they come. */
export async function* events(response: Response): AsyncGenerator<DocumentEvent> {
  let text = ''
  for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(
    new TextDecoderStream() as never,
  )) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/s.exec(text.slice(0, end)) ?? []
      text = text.slice(end + 2)
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) } as DocumentEvent
    }
  }
}
