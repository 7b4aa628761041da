import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { parseCredits } from '@mkt/schemas'
import { z } from 'zod'
import { isLoopback } from './accounts/address.ts'
import { type BlobSettings, BlobsError, locateBlobs } from './documents/store/blob-location.ts'
import { DEFAULT_LIMITS, type Limits } from './limits.ts'

export const SERVICES = ['market', 'documents'] as const
export type Service = (typeof SERVICES)[number]

/** The configuration of `mkt-server serve`, from flags and MKT_* variables; frozen. */
export interface Config extends BlobSettings {
  data: string
  services: readonly Service[]
  databaseUrl: string | undefined
  host: string
  marketPort: number
  documentsPort: number
  marketUrl: string | undefined
  documentsUrl: string | undefined
  signupNano: bigint
  registration: 'open' | 'accounts'
  trustedProxies: number
  /** Days after which prompts and texts of ended jobs are erased; 0 never. */
  retentionDays: number
  /** Threads that analyse documents. */
  documentsThreads: number
  logLevel: string
  checkAnswers: boolean
  limits: Limits
}

export interface Option {
  flag: string
  variable: string
  help: string
  fallback?: string
}

/** Every setting of `serve`: its flag, its variable, what it means. */
export const OPTIONS = {
  data: { flag: '--data <dir>', variable: 'MKT_DATA', help: 'data directory, made when missing', fallback: 'data' },
  databaseUrl: {
    flag: '--database-url <url>',
    variable: 'MKT_DATABASE_URL',
    help: 'postgres:// URL; without it SQLite in the data directory',
  },
  services: {
    flag: '--services <names>',
    variable: 'MKT_SERVICES',
    help: 'which services to start: market, documents or both with a comma; the other opens no port',
    fallback: 'market,documents',
  },
  host: { flag: '--host <address>', variable: 'MKT_HOST', help: 'address to listen on', fallback: '127.0.0.1' },
  marketPort: {
    flag: '--market-port <n>',
    variable: 'MKT_MARKET_PORT',
    help: 'port of the marketplace, 0 for any free one',
    fallback: '8080',
  },
  documentsPort: {
    flag: '--documents-port <n>',
    variable: 'MKT_DOCUMENTS_PORT',
    help: 'port of the documents service',
    fallback: '8081',
  },
  marketUrl: { flag: '--market-url <url>', variable: 'MKT_MARKET_URL', help: 'public base URL of the marketplace' },
  documentsUrl: {
    flag: '--documents-url <url>',
    variable: 'MKT_DOCUMENTS_URL',
    help: 'public base URL of the documents service',
  },
  signupCredits: {
    flag: '--signup-credits <n>',
    variable: 'MKT_SIGNUP_CREDITS',
    help: 'credits for each new user (default 100 on loopback, else 0)',
  },
  registration: {
    flag: '--registration <who>',
    variable: 'MKT_REGISTRATION',
    help: 'who may register hosts: open or accounts',
    fallback: 'open',
  },
  trustedProxies: {
    flag: '--trusted-proxies <n>',
    variable: 'MKT_TRUSTED_PROXIES',
    help: 'proxies in front whose X-Forwarded-For, -Proto and -Host are believed',
    fallback: '0',
  },
  retentionDays: {
    flag: '--retention-days <n>',
    variable: 'MKT_RETENTION_DAYS',
    help: 'days after which prompts and texts of ended jobs are erased, 0 for never',
    fallback: '30',
  },
  documentsThreads: {
    flag: '--documents-threads <n>',
    variable: 'MKT_DOCUMENTS_THREADS',
    help: 'documents analysed at once, a thread each (default one for each core)',
  },
  blobs: {
    flag: '--blobs <url>',
    variable: 'MKT_BLOBS',
    help: 'where the files of documents lie: s3://bucket/prefix; without it in the data directory',
  },
  blobsEndpoint: {
    flag: '--blobs-endpoint <url>',
    variable: 'MKT_BLOBS_ENDPOINT',
    help: "URL of an S3 server that is not Amazon's",
  },
  blobsRegion: {
    flag: '--blobs-region <name>',
    variable: 'MKT_BLOBS_REGION',
    help: 'region of the bucket',
    fallback: 'us-east-1',
  },
  logLevel: {
    flag: '--log-level <level>',
    variable: 'MKT_LOG_LEVEL',
    help: 'trace, debug, info, warn, error or silent',
    fallback: 'info',
  },
} as const satisfies Record<string, Option>

