import { createLog } from './base/log.ts'
import { type Given, readConfig, type Service } from './config.ts'
import type { Limits } from './limits.ts'
import { serve } from './serve.ts'
import type { Trust } from './trust.ts'

export { ConfigError } from './config.ts'
export type { Limits, Service, Trust }

/** As the flags of `mkt-server serve`; what is left out has the default that `serve --help` names. */
export interface ServerOptions {
  /** Directory of all that the server keeps, made when missing. One server at a time holds it, or one for each service. */
  data: string
  /** `postgres://...`; without it SQLite in the data directory. */
  databaseUrl?: string
  /** The services to start; the other opens no port. Default: both. */
  services?: readonly Service[]
  /** Address to listen on. */
  host?: string
  /** 0 for any free port. */
  marketPort?: number
  documentsPort?: number
  /** Public base URLs, where they are not the address listened on. */
  marketUrl?: string
  documentsUrl?: string
  /** Credits for each new user, with at most 9 decimals, as text. */
  signupCredits?: string
  registration?: 'open' | 'accounts'
  trustedProxies?: number
  /** Whose hosts and buyers these are. Default: `own` where only this machine is served, else `strangers`. */
  trust?: Trust
  retentionDays?: number
  /** Days after which documents are erased, files included. Default: 0, never. */
  documentsRetentionDays?: number
  documentsThreads?: number
  /** When annotated reports are drawn. Default: when-read. */
  documentsReports?: 'when-read' | 'at-once'
  /** `s3://bucket/prefix`; without it the documents' files lie in the data directory. */
  blobs?: string
  blobsEndpoint?: string
  blobsRegion?: string
  /** JSON lines on standard error. Default: warn. */
  logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Limits other than their defaults, each a whole number of 1 or more. */
  limits?: Partial<Limits>
  /**
   * Another server took the database while the connection to Postgres was lost: this process must end at once, without
   * `stop`. Default: an error is thrown that nobody can catch.
   */
  onLost?: () => void
}

export interface RunningServer {
  /** Where the services are reached; undefined for one that was not started. */
  readonly marketUrl: string | undefined
  readonly documentsUrl: string | undefined
  /** Stops taking requests, lets those in progress end (10 s at most), closes the database. */
  stop(): Promise<void>
}

/**
 * Starts the server in this process, as `mkt-server serve` does in its own; environment variables are not read, and
 * signals are the caller's. Files get the process's umask: the program sets 077. Rejects with ConfigError (all that
 * is wrong with the options), or with an error whose message says what stands in the way: a port in use, a data
 * directory that another server holds, a database that cannot be reached.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { limits = {}, onLost = failLoudly, logLevel = 'warn', ...rest } = options
  const variables = Object.entries(limits).map(([name, value]) => [`MKT_LIMIT_${name.toUpperCase()}`, String(value)])
  const config = readConfig(asFlags({ ...rest, logLevel }), Object.fromEntries(variables))
  const { marketUrl, documentsUrl, stop } = await serve(config, createLog(config.logLevel), onLost)
  return { marketUrl, documentsUrl, stop }
}

/** The options as the command line would give them, so that one place reads and checks both. */
function asFlags(options: Omit<ServerOptions, 'limits' | 'onLost'>): Given {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

function failLoudly(): void {
  setImmediate(() => {
    throw new Error('another mkt-server took the database while the connection to it was lost')
  })
}
