import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { parseCredits, wording } from '@mkt/schemas'
import { z } from 'zod'
import { isLoopback } from './accounts/address.ts'
import type { MailSettings } from './accounts/mail/mailer.ts'
import { type RiskPolicy, STANDARD_POLICY } from './documents/risk/policy/policy.ts'
import { BLOB_URLS, type BlobSettings, BlobsError, locateBlobs } from './documents/store/blob-location.ts'
import { DEFAULT_LIMITS, type Limits } from './limits.ts'
import { isRedisUrl, REDIS_URLS } from './live/redis/redis-url.ts'
import { readMail } from './mail-settings.ts'
import { type PaymentSettings, readPayments } from './payment-settings.ts'
import { PolicyError, readPolicy } from './risk-policy-file.ts'
import { OPTIONS, type ServeOption } from './serve-options.ts'
import { TRUST, type Trust } from './trust.ts'
import { readPrompts } from './verification-settings.ts'
import type { PrivateTargets } from './webhooks/targets.ts'

export const SERVICES = ['market', 'documents'] as const
export type Service = (typeof SERVICES)[number]

/** The configuration of `mkt-server serve`, from flags and MKT_* variables; frozen. */
export interface Config extends BlobSettings {
  data: string
  services: readonly Service[]
  databaseUrl: string | undefined
  /** What several servers share; undefined: this one is alone. */
  redisUrl: string | undefined
  host: string
  marketPort: number
  documentsPort: number
  marketUrl: string | undefined
  documentsUrl: string | undefined
  signupNano: bigint
  registration: 'open' | 'accounts'
  trustedProxies: number
  /** Nobody but this machine is served: a request for another name is none of its own. */
  forOneself: boolean
  trust: Trust
  unprovenLimitNano: bigint
  /** The most of what is sold that checks of hosts may cost; 0: there are none. */
  verifyShare: number
  verifyPrompts: readonly string[]
  /** Days after which prompts and texts of ended jobs are erased; 0 never. */
  retentionDays: number
  /** Days after which documents are erased; 0 never. */
  documentsRetentionDays: number
  /** When annotated reports are drawn. */
  documentsReports: 'when-read' | 'at-once'
  /** Threads that analyse documents. */
  documentsThreads: number
  riskPolicy: RiskPolicy
  /** Undefined: this server sells no credits. */
  payments: PaymentSettings | undefined
  /** Admins need a second factor. */
  adminFactor: boolean
  /** Undefined: this server sends no mail. */
  mail: MailSettings | undefined
  /** Addresses beside public ones to which users may have webhooks sent. */
  webhooksPrivate: PrivateTargets
  logLevel: string
  accessLog: boolean
  checkAnswers: boolean
  limits: Limits
}

export type Given = { [K in keyof typeof OPTIONS]?: string | undefined }