export type Given = { [K in keyof typeof OPTIONS]?: string | undefined }

const port = z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535)
const count = z.coerce.number({ error: 'must be a whole number' }).int().min(1)
const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform((text) => text.replace(/\/+$/, ''))
  .optional()

const schema = z.object({
  data: z.string().min(1),
  databaseUrl: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://' })
    .optional(),
  services: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(SERVICES, { error: 'must be market, documents or market,documents' })).min(1)),
  host: z.string().min(1),
  marketPort: port,
  documentsPort: port,
  marketUrl: url,
  documentsUrl: url,
  signupCredits: z.string().optional(),
  registration: z.enum(['open', 'accounts'], { error: 'must be open or accounts' }),
  trustedProxies: z.coerce.number({ error: 'must be a whole number' }).int().min(0).max(10),
  retentionDays: z.coerce.number({ error: 'must be a number of days' }).min(0).max(36_500),
  documentsThreads: count.max(256).optional(),
  blobs: z
    .string()
    .refine((text) => isBlobUrl(text), { error: 'must be s3://bucket or s3://bucket/prefix' })
    .optional(),
  blobsEndpoint: url,
  blobsRegion: z.string().min(1),
  logLevel: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
    error: 'must be trace, debug, info, warn, error or silent',
  }),
})

/** Everything that is wrong with the configuration, a line each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  constructor(faults: string[]) {
    super(`the configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  }
}

/** Reads the configuration; a flag wins over its variable. Throws ConfigError with all faults at once. */
export function readConfig(flags: Given, env: NodeJS.ProcessEnv = process.env): Readonly<Config> {
  const given = Object.fromEntries(
    Object.entries(OPTIONS).map(([name, option]: [string, Option]) => [
      name,
      flags[name as keyof Given] ?? (env[option.variable] || undefined) ?? option.fallback,
    ]),
  )
  const faults: string[] = []
  const parsed = schema.safeParse(given)
  for (const issue of parsed.error?.issues ?? []) faults.push(faultOf(String(issue.path[0]), given, issue.message))
  const signupNano = readSignup(given, faults)
  const limits = readLimits(env, faults)
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  const { data, signupCredits: _signup, ...rest } = parsed.data
  return Object.freeze({
    ...rest,
    data: resolve(data),
    signupNano,
    limits,
    databaseUrl: rest.databaseUrl,
    marketUrl: rest.marketUrl,
    documentsUrl: rest.documentsUrl,
    documentsThreads: rest.documentsThreads ?? availableParallelism(),
    blobs: rest.blobs,
    blobsEndpoint: rest.blobsEndpoint,
    checkAnswers: env.NODE_ENV === 'test',
  })
}

function isBlobUrl(blobs: string): boolean {
  try {
    locateBlobs('', { blobs, blobsEndpoint: undefined, blobsRegion: '' })
    return true
  } catch (error) {
    if (error instanceof BlobsError) return false
    throw error
  }
}

function faultOf(name: string, given: Record<string, string | undefined>, message: string): string {
  const { flag, variable } = OPTIONS[name as keyof typeof OPTIONS]
  return `${flag.split(' ')[0]} (${variable}) is ${JSON.stringify(given[name] ?? '')}: ${message}`
}

/** Free credits are for trying things out on one's own machine; a server that others reach gives none unless told. */
function readSignup(given: Record<string, string | undefined>, faults: string[]): bigint {
  const text = given.signupCredits ?? (isLoopback(given.host ?? '') || given.host === 'localhost' ? '100' : '0')
  const nano = parseCredits(text)
  if (nano !== undefined && nano >= 0n) return nano
  faults.push(faultOf('signupCredits', given, 'must be a number of credits, 0 or more, with at most 9 decimals'))
  return 0n
}

function readLimits(env: NodeJS.ProcessEnv, faults: string[]): Limits {
  const limits = { ...DEFAULT_LIMITS }
  for (const name of Object.keys(limits) as (keyof Limits)[]) {
    const variable = `MKT_LIMIT_${name.toUpperCase()}`
    const text = env[variable]
    if (text === undefined || text === '') continue
    const parsed = count.safeParse(text)
    if (parsed.success) limits[name] = parsed.data
    else faults.push(`${variable} is ${JSON.stringify(text)}: must be a whole number, 1 or more`)
  }
  return limits
}
