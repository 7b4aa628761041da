import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { submission, writeJson } from '@mkt/schemas'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { hashSecret } from '../../server/src/accounts/secrets.ts'
import { systemClock } from '../../server/src/base/clock.ts'
import { createIds } from '../../server/src/base/ids.ts'
import { intentOf } from '../../server/src/market/idempotency/once.ts'
import {
  charge,
  type Entry,
  issue,
  type Posting,
  release,
  reserve,
  SIGNUP_REASON,
  splitGross,
  transfer,
  withdraw,
} from '../../server/src/market/ledger/postings.ts'
import type { Location } from '../../server/src/storage/migrate.ts'
import { connect } from '../../server/src/storage/sqlite.ts'

const FOLDER = join(import.meta.dirname, '../../server/src/storage/migrations')
const MODULES: Record<string, Migration> = Object.fromEntries(
  await Promise.all(
    readdirSync(FOLDER).map(async (file) => [basename(file, '.ts'), await import(join(FOLDER, file))] as const),
  ),
)

/** The names of all migrations in order, as they lie in their folder. */
export const LEVELS = Object.keys(MODULES).sort()

type Loose = Kysely<Record<string, Record<string, unknown>>>

const PRICE = 1_000_000n
const MAX_TOKENS = 128
const RESERVED = PRICE * BigInt(MAX_TOKENS)
/** Programs of the time knew one kind. */
const paid = (nano: bigint) => ({ paid: nano, promo: 0n })
export const SIGNUP = 100_000_000_000n
/** What a user's repeated submission carries. */
export const REPEATED = { key: 'first-try', body: { model: 'm', input_text: 'the queued one', max_tokens: MAX_TOKENS } }

/** The people and things in a database that an older program has written. */
export interface Older {
  ada: { user_id: string; token: string }
  owner: { user_id: string; token: string }
  host: { host_id: string; api_key: string }
  jobs: Record<'completed' | 'cancelled' | 'expired' | 'queued' | 'running', string>
  withdrawal: string | undefined
  document: string | undefined
  /** By account, in nano-credits. */
  balances: Map<string, bigint>
}

/** A database as the program of that level would have left it: every kind of row that it knew, the books in balance. */
export async function writeOlderDatabase(location: Location, level: string): Promise<Older> {
  const dialect =
    'sqlite' in location
      ? new SqliteDialect({ database: connect(location.sqlite) })
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: location.postgres, max: 1 }) })
  const db: Loose = new Kysely({ dialect })
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => MODULES } })
    const { error } = await migrator.migrateTo(level)
    if (error) throw error
    return await new Filler(db, Number(level.slice(0, 4))).fill()
  } finally {
    await db.destroy()
  }
}

class Filler {
  readonly #db: Loose
  /** The number that its file begins with. */
  readonly #level: number
  readonly #ids = createIds(systemClock)
  readonly #then = systemClock.now() - 3_600_000
  readonly #balances = new Map<string, bigint>()
  readonly #ledger: { posting: Posting; transaction_id: string }[] = []

  constructor(db: Loose, level: number) {
    this.#db = db
    this.#level = level
  }

