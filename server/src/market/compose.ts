import { type Endpoint, market as endpoints } from '@mkt/schemas'
import type { Context } from 'koa'
import {
  type AuthenticateDeps,
  authenticate,
  BY_PASSWORD,
  type Login,
  type Principal,
  type User,
} from '../accounts/authenticate.ts'
import { credentialUse } from '../accounts/credential-use.ts'
import type { Mailer } from '../accounts/mail/mailer.ts'
import { type PostDeps, tellPasskeyChanged, tellPasswordChanged, welcomeByMail } from '../accounts/mail/post.ts'
import type { AccountClosing } from '../accounts/own-account.ts'
import type { PasskeyDeps } from '../accounts/passkeys/deps.ts'
import { relyingPartyOf } from '../accounts/passkeys/relying-party.ts'
import type { Derive } from '../accounts/passwords.ts'
import { hourlyLimit } from '../accounts/rate-limits.ts'
import { HOST_PROOF_MS, RememberedHosts } from '../accounts/remembered-hosts.ts'
import type { Seals } from '../accounts/second-factor/seals.ts'
import { type SessionDeps, signedIn } from '../accounts/sessions/sessions.ts'
import type { Clock } from '../base/clock.ts'
import type { Ids } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { Meter } from '../base/meter.ts'
import type { Bus } from '../bus/bus.ts'
import { createApp } from '../http/app.ts'
import { type BodyRules, bodyParser } from '../http/body.ts'
import { crowdedLogins } from '../http/crowded-logins.ts'
import { docsFiles } from '../http/docs-page.ts'
import { marketErrorForm } from '../http/error-form.ts'
import { createGuard, type Guard, type GuardOptions } from '../http/guard.ts'
import { LargeBodies } from '../http/large-bodies.ts'
import { oneATurn, triesPassword } from '../http/one-a-turn.ts'
import { pages } from '../http/pages.ts'
import { sentBy } from '../http/session-cookie.ts'
import { discardUnread } from '../http/unread-body.ts'
import type { Limits } from '../limits.ts'
import type { Live } from '../live/live.ts'
import type { Database } from '../storage/database.ts'
import type { Trust } from '../trust.ts'
import type { Webhooks } from '../webhooks/deps.ts'
import { webhooksFarewell } from '../webhooks/registrations.ts'
import { admit } from './admit.ts'
import { type AuditReport, audit } from './audit/audit.ts'
import { closingWith } from './close-account.ts'
import type { Market } from './deps.ts'
import type { HeldElsewhere } from './export/export-person.ts'
import { openLogins } from './open-logins.ts'
import { openMarket } from './open-market.ts'
import type { Payments } from './purchases/provider.ts'
import { composeBuyers } from './routes/buyers-compose.ts'
import { contractRoutes } from './routes/contract.ts'
import { hostChannelRoutes } from './routes/host-channel.ts'
import { hostRoutes } from './routes/hosts.ts'
import { mailRoutes } from './routes/mail.ts'
import { openRoutes } from './routes/open.ts'
import { composeOperators } from './routes/operators-compose.ts'
import { ownHostRoutes } from './routes/own-hosts.ts'
import { passkeyRoutes } from './routes/passkeys.ts'
import { purchaseRoutes } from './routes/purchases.ts'
import { secondFactorRoutes } from './routes/second-factor.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { userRoutes } from './routes/users.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { withdrawalRoutes } from './routes/withdrawals.ts'
import { startBatchRun } from './upkeep/batch-run.ts'
import { startContinuationWatch } from './upkeep/continuation-watch.ts'
import { startEarningsRelease } from './upkeep/earnings-release.ts'
import { startErasure } from './upkeep/erasure.ts'
import { startForgetKeys } from './upkeep/forget-keys.ts'
import { startHonestyWatch } from './upkeep/honesty-watch.ts'
import { startHostRecovery } from './upkeep/host-recovery.ts'
import { startHostWatch } from './upkeep/host-watch.ts'
import { startJobExpiry } from './upkeep/job-expiry.ts'
import { startLeaseWatch } from './upkeep/lease-watch.ts'
import { startLookAround } from './upkeep/look-around.ts'
import { startMissedJobs } from './upkeep/missed-jobs.ts'
import { startProofExpiry } from './upkeep/proof-expiry.ts'
import { startPurchaseExpiry } from './upkeep/purchase-expiry.ts'
import { startRetention } from './upkeep/retention.ts'
import { startShutOutWatches } from './upkeep/shut-out-watch.ts'
import { startSpendingAlerts } from './upkeep/spending-alerts.ts'
import { startSumMoves } from './upkeep/sum-moves.ts'
import { startVerification } from './upkeep/verification.ts'
import type { VerificationSettings } from './verification/settings.ts'
import { welcomeWith } from './welcome.ts'

