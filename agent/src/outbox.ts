import type { EndedJob, JobResult, ResultAnswer } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import { CallsUnderWay } from './calls-under-way.ts'
import type { Connection } from './connection.ts'
import { type ClaimedJob, Delivery } from './delivery.ts'
import type { Effects } from './effects.ts'
import type { Log } from './log.ts'
import { connectionWords } from './words/connection.ts'

/** A running job is named at least this often (the lease asks for 30 s), and rides along from half of it on. */
const KEEP_ALIVE_MS = 12_000
/** Below the server's body limit of 1 MiB. */
export const MAX_BODY_BYTES = 512 * 1024
export const MAX_ENTRIES = 1000
export const MAX_TOKENS_PER_ENTRY = 5000
/** An end without a piece: ids, an offset and a short error. */
const BYTES_OF_BARE_ENTRY = 400

export interface OutboxOptions {
  connection: Connection
  effects: Effects
  log: Log
  host_id: string
  instance: string
  /** Is the agent stopping? Each call then says so, which keeps the host off sale. */
  stopping?: () => boolean
}

/** What a call says of a job, and whose word it is. */
interface Entry {
  delivery: Delivery
  result: JobResult
}

/**
 * Brings the pieces and ends of all running jobs to the server, in order and once: what a call carried is kept until it
 * is acknowledged, and the next one for the same job starts where the server says that it stands.
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #deliveries = new Map<string, Delivery>()
  #wake: () => void = () => undefined
  #asleepUntil_ms = Number.NEGATIVE_INFINITY
  readonly #calls: CallsUnderWay
  #failure: { error: unknown } | undefined
  #start = 0

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#calls = new CallsUnderWay(() => options.connection.byRequests)
  }

  /** Takes a claimed job in, from when on it is kept alive. */
  open(job: ClaimedJob): Delivery {
    // Offered again (another attempt) while an earlier run's end is still on its way: that run is over.
    this.#deliveries.get(job.job_id)?.settle('lost')
    const delivery = new Delivery(job, this.#options.effects.monotonic())
    this.#deliveries.set(job.job_id, delivery)
    this.notify(delivery)
    return delivery
  }

  /** Says that a delivery has something new, or that any may have. */
  notify(delivery?: Delivery): void {
    if (!delivery || this.#callFor_ms(delivery) < this.#asleepUntil_ms) this.#wake()
  }

  /**
   * Says all running jobs to the server now: the host is stopping, and one that others can go on with is theirs; or its
   * channel broke off, and what is not named at once goes on elsewhere.
   */
  nameAll(): void {
    for (const delivery of this.#deliveries.values()) delivery.named_ms = Number.NEGATIVE_INFINITY
    this.#wake()
  }

  /** Jobs whose end is not acknowledged. */
  deliveries(): Delivery[] {
    return [...this.#deliveries.values()]
  }

  /**
   * Ends all jobs in one call, beside whatever is under way: those that run are handed back. True where the server has
   * the end of every job.
   */
  async handBack(signal: AbortSignal): Promise<boolean> {
    const entries: Entry[] = []
    const deliveries = this.deliveries().slice(0, MAX_ENTRIES)
    // What each needs at least is kept for it.
    let room = MAX_BODY_BYTES - BYTES_OF_BARE_ENTRY * (deliveries.length + 1)
    for (const delivery of deliveries) {
      delivery.handBack()
      const { result, bytes } = delivery.lastEntry({ tokens: MAX_TOKENS_PER_ENTRY, bytes: room + BYTES_OF_BARE_ENTRY })
      room -= bytes - BYTES_OF_BARE_ENTRY
      entries.push({ delivery, result })
    }
    try {
      this.#acknowledge(entries, (await this.#call(entries, signal)).results)
    } catch {
      return false
    }
    return this.#deliveries.size === 0
  }

  /** Works until the signal is aborted; throws RefusedError where the server refuses the host. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        await this.#due(signal)
        if (this.#failure) throw this.#failure.error
        await this.#options.connection.host.turn?.()
        const batch = signal.aborted ? [] : this.#pack()
        if (batch.length > 0) this.#begin(batch, signal)
      }
    } finally {
      for (const delivery of this.#deliveries.values()) delivery.settle('lost')
      this.#deliveries.clear()
    }
  }

  /** Waits until a call is worth making. */
  async #due(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.#failure) {
      const next_ms = this.#nextCall_ms()
      const wait_ms = next_ms - this.#options.effects.monotonic()
      if (wait_ms <= 0) return
      this.#asleepUntil_ms = next_ms
      await this.#sleep(wait_ms, signal)
    }
  }

  /** Sleeps until the time is over, something new comes, or the signal is aborted. */
  #sleep(wait_ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        cancel?.()
        signal.removeEventListener('abort', done)
        this.#wake = () => undefined
        resolve()
      }
      const cancel = Number.isFinite(wait_ms) ? this.#options.effects.timer(wait_ms, done) : undefined
      signal.addEventListener('abort', done)
      this.#wake = done
    })
  }

  #nextCall_ms(): number {
    let next = Number.POSITIVE_INFINITY
    for (const delivery of this.#deliveries.values()) next = Math.min(next, this.#callFor_ms(delivery))
    return next
  }

  /** When a call is worth making for this one. */
  #callFor_ms(delivery: Delivery): number {
    const { dirty, held_until_ms, named_ms } = delivery
    const wanted_ms = dirty ? held_until_ms : named_ms + KEEP_ALIVE_MS
    return Math.max(wanted_ms, held_until_ms, this.#calls.free_ms(delivery))
  }

  /** The entries of one call. Each call starts with another job, so that a long backlog holds up no one. */
  #pack(): Entry[] {
    const now = this.#options.effects.monotonic()
    const all = this.deliveries()
    const entries: Entry[] = []
    let room = MAX_BODY_BYTES - 1024
    for (let turn = 0; turn < all.length && entries.length < MAX_ENTRIES; turn++) {
      const delivery = all[(this.#start + turn) % all.length] as Delivery
      if (!this.#calls.admits(delivery)) continue
      const news = delivery.dirty && delivery.held_until_ms <= now
      if (!news && delivery.named_ms + KEEP_ALIVE_MS / 2 > now) continue
      const entry = delivery.entry({ tokens: MAX_TOKENS_PER_ENTRY, bytes: room })
      if (!entry || entry.bytes > room) break
      room -= entry.bytes
      entries.push({ delivery, result: entry.result })
    }
    this.#start = all.length > 0 ? (this.#start + 1) % all.length : 0
    return entries
  }

  /** Sends the entries while others wait for their turn; a failure for good is thrown by `run`. */
  #begin(entries: Entry[], signal: AbortSignal): void {
    const deliveries = entries.map(({ delivery }) => delivery)
    const over = this.#calls.begin(deliveries, this.#options.effects.monotonic())
    this.#send(entries, signal)
      .catch((error) => {
        this.#failure = { error }
      })
      .finally(() => {
        over()
        this.#wake()
      })
  }

  async #send(entries: Entry[], signal: AbortSignal): Promise<void> {
    const { connection } = this.#options
    try {
      const answer = await connection.persist(() => this.#call(entries, signal), { signal, final: isRefusedBatch })
      this.#acknowledge(entries, answer.results)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      await this.#isolate(entries, error, signal)
    }
  }

  #call(entries: Entry[], signal: AbortSignal) {
    const { connection, host_id, instance, stopping } = this.#options
    const body = { host_id, instance, results: entries.map(({ result }) => result) }
    const said = stopping?.() ? { ...body, stopping: true } : body
    return connection.host.results(said, { signal })
  }

  #acknowledge(sent: readonly Entry[], answers: readonly ResultAnswer[]): void {
    const byJob = new Map(answers.map((answer) => [answer.job_id, answer]))
    const now = this.#options.effects.monotonic()
    for (const { delivery, result } of sent) {
      // The job may run here again by now: an old call says nothing of the new run.
      if (this.#deliveries.get(result.job_id) !== delivery) continue
      delivery.acknowledge(result, byJob.get(result.job_id), now)
      if (delivery.outcome) this.#deliveries.delete(result.job_id)
    }
  }

  /** The server says, unasked, that jobs are over. */
  ended(jobs: readonly EndedJob[]): void {
    for (const { job_id, attempt, state, credits_earned } of jobs) {
      const delivery = this.#deliveries.get(job_id)
      // Of another run it says nothing.
      if (delivery?.attempt !== attempt || state === 'running') continue
      delivery.credits_earned = credits_earned
      delivery.settle(state)
      this.#deliveries.delete(job_id)
    }
  }

  /** One bad entry must not hold up the others: each goes alone, and the one that is refused alone is dropped. */
  async #isolate(entries: Entry[], error: ApiError, signal: AbortSignal): Promise<void> {
    const [only, ...others] = entries
    if (only && others.length === 0) {
      const { job_id } = only.result
      this.#options.log.error({ job_id }, connectionWords.noResults(describe(error)))
      only.delivery.settle('dropped')
      if (this.#deliveries.get(job_id) === only.delivery) this.#deliveries.delete(job_id)
      return
    }
    for (const entry of entries) {
      if (!signal.aborted) await this.#send([entry], signal)
    }
  }
}

function isRefusedBatch(error: ApiError): boolean {
  // A page of a proxy says nothing of the batch.
  if (error.code === 'internal_error') return false
  return error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429
}

function describe(error: ApiError): string {
  const where = error.details.map(({ path, message }) => `${path} ${message}`)
  return [error.message, ...where].join('; ')
}
