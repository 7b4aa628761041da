import { GRACE_MS } from '../../../server/src/market/channel/cut-off.ts'
import type { Books, JobRecord } from './books.ts'
import { TextCheck } from './check-text-so-far.ts'
import type { Facts } from './facts.ts'

/** From the look at a host whose channel broke off to the loss of its job: some calls to Redis and one transaction. */
const DECIDED_WITHIN_MS = 500
const FLOORED = /^(user|reserve|host)(-[a-z]+)*:/
const PROMO = /-promo(:|$)/
const MOST_ATTEMPTS = 3n
/** Ninety seconds, less what a claim may be older than its first sight. */
const LEASE_MS = 89_000
/** After so long without text an attempt may be past its deadline, however often it is named. */
const NEXT_PIECE_MS = 59_000

/** A running attempt as it was first seen. */
interface Lease {
  attempt: bigint
  failures: bigint
  host_id: string | null
  at_ms: number
}

/**
 * What holds after every commit, whatever has happened: the books balance, nobody is below zero, reserves are those of
 * open jobs, what was acknowledged is there, and what has ended stays as it ended.
 */
export class StepCheck {
  readonly #books: Books
  readonly #facts: Facts
  readonly #ended = new Map<string, string>()
  /** How many jobs an account had when it was closed. */
  readonly #closedWith = new Map<string, number>()
  readonly #leases = new Map<string, Lease>()
  readonly #now: () => number
  readonly #strangers: boolean
  readonly #attempts = new Map<string, bigint>()
  readonly #texts: TextCheck

  constructor(books: Books, facts: Facts, { now, strangers }: { now: () => number; strangers: boolean }) {
    this.#now = now
    this.#strangers = strangers
    this.#books = books
    this.#facts = facts
    this.#texts = new TextCheck(books, facts)
  }

  run(): void {
    const jobs = this.#books.jobs()
    this.#ledger(jobs)
    this.#texts.run(jobs)
    this.#jobs(jobs)
    this.#acknowledged(jobs)
    this.#closed(jobs)
    if (this.#strangers) this.#probation(jobs)
  }

  /** Among strangers a host that nobody has paid yet holds two jobs at most. */
  #probation(jobs: readonly JobRecord[]): void {
    const paid = new Set(jobs.filter(({ charged_nano }) => charged_nano > 0n).map(({ host_id }) => host_id))
    const held = Map.groupBy(
      jobs.filter(({ state, host_id }) => state === 'running' && !paid.has(host_id)),
      ({ host_id }) => host_id,
    )
    for (const [host_id, running] of held)
      if (running.length > 2) this.#facts.broken('two jobs at most on probation', `${host_id}: ${running.length}`)
  }

  #ledger(jobs: readonly JobRecord[]): void {
    const balances = this.#books.balances()
    const entries = this.#books.entrySums()
    const sums = { paid: 0n, promo: 0n }
    for (const [account, balance] of balances) {
      sums[PROMO.test(account) ? 'promo' : 'paid'] += balance
      if (balance < 0n && FLOORED.test(account)) this.#facts.broken('nobody is below zero', `${account}: ${balance}`)
      if ((entries.get(account) ?? 0n) !== balance)
        this.#facts.broken('balances are sums of entries', `${account}: ${balance}, entries ${entries.get(account)}`)
    }
    if (sums.paid !== 0n || sums.promo !== 0n)
      this.#facts.broken('each kind of credits sums to zero', `${sums.paid}, ${sums.promo} promotional`)
    for (const id of this.#books.unbalanced()) this.#facts.broken('every posting sums to zero', id)
    this.#disputed(balances)
    const reserved = new Map<string, bigint>()
    for (const job of jobs)
      if (job.state === 'queued' || job.state === 'running') {
        const { user_id, reserved_nano, reserved_promo_nano: promo } = job
        const [paidInto, promoInto] = [`reserve:${user_id}`, `reserve-promo:${user_id}`]
        reserved.set(paidInto, (reserved.get(paidInto) ?? 0n) + reserved_nano - promo)
        reserved.set(promoInto, (reserved.get(promoInto) ?? 0n) + promo)
      }
    for (const [account, balance] of balances) {
      if (!account.startsWith('reserve')) continue
      const open = reserved.get(account) ?? 0n
      if (open !== balance)
        this.#facts.broken('reserves are those of open jobs', `${account}: ${balance}, jobs ${open}`)
    }
  }