export interface MarketOptions {
  database: Database
  clock: Clock
  ids: Ids
  bus: Bus
  /** What servers share; undefined: this one is alone. */
  live?: Live | undefined
  /** Whether this server does what one of several has to; undefined: always. */
  leads?: () => boolean
  log: Log
  limits: Limits
  meter: Meter
  /** What hashes passwords; threads of the market's own where it is not given. */
  derive?: Derive
  /** Of the secrets of authenticator apps. */
  seals: Seals
  baseUrl: string
  /** The address that browsers know this market by; undefined where nobody has said one. */
  publicUrl?: string | undefined
  registration: 'open' | 'accounts'
  signupNano: bigint
  trust: Trust
  /** With strangers: the most that a job may cost a token while no host of the model is proven. */
  unprovenLimitNano: bigint
  /** With strangers: how it is looked whether hosts run what they name; undefined: it is not. */
  verification?: VerificationSettings | undefined
  checkAnswers: boolean
  trustedProxies: number
  /** Writes a line at info for each request, but for what hosts ask all the time. */
  accessLog?: boolean
  retentionDays: number
  /** What else ends with an account, and what else is held of a person. */
  closing: AccountClosing
  heldElsewhere?: HeldElsewhere
  /** Admins need a second factor. */
  adminFactor?: boolean
  /** Undefined: this server sends no mail. */
  mailer?: Mailer | undefined
  /** Undefined: this server sells no credits. */
  payments?: Payments | undefined
  webhooks: Webhooks
  /** How an operator's audit is made; undefined: here, between the requests. */
  audit?: (() => Promise<AuditReport>) | undefined
}

/** A host asks for these many times a minute. */
const FREQUENT = new Set([endpoints.nextJob, endpoints.heartbeatHost, endpoints.results].map(({ path }) => path))

/** Builds the marketplace once: its state, its operations' dependencies, its HTTP application, its upkeep. */
export async function composeMarket(options: MarketOptions) {
  const market = await openMarket(options)
  const { database, clock, ids, log, limits } = options
  const logins = openLogins({ ...options, rates: market.rates }, options.derive)
  const { login, derive } = logins
  const sessions = { database, clock, ids, log }
  const hosts = new RememberedHosts<Principal>(clock)
  const callers = { database, clock, login, hosts, used: credentialUse(options) }
  const [draining, stopping] = [new AbortController(), new AbortController()]
  const app = createApp({
    log,
    ids,
    meter: options.meter,
    first: [pages(), crowdedLogins(logins.crowd)],
    bodies: [discardUnread(clock), bodyParser(bodyRules(market))],
    accessLog: options.accessLog,
    frequent: FREQUENT,
    errorForm: marketErrorForm,
    trustedProxies: options.trustedProxies,
    routes(router) {
      const guard = createGuard({
        ...{ router, openCalls: market.openCalls, stopping: stopping.signal, checkAnswers: options.checkAnswers },
        ...{ strangers: options.trust === 'strangers', adminFactor: options.adminFactor ?? false },
        signedIn: (ctx) => byCookie(sessions, ctx),
        authenticate: authenticateBy(callers, market.streams.shared),
      })
      openRoutes(guard, market, { baseUrl: options.baseUrl, draining: draining.signal })
      contractRoutes(guard)
      docsFiles(router)
      const secure = options.publicUrl?.startsWith('https:') ?? false
      const party = relyingPartyOf(options.publicUrl)
      sessionRoutes(guard, { ...sessions, party, login, crowded: logins.crowd.refusal, secure })
      forAccounts(guard, market, { ...options, party }, { derive, ...login })
      composeBuyers(guard, market)
      forHosts(guard, market, options)
      withdrawalRoutes(guard, market)
      purchaseRoutes(guard, market, options.payments, options.baseUrl)
      webhookRoutes(guard, options.webhooks, { limits, rates: market.rates })
      composeOperators(guard, market, options.audit ?? (() => audit(market.database)))
    },
  })
  const loops = [...startUpkeep(market, options), () => logins.close(), () => market.schemaChecks.close()]
  return {
    answer: oneATurn(triesPassword, app.callback()),
    webSockets: WEB_SOCKETS,
    market,
    /** From here on `/ready` says that requests are to go elsewhere; those that come are answered. */
    drain: () => draining.abort(),
    /** Answers the parked polls, ends the streams and the upkeep loops; a round in progress is waited for. */
    async stop() {
      market.waiting.dismiss()
      market.comebacks.stop()
      stopping.abort()
      await Promise.all([...loops.map((stop) => stop()), market.channels.over()])
    },
  }
}

/** What hosts send of what they run, many times a second. A claim reads the host's own row in any case. */
const OF_RUNNING_JOBS = new Set<Endpoint>([endpoints.results, endpoints.connectHost])