  async fill(): Promise<Older> {
    const ada = await this.#user('ada')
    const owner = await this.#user('owner')
    const host = await this.#host(owner.user_id, 'active')
    await this.#host(null, 'inactive')
    const jobs = await this.#jobs(ada.user_id, host.host_id)
    const excluded = { job_id: jobs.queued, host_id: host.host_id }
    await this.#insert('job_exclusions', { ...excluded, ...this.#since(10, { excluded_at: this.#then }) })
    await this.#insert('queues', { user_id: ada.user_id, model: 'm', waiting: 1, turn: 1 })
    await this.#db.updateTable('totals').set({ value: 1 }).where('name', '=', 'jobs_completed').execute()
    if (this.#level >= 2) await this.#idempotencyKey(ada.user_id, jobs.queued)
    const withdrawal = this.#level >= 3 ? await this.#withdrawals(host.host_id, owner.user_id) : undefined
    const document = this.#level >= 9 ? await this.#documents(ada.user_id) : undefined
    if (this.#level >= 11) await this.#billing(ada.user_id, host.host_id)
    if (this.#level >= 12) await this.#webhook(ada.user_id)
    await this.#writeLedger()
    return { ada, owner, host, jobs, withdrawal, document, balances: this.#balances }
  }

  #insert(table: string, values: Record<string, unknown>) {
    return this.#db.insertInto(table).values(values).execute()
  }

  /** Columns that the level knows. */
  #since(level: number, columns: Record<string, unknown>): Record<string, unknown> {
    return this.#level >= level ? columns : {}
  }

  async #user(username: string) {
    const user_id = this.#ids.next('usr')
    const email = `${username}@example.com`
    const keys = { username_key: username, email_key: email, password_hash: 'none' }
    const known = { total_jobs: username === 'ada' ? 5 : 0, created_at: this.#then, ...this.#since(3, { disabled: 0 }) }
    await this.#insert('users', { user_id, username, email, ...keys, role: 'user', ...known })
    this.#post(issue(user_id, SIGNUP, SIGNUP_REASON))
    return { user_id, token: await this.#secret('user', 'mkt_u_', user_id) }
  }

  async #secret(kind: string, prefix: string, subject_id: string): Promise<string> {
    const secret = this.#ids.secret(prefix)
    const row = { kind, subject_id, name: 'older', secret_hash: hashSecret(secret), created_at: this.#then }
    await this.#insert('credentials', { credential_id: this.#ids.next('tok'), ...row })
    return secret
  }

  async #host(owner_user_id: string | null, status: string) {
    const host_id = this.#ids.next('host')
    const done = { jobs_completed: 1, jobs_failed: 0, tokens_total: 50, tokens_per_second: 20.5, success_rate: 1 }
    const told = { registered_at: this.#then, last_heartbeat_at: this.#then, gpu_utilization: 0.25 }
    const offer = { gpu: 'Older GPU', backend: 'huggingface', price_nano: PRICE, max_tokens: 4096, status }
    const earned = owner_user_id === null ? 0n : splitGross(50n * PRICE).host + splitGross(7n * PRICE).host
    const later = { ...this.#since(3, { disabled: 0 }), ...this.#since(5, { earned_nano: earned }) }
    await this.#insert('hosts', { host_id, owner_user_id, ...offer, ...told, ...done, ...later })
    const model = { host_id, model: 'm', available: 1, last_completed_at: this.#then }
    await this.#insert('host_models', {
      ...model,
      ...this.#since(7, { max_tokens: 2048, measured_jobs: 3, bytes_per_token: 4.5 }),
    })
    return { host_id, api_key: await this.#secret('host', 'mkt_h_', host_id) }
  }

  async #jobs(user_id: string, host_id: string): Promise<Older['jobs']> {
    const ran = { host_id, instance: 'older-1', price_nano: PRICE, attempt: 1, started_at: this.#then }
    const over = { finished_at: this.#then + 1000 }
    const worth = (tokens: bigint) => ({
      charged_nano: tokens * PRICE,
      earned_nano: splitGross(tokens * PRICE).host,
      tokens_generated: Number(tokens),
    })
    const completed = await this.#job(user_id, {
      state: 'completed',
      finish_reason: 'stop',
      ...ran,
      ...over,
      ...worth(50n),
    })
    await this.#insert('job_outputs', { job_id: completed, pieces_json: JSON.stringify(['An', ' older', ' text']) })
    this.#post(charge(user_id, completed, host_id, paid(RESERVED), splitGross(50n * PRICE)))
    const cancelled = await this.#job(user_id, { state: 'failed', error: 'cancelled', ...ran, ...over, ...worth(7n) })
    await this.#insert('job_outputs', { job_id: cancelled, pieces_json: JSON.stringify(['Cut']) })
    this.#post(charge(user_id, cancelled, host_id, paid(RESERVED), splitGross(7n * PRICE)))
    const expired = await this.#job(user_id, {
      state: 'failed',
      error: 'expired',
      ...over,
      ...this.#since(6, { erased: 1 }),
    })
    this.#post(release(user_id, expired, paid(RESERVED)))
    const options = this.#since(4, { options_json: '{"top_p":0.5}' })
    const queued = await this.#job(user_id, { state: 'queued', input_text: 'the queued one', ...options })
    const running = await this.#job(user_id, { state: 'running', ...ran })
    return { completed, cancelled, expired, queued, running }
  }

  async #job(user_id: string, columns: Record<string, unknown>): Promise<string> {
    const job_id = this.#ids.next('job')
    const asked = { model: 'm', input_text: 'hello', max_tokens: MAX_TOKENS, temperature: 0.7, created_at: this.#then }
    const money = {
      price_limit_nano: 2n * PRICE,
      reserved_nano: RESERVED,
      ...this.#since(5, { price_cap_nano: PRICE }),
    }
    await this.#insert('jobs', { job_id, user_id, ...asked, ...money, ...columns })
    this.#post(reserve(user_id, job_id, paid(RESERVED)))
    return job_id
  }

  async #idempotencyKey(user_id: string, job_id: string): Promise<void> {
    const { key, body } = REPEATED
    const intent = intentOf(user_id, 'runModel', key, submission.parse(body))
    const created_at = new Date(this.#then).toISOString()
    const answer = { job_id, status: 'queued', model: 'm', credits_reserved: RESERVED, created_at }
    await this.#insert('idempotency_keys', { ...intent, answer_json: writeJson(answer), created_at: this.#then })
  }

  /** One that waits for the operator, and one that became credits at once. */
  async #withdrawals(host_id: string, owner: string): Promise<string> {
    const [pending, moved] = [this.#ids.next('wdr'), this.#ids.next('wdr')]
    const row = { host_id, created_at: this.#then }
    await this.#insert('withdrawals', {
      ...row,
      withdrawal_id: pending,
      amount_nano: 20n * PRICE,
      destination: 'iban',
      status: 'pending',
    })
    const done = { status: 'paid', resolved_at: this.#then }
    await this.#insert('withdrawals', {
      ...row,
      withdrawal_id: moved,
      amount_nano: 5n * PRICE,
      destination: 'credits',
      ...done,
    })
    this.#post(withdraw(host_id, 20n * PRICE, pending))
    this.#post(transfer(host_id, owner, paid(5n * PRICE), moved))
    return pending
  }

  async #documents(user_id: string): Promise<string> {
    const document_id = this.#ids.next('doc')
    const risk = { risk_level: 'LOW', risk_score: 3, sha256: 'ab'.repeat(32), pages: 1, file_name: 'older.pdf' }
    const json = { fields_json: '{"invoice_number":"O-1"}', analysis_json: '{"a":1}', detail_json: '{"a":2}' }
    await this.#insert('documents', {
      document_id,
      user_id,
      document_type: 'INVOICE',
      created_at: this.#then,
      ...risk,
      ...json,
    })
    await this.#insert('document_subjects', { user_id, subject: 'vendor:older', document_id })
    await this.#insert('document_leftovers', { document_id: this.#ids.next('doc'), noted_at: this.#then })
    return document_id
  }

  /** What the two jobs that were paid used and earned, by day. */
  async #billing(user_id: string, host_id: string): Promise<void> {
    const of = { day: Math.floor((this.#then + 1000) / 86_400_000), model: 'm', jobs: 2, tokens: 57 }
    const earned_nano = splitGross(50n * PRICE).host + splitGross(7n * PRICE).host
    await this.#insert('usage_days', {
      user_id,
      token_id: 'password',
      ...of,
      prompt_tokens: 0,
      charged_nano: 57n * PRICE,
    })
    await this.#insert('earning_days', { host_id, ...of, earned_nano })
  }

  /** Without deliveries: nothing is sent by what looks at the database next. */
  async #webhook(user_id: string): Promise<void> {
    const place = { url: 'https://hooks.example.com/', events_json: '["job.ended"]', secret: 'whsec_b2xkZXI=' }
    await this.#insert('webhooks', { webhook_id: this.#ids.next('whk'), user_id, ...place, created_at: this.#then })
  }

  #post(posting: Posting): void {
    this.#ledger.push({ posting, transaction_id: this.#ids.next('ltx') })
    for (const { account, amount } of posting.entries)
      this.#balances.set(account, (this.#balances.get(account) ?? 0n) + amount)
  }

  async #writeLedger(): Promise<void> {
    for (const [account_id, balance_nano] of this.#balances) {
      const known = await this.#db
        .updateTable('accounts')
        .set({ balance_nano })
        .where('account_id', '=', account_id)
        .executeTakeFirst()
      if (Number(known.numUpdatedRows) === 0) await this.#insert('accounts', { account_id, balance_nano, floored: 1 })
    }
    for (const { posting, transaction_id } of this.#ledger) {
      const { kind, job_id = null, reason = null, entries } = posting
      await this.#insert('ledger_transactions', { transaction_id, kind, job_id, reason, created_at: this.#then })
      for (const { account, amount } of entries) await this.#entry(transaction_id, account, amount)
    }
  }

  #entry(transaction_id: string, account_id: Entry['account'], amount_nano: bigint) {
    return this.#insert('ledger_entries', { transaction_id, account_id, amount_nano })
  }
}