  /** What is set aside is the hosts' share of the jobs whose disputes are open. */
  #disputed(balances: ReadonlyMap<string, bigint>): void {
    const wanted = new Map<string, bigint>()
    for (const { host_id, status, paid_nano, promo_nano } of [
      ...this.#books.disputes(),
      ...this.#books.disputeShares(),
    ])
      if (status === 'open')
        for (const [account, share] of [
          [`host-disputed:${host_id}`, paid_nano],
          [`host-disputed-promo:${host_id}`, promo_nano],
        ] as const)
          wanted.set(account, (wanted.get(account) ?? 0n) + share)
    for (const [account, balance] of balances)
      if (account.startsWith('host-disputed') && balance !== (wanted.get(account) ?? 0n))
        this.#facts.broken('what is set aside is that of open disputes', `${account}: ${balance}`)
  }

  #jobs(jobs: readonly JobRecord[]): void {
    for (const job of jobs) {
      const { job_id, state, attempt } = job
      if (job.charged_nano > job.reserved_nano) this.#facts.broken('never charged more than reserved', job_id)
      if (job.failures > MOST_ATTEMPTS) this.#facts.broken('three failures at most', job_id)
      this.#lease(job)
      if (attempt < (this.#attempts.get(job_id) ?? 0n)) this.#facts.broken('attempts count up', job_id)
      this.#attempts.set(job_id, attempt)
      if (state === 'running' && (job.price_nano === null || job.price_nano > job.price_cap_nano))
        this.#facts.broken('no host above the price of the reserve', `${job_id}: ${job.price_nano}`)
      const end = this.#ended.get(job_id)
      if (end === undefined && (state === 'queued' || state === 'running')) continue
      const now = endOf(job)
      if (end === undefined) this.#ended.set(job_id, now)
      else if (end !== now) this.#facts.broken('what has ended stays so', `${job_id}: ${end}, then ${now}`)
    }
  }

  /**
   * An attempt that an honest host keeps naming is not lost: it fails as host_lost, or goes back to the queue as a
   * failed one, after ninety seconds of silence and not before, unless the host gave it up, brought no text for long,
   * or said nothing of it since its channel broke off.
   */
  #lease(job: JobRecord): void {
    const { job_id, state, attempt, failures, host_id } = job
    const now = this.#now()
    const lease = this.#leases.get(job_id)
    if (state === 'running') {
      if (lease?.attempt !== attempt) this.#leases.set(job_id, { attempt, failures, host_id, at_ms: now })
      return
    }
    if (!lease || !this.#leases.delete(job_id)) return
    const lost = state === 'queued' ? failures > lease.failures : job.error === 'host_lost'
    const agent = this.#facts.offers.get(`${job_id} attempt ${lease.attempt}`)
    const honest = agent?.startsWith('agent') === true
    const named = this.#facts.named.get(`${job_id} ${lease.host_id}`)
    const heard_ms = Math.max(lease.at_ms, named?.at_ms ?? 0)
    const silent_ms = now - heard_ms
    const broke_ms = this.#facts.broke.get(agent ?? '') ?? Number.NEGATIVE_INFINITY
    // What it says while that is being decided comes too late.
    const unheard = broke_ms >= heard_ms || (broke_ms >= lease.at_ms && silent_ms <= DECIDED_WITHIN_MS)
    const cutOff = unheard && now - broke_ms >= GRACE_MS
    const overdue = now - Math.max(lease.at_ms, named?.text_at_ms ?? 0) >= NEXT_PIECE_MS
    if (lost && honest && !named?.given_up && !overdue && !cutOff && silent_ms < LEASE_MS)
      this.#facts.broken('no lease is lost before its time', `${job_id}: ${silent_ms} ms`)
  }

  /** From the moment on at which an account is known to be closed, it has nothing waiting and gets nothing new. */
  #closed(jobs: readonly JobRecord[]): void {
    for (const user_id of this.#facts.closedAccounts) {
      const own = jobs.filter((job) => job.user_id === user_id)
      const before = this.#closedWith.get(user_id)
      if (before === undefined) this.#closedWith.set(user_id, own.length)
      else if (own.length > before) this.#facts.broken('a closed account buys nothing more', user_id)
      // What ran then and was lost goes on, as it would have.
      const waiting = own.find(({ state, attempt }) => state === 'queued' && attempt === 0n)
      if (waiting) this.#facts.broken('a closed account has nothing waiting', waiting.job_id)
    }
  }

  #acknowledged(jobs: readonly JobRecord[]): void {
    const byId = new Map(jobs.map((job) => [job.job_id, job]))
    for (const { job_id, reserved_nano, prompt } of this.#facts.submissions.values()) {
      if (job_id === undefined) continue
      const job = byId.get(job_id)
      if (!job) this.#facts.broken('acknowledged jobs are kept', job_id)
      else if (job.reserved_nano !== reserved_nano || (job.input_text !== prompt && !this.#facts.isErased(job)))
        this.#facts.broken('acknowledged jobs are kept', `${job_id} is another`)
    }
    for (const { job_id, state, earned_nano, by } of this.#facts.toldEnds) {
      const job = byId.get(job_id)
      const is = job?.error === 'cancelled' ? 'cancelled' : job?.state
      if (is !== state || (earned_nano !== undefined && earned_nano !== job?.earned_nano))
        this.#facts.broken(
          'a told end is true',
          `${by} was told ${job_id} ${state} ${earned_nano}, it is ${is} ${job?.earned_nano}`,
        )
    }
    for (const job_id of this.#facts.cancelled) {
      const state = byId.get(job_id)?.state
      if (state !== 'completed' && state !== 'failed') this.#facts.broken('cancelled is ended', `${job_id} is ${state}`)
    }
  }
}

function endOf(job: JobRecord): string {
  const { state, charged_nano, earned_nano, tokens_generated, finish_reason, error, attempt, host_id, finished_at } =
    job
  return [state, charged_nano, earned_nano, tokens_generated, finish_reason, error, attempt, host_id, finished_at].join(
    ' ',
  )
}
