import type { JobResult, Submission } from '@mkt/schemas'
import { sql } from 'kysely'
import { createUser } from '../../server/src/accounts/sign-up.ts'
import { createIds } from '../../server/src/base/ids.ts'
import { createLog } from '../../server/src/base/log.ts'
import { Meter } from '../../server/src/base/meter.ts'
import type { Bus } from '../../server/src/bus/bus.ts'
import { createInProcessBus } from '../../server/src/bus/in-process.ts'
import { DEFAULT_LIMITS, type Limits } from '../../server/src/limits.ts'
import type { Live } from '../../server/src/live/live.ts'
import { cancel } from '../../server/src/market/attempts/cancel.ts'
import { ingest } from '../../server/src/market/attempts/ingest.ts'
import { audit } from '../../server/src/market/audit/audit.ts'
import { nextJob } from '../../server/src/market/broker/next-job.ts'
import { decideEarnings } from '../../server/src/market/earnings/decide.ts'
import { enlist } from '../../server/src/market/hosts/enlist.ts'
import { intentOf } from '../../server/src/market/idempotency/once.ts'
import { type JobRow, jobById } from '../../server/src/market/jobs/store.ts'
import { submit } from '../../server/src/market/jobs/submit.ts'
import { sumOf } from '../../server/src/market/ledger/accounts.ts'
import { grant } from '../../server/src/market/ledger/grant.ts'
import { availableOf, reservedOf, spendableOf } from '../../server/src/market/ledger/store.ts'
import { openMarket } from '../../server/src/market/open-market.ts'
import { shutHostOut } from '../../server/src/market/shut-out.ts'
import { welcomeWith } from '../../server/src/market/welcome.ts'
import { resolve } from '../../server/src/market/withdrawals/resolve.ts'
import { requestWithdrawal } from '../../server/src/market/withdrawals/withdraw.ts'
import type { Location } from '../../server/src/storage/migrate.ts'
import { statement } from '../../server/src/storage/statement.ts'
import type { Trust } from '../../server/src/trust.ts'
import { ManualClock } from '../server/manual-clock.ts'
import { openTestDatabase } from '../server/open-test-database.ts'

const PRICE = 1_000_000n
const ANYBODY = { actor: 'usr_operator', via: 'http' as const, origin: '127.0.0.1' }
const accountsBelow = statement()((q) =>
  q.selectFrom('accounts').select('account_id').where('floored', '=', 1).where('balance_nano', '<', 0n),
)
// One statement, so that it sees one moment of the books, whatever else goes on.
const books = statement()((q) =>
  q
    .selectFrom('accounts')
    .select([
      sql<bigint>`coalesce(sum(balance_nano), 0) + coalesce((select sum(amount_nano) from account_moves), 0)`.as(
        'sum_nano',
      ),
      sql<number>`coalesce(sum(case when floored = 1 and balance_nano < 0 then 1 else 0 end), 0)`.as('below'),
    ]),
)
const endings = statement<{ job_id: string }>()((q, p) =>
  q
    .selectFrom('ledger_transactions')
    .select(['kind'])
    .where('job_id', '=', p('job_id'))
    .where('kind', 'in', ['charge', 'release']),
)

export interface FloorOptions {
  clock?: ManualClock
  queued_jobs?: number
  limits?: Partial<Limits>
  trust?: Trust
  /** What it shares with others; without it the floor is alone. */
  shared?: Live & { bus: Bus }
}