/** Of several servers each takes a host's proof for granted for a moment, where it sends of what it runs. */
function authenticateBy(callers: AuthenticateDeps, several: boolean): GuardOptions['authenticate'] {
  const ofRunning = { ...callers, proof_ms: HOST_PROOF_MS }
  return async (header, address, code, endpoint) => {
    const deps = several && OF_RUNNING_JOBS.has(endpoint) ? ofRunning : callers
    return admit(await authenticate(deps, header, address, code), endpoint.evenRefused)
  }
}

/** Paths of which a WebSocket may be asked. */
const WEB_SOCKETS = [endpoints.connectHost.path]

/** Chats may have pictures. */
const { runModel, chatCompletions, createResponse, createMessage, createFile, stripeWebhook } = endpoints
const WITH_PICTURES = new Set([runModel, chatCompletions, createResponse, createMessage].map(({ path }) => path))

function bodyRules({ limits, clock, longBodies: turns }: Market): BodyRules {
  const reading = new LargeBodies(() => clock.monotonic())
  const large = { paths: WITH_PICTURES, limitBytes: limits.picture_body_bytes, reading }
  return { limitBytes: limits.body_bytes, turns, signed: stripeWebhook.path, streamed: createFile.path, large }
}

/** A session's cookie stands for the password. */
async function byCookie(sessions: SessionDeps, { req, host }: Context): Promise<Principal | undefined> {
  const found = await signedIn(sessions, sentBy(req, host))
  return found && { kind: 'user', user: found.user, token_id: BY_PASSWORD, session_id: found.session_id }
}

/** Mails an hour to one address that accounts give as theirs without a proof. */
const MAILS_TO_STRANGERS = 6

function forAccounts(
  guard: Guard,
  market: Market,
  options: MarketOptions & { party: PasskeyDeps['party'] },
  login: Login & { derive: Derive },
): void {
  const { database, clock, ids, log, limits, mailer, trust } = options
  const { rates } = market
  const { derive } = login
  // Where no address can be proven and all know each other, the first has it, as it always was.
  const names = { holdsUnproven: trust === 'own' && !mailer, reservesNames: trust === 'strangers' }
  const verifyPath = endpoints.showVerification.path
  const pace = { perSecond: MAILS_TO_STRANGERS / 3600, burst: MAILS_TO_STRANGERS }
  const strangers = market.rates.buckets('mails to strangers', pace)
  const post: PostDeps = { database, clock, ids, log, derive, mailer, place: options.baseUrl, verifyPath, strangers }
  const changed = (user: User) => tellPasswordChanged(post, user)
  const ownAccount = { database, clock, ...login, changed }
  userRoutes(guard, market, {
    signUp: { database, clock, ids, derive, ...names, welcome: welcomeWith(options, options.signupNano) },
    welcomed: (userId) => welcomeByMail(post, userId),
    ownAccount,
    closings: [closingWith(market), options.closing, webhooksFarewell],
    signups: hourlyLimit(rates, limits.signups_per_hour, 'signups from your address'),
    heldElsewhere: options.heldElsewhere ?? (() => ({})),
  })
  secondFactorRoutes(guard, market, ownAccount)
  passkeyRoutes(guard, {
    ...{ database, clock, ids, ownAccount, failed: login.failed },
    party: options.party,
    requests: hourlyLimit(rates, limits.passkey_requests_per_hour, 'requests of passkeys from your address'),
    mostTokens: limits.tokens,
    changed: (...change) => tellPasskeyChanged(post, ...change),
  })
  const mails = hourlyLimit(rates, limits.mails_per_hour, 'mails and codes from your address')
  mailRoutes(guard, { post, ownAccount, mails, ...names })
}

function forHosts(guard: Guard, market: Market, { registration, limits }: MarketOptions): void {
  const { rates } = market
  hostRoutes(guard, market, {
    registration,
    registrations: hourlyLimit(rates, limits.registrations_per_hour, 'registrations from your address'),
  })
  hostChannelRoutes(guard, market)
  ownHostRoutes(guard, market)
}

function startUpkeep(market: Market, { retentionDays, verification }: MarketOptions) {
  return [
    startHostWatch(market),
    startLeaseWatch(market),
    startContinuationWatch(market),
    startLookAround(market),
    startMissedJobs(market),
    startJobExpiry(market),
    startBatchRun(market),
    startForgetKeys(market),
    startPurchaseExpiry(market),
    startHonestyWatch(market),
    startProofExpiry(market),
    startHostRecovery(market),
    startRetention(market, retentionDays),
    startErasure(market),
    startShutOutWatches(market),
    startEarningsRelease(market),
    startSpendingAlerts(market),
    startSumMoves(market),
    startVerification(market, verification),
  ]
}