const port = z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535)
const count = z.coerce.number({ error: 'must be a whole number, 0 to 10' }).int().min(1)
const days = z.coerce.number({ error: 'must be a number of days, 0 to 36500' }).min(0).max(36_500)
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
  redisUrl: z
    .string()
    .refine(isRedisUrl, { error: `must be ${REDIS_URLS}` })
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
  trustedProxies: z.coerce.number({ error: 'must be a whole number, 0 to 10' }).int().min(0).max(10),
  trust: z.enum(TRUST, { error: 'must be strangers or own' }).optional(),
  unprovenPriceLimit: z.string().optional(),
  verifyShare: z.coerce.number({ error: 'must be a part of what is sold, 0 to 0.12' }).min(0).max(0.12),
  verifyPrompts: z.string().min(1).optional(),
  retentionDays: days,
  documentsRetentionDays: days,
  documentsThreads: count.max(256).optional(),
  documentsReports: z.enum(['when-read', 'at-once'], { error: 'must be when-read or at-once' }),
  riskPolicy: z.string().min(1).optional(),
  blobs: z
    .string()
    .refine((text) => isBlobUrl(text), { error: `must be ${BLOB_URLS}` })
    .optional(),
  blobsEndpoint: url,
  blobsRegion: z.string().min(1),
  webhooksPrivate: z.enum(['on', 'off'], { error: 'must be on or off' }).optional(),
  logLevel: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
    error: 'must be trace, debug, info, warn, error or silent',
  }),
  adminFactor: z.enum(['on', 'off'], { error: 'must be on or off' }).transform((text) => text === 'on'),
  accessLog: z.enum(['on', 'off'], { error: 'must be on or off' }).transform((text) => text === 'on'),
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
    Object.entries(OPTIONS).map(([name, option]: [string, ServeOption]) => [
      name,
      flags[name as keyof Given] ?? (env[option.variable] || undefined) ?? option.fallback,
    ]),
  )
  const faults: string[] = []
  const parsed = schema.safeParse(given, { error: wording })
  for (const issue of parsed.error?.issues ?? []) faults.push(faultOf(String(issue.path[0]), given, issue.message))
  const signupNano = readSignup(given, faults)
  const unprovenLimitNano = readCredits('unprovenPriceLimit', given.unprovenPriceLimit ?? '', faults)
  const verifyPrompts = readPrompts(given.verifyPrompts, faults)
  const riskPolicy = readRiskPolicy(given.riskPolicy, faults)
  const payments = readPayments(given, env, faults)
  const limits = readLimits(env, faults)
  const mail = readMail(env, faults)
  if (parsed.success) faults.push(...faultsOfSeveral(parsed.data))
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  const { data, signupCredits: _signup, unprovenPriceLimit: _limit, ...rest } = parsed.data
  return Object.freeze({
    ...rest,
    data: resolve(data),
    signupNano,
    unprovenLimitNano,
    verifyPrompts,
    limits,
    payments,
    mail,
    riskPolicy,
    databaseUrl: rest.databaseUrl,
    redisUrl: rest.redisUrl,
    marketUrl: rest.marketUrl,
    documentsUrl: rest.documentsUrl,
    documentsThreads: rest.documentsThreads ?? availableParallelism(),
    webhooksPrivate: privateTargets(rest),
    forOneself: isForOneself(rest),
    trust: rest.trust ?? (isForOneself(rest) ? 'own' : 'strangers'),
    blobs: rest.blobs,
    blobsEndpoint: rest.blobsEndpoint,
    checkAnswers: env.NODE_ENV === 'test',
  })
}

/** What several servers need beside Redis, since each may be asked for what came to another. */
function faultsOfSeveral({ redisUrl, databaseUrl, services, blobs }: z.output<typeof schema>): string[] {
  if (redisUrl === undefined) return []
  const faults: string[] = []
  const what = '--redis-url (MKT_REDIS_URL) is for several servers'
  if (!databaseUrl) faults.push(`${what} of one Postgres: name it with --database-url`)
  if (services.includes('documents') && !blobs)
    faults.push(`${what}: name with --blobs where all of them find the documents, or say --services market`)
  return faults
}

function readRiskPolicy(file: string | undefined, faults: string[]): RiskPolicy {
  try {
    return readPolicy(file)
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error
    faults.push(faultOf('riskPolicy', { riskPolicy: file }, error.message))
    return STANDARD_POLICY
  }
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
  const text = given.signupCredits ?? (isForOneself(given) ? '100' : '0')
  return readCredits('signupCredits', text, faults)
}

function readCredits(name: keyof typeof OPTIONS, text: string, faults: string[]): bigint {
  const nano = parseCredits(text)
  if (nano !== undefined && nano >= 0n) return nano
  faults.push(faultOf(name, { [name]: text }, 'must be a number of credits, 0 or more, with at most 9 decimals'))
  return 0n
}

/** Whoever tries things out on one machine is told there; a server that others reach must not be sent to its own network. */
function privateTargets(
  config: Reach & { webhooksPrivate?: 'on' | 'off' | undefined; trust?: Trust | undefined },
): PrivateTargets {
  if (config.webhooksPrivate === 'on') return 'networks'
  if (config.webhooksPrivate === 'off' || config.trust === 'strangers') return 'none'
  return isForOneself(config) ? 'loopback' : 'none'
}

interface Reach {
  host?: string | undefined
  trustedProxies?: string | number | undefined
  marketUrl?: string | undefined
  documentsUrl?: string | undefined
}

/**
 * Whether nobody but this machine is served. Listening on loopback does not say so: that is also how a server listens
 * behind a proxy. Trusted proxies or a public URL tell of one.
 */
function isForOneself({ host, trustedProxies, marketUrl, documentsUrl }: Reach): boolean {
  const named = [marketUrl, documentsUrl].flatMap((text) => (text === undefined ? [] : [hostnameOf(text)]))
  return Number(trustedProxies) === 0 && [host ?? '', ...named].every(isLoopbackName)
}

const hostnameOf = (text: string) => (URL.canParse(text) ? new URL(text).hostname.replace(/^\[(.*)\]$/, '$1') : text)
const isLoopbackName = (name: string) => name === 'localhost' || (isIP(name) !== 0 && isLoopback(name))

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