/** The market's operations on one database, without HTTP and passwords: many rounds of a race in little time. */
export async function openFloor(
  location: Location,
  { clock = new ManualClock(), queued_jobs, limits: given = {}, trust = 'own', shared }: FloorOptions = {},
) {
  const database = openTestDatabase(location)
  const ids = createIds(clock)
  // Rounds of races submit by the thousand.
  const bounds = queued_jobs === undefined ? given : { ...given, queued_jobs }
  const limits = { ...DEFAULT_LIMITS, submission_burst: 1_000_000, ...bounds }
  const market = await openMarket({
    database,
    clock,
    ids,
    bus: shared?.bus ?? createInProcessBus(),
    live: shared,
    log: createLog('silent'),
    limits,
    trust,
    unprovenLimitNano: 10_000_000n,
    meter: new Meter(),
  })
  let serial = 0
  const job = async (job_id: string): Promise<JobRow> => {
    const row = await jobById(database, job_id)
    if (!row) throw new Error(`there is no job ${job_id}`)
    return row
  }
  return {
    market,
    clock,
    job,
    /** A user who can spend so much, in nano-credits: paid credits, and promotional ones from signing up. */
    async user(nano = 1_000_000_000n, promo = 0n): Promise<string> {
      const name = `user${++serial}-${process.pid}-${ids.next('usr')}`
      const form = { username: name, email: `${name}@example.com`, password_hash: '-', role: 'user' as const }
      const deps = { database, clock, ids, welcome: welcomeWith({ clock, ids }, promo) }
      const { user_id } = await database.transaction((tx) => createUser(tx, deps, form))
      if (nano > 0n) await grant(deps, user_id, nano, 'paid for')
      return user_id
    },
    async host(said: HostTerms = {}): Promise<string> {
      const { price = PRICE, input = 0n, models = ['m'], max_tokens = 4096, owner = null, concurrency = 32 } = said
      const terms = {
        gpu: 'GPU',
        models,
        price_per_token: price,
        price_per_input_token: input,
        max_tokens,
        concurrency,
        backend: 'huggingface' as const,
      }
      return (await enlist(market, { ...terms, endpoint_url: null }, owner)).host_id
    },
    submit(userId: string, submission: Partial<Submission> = {}, key?: string) {
      const whole = { model: 'm', input_text: 'hello', max_tokens: 10, temperature: 0.7, ...submission }
      return submit(market, userId, whole, { intent: intentOf(userId, 'POST /run/model', key, whole) })
    },
    withdraw: (host_id: string, amount: bigint) =>
      requestWithdrawal(market, { host_id }, { amount, destination: 'bank' }, undefined),
    shutOut: (host_id: string, disabled: boolean) =>
      database.transaction((tx) => shutHostOut(tx, market, ANYBODY, host_id, disabled)),
    releaseFrozen: (host_id: string) =>
      database.transaction((tx) =>
        decideEarnings(tx, market, ANYBODY, { host_id, decision: 'release', reason: 'test' }),
      ),
    resolve: (withdrawal_id: string, status: 'paid' | 'rejected') =>
      resolve(market, withdrawal_id, { status, reference: null }, ANYBODY),
    next: (host_id: string, wait_ms = 0) =>
      nextJob(market, { host_id, instance: null, wait_ms, gone: new AbortController().signal }),
    async results(host_id: string, result: Partial<JobResult> & { job_id: string }) {
      const [answer] = await ingest(market, { host_id, results: [{ offset: 0, tokens: [], ...result }] })
      return answer
    },
    cancel: (userId: string, job_id: string) => cancel(market, userId, job_id),
    /** Drops the stream of a job that another replica ended, which would stay until its lease is over. */
    async forget(job_id: string): Promise<void> {
      const stream = await market.streams.find(job_id)
      if (stream) market.streams.close(stream)
    },
    credits: (userId: string) => spendableOf(database, userId).then(sumOf),
    reserved: (userId: string) => reservedOf(database, userId).then(sumOf),
    earnings: (hostId: string) => availableOf(database, hostId).then(sumOf),
    audit: () => audit(database),
    /** What of the books and of these jobs can be wrong while others are at work; cheap enough for after each round. */
    async faultsNow(job_ids: readonly string[]): Promise<string[]> {
      const faults: string[] = []
      const found = await database.get(books, {})
      if (found?.sum_nano !== 0n) faults.push(`the balances sum to ${found?.sum_nano}`)
      if (Number(found?.below) !== 0) faults.push(`${found?.below} accounts are below zero`)
      for (const job_id of job_ids) {
        const { state, reserved_nano } = await job(job_id)
        const ends = (await database.all(endings, { job_id })).length
        const wanted = (state === 'completed' || state === 'failed') && reserved_nano > 0n ? 1 : 0
        if (ends !== wanted) faults.push(`${job_id} is ${state} and has ${ends} endings in the ledger`)
      }
      return faults
    },
    /** Every sentence that is wrong with the books or with these jobs when all is at rest; none when all is right. */
    async faults(job_ids: readonly string[]): Promise<string[]> {
      const report = await audit(database)
      const faults = [...report.faults, ...(await this.faultsNow(job_ids))]
      if (report.sum_nano !== 0n) faults.push(`the ledger sums to ${report.sum_nano}`)
      for (const { account_id } of await database.all(accountsBelow, {})) faults.push(`${account_id} is below zero`)
      for (const job_id of job_ids) {
        const { state } = await job(job_id)
        const lives = (await market.streams.find(job_id)) !== undefined
        if (lives !== (state === 'running'))
          faults.push(`${job_id} is ${state} and its stream is ${lives ? 'open' : 'closed'}`)
      }
      return faults
    },
    close: () => database.close(),
  }
}

export type Floor = Awaited<ReturnType<typeof openFloor>>

export interface HostTerms {
  price?: bigint
  /** For a token of the prompt. */
  input?: bigint
  models?: string[]
  max_tokens?: number
  owner?: string | null
  concurrency?: number
}
