import { type Endpoint, isSchema, type JobOffer, type JobResult, market, writeJson } from '@mkt/schemas'
import { Response } from 'undici'
import type { z } from 'zod'
import type { Effects, Fetch } from '../../agent/src/effects.ts'

export interface MarketJob {
  job_id: string
  model: string
  input_text: string
  /** What else the offer says: messages, stop, ... */
  asked: Partial<JobOffer>
  attempt: number
  state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled' | 'lost'
  instance: string | undefined
  pieces: string[]
  end: JobResult | undefined
  named_ms: number
  /** How often its end was told. */
  ends: number
}

interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

const ENDPOINTS: Record<string, Endpoint> = {
  'POST /hosts/register': market.registerHost,
  'POST /hosts/heartbeat': market.heartbeatHost,
  'POST /hosts/next-job': market.nextJob,
  'POST /hosts/results': market.results,
  'GET /hosts/me': market.hostMe,
}

/** A marketplace for tests of the agent: one server's memory, requests and answers checked against the contract. */
export class Marketplace {
  readonly effects: Pick<Effects, 'timer' | 'monotonic'>
  readonly jobs = new Map<string, MarketJob>()
  readonly calls: { at: number; path: string; body: Record<string, unknown>; authorization: string | undefined }[] = []
  readonly registered: Record<string, unknown>[] = []
  /** No connection is possible. */
  away = false
  /** Answers instead of the usual ones, by path; undefined lets the call through. */
  answerTo: (path: string, body: Record<string, unknown>) => Reply | undefined = () => undefined
  #parked: (() => void)[] = []
  #ids = 0

  constructor(effects: Pick<Effects, 'timer' | 'monotonic'>) {
    this.effects = effects
  }

  submit(input_text = 'Say it.', asked: Partial<JobOffer> = {}): MarketJob {
    const job_id = `job_${String(++this.#ids).padStart(26, '0')}`
    const job: MarketJob = {
      ...{ job_id, model: 'tiny', input_text, asked, attempt: 0, state: 'queued', instance: undefined, pieces: [] },
      ...{ end: undefined, named_ms: 0, ends: 0 },
    }
    this.jobs.set(job_id, job)
    this.#unpark()
    return job
  }

  /** What a restart does to jobs that run: their pieces are asked for again. */
  restart(): void {
    for (const job of this.jobs.values()) if (job.state === 'running') job.pieces = []
    this.#unpark()
  }

  paths(path: string) {
    return this.calls.filter((call) => call.path === path)
  }

  /** The agent's way here without a network. */
  readonly fetch: Fetch = async (url, init = {}) => {
    const signal = init.signal as AbortSignal | undefined
    signal?.throwIfAborted()
    if (this.away) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
    const { pathname } = new URL(url)
    const headers = init.headers as Record<string, string>
    const reply = await this.answer(
      `${init.method} ${pathname}`,
      String(init.body ?? ''),
      headers.authorization,
      signal,
    )
    if (this.away) throw new TypeError('terminated')
    return new Response(reply.body === undefined ? null : writeJson(reply.body), {
      status: reply.status,
      headers: { 'content-type': 'application/json', ...reply.headers },
    })
  }

  async answer(route: string, text: string, authorization?: string, signal?: AbortSignal): Promise<Reply> {
    const endpoint = ENDPOINTS[route]
    if (!endpoint) return { status: 404, body: { error: 'not_found', message: `no ${route}` } }
    const given = endpoint.body?.safeParse(JSON.parse(text))
    if (given && !given.success)
      return { status: 400, body: { error: 'invalid_request', message: given.error.message } }
    const body = (given?.data ?? {}) as Record<string, unknown>
    const path = route.split(' ')[1] as string
    this.calls.push({ at: this.effects.monotonic(), path, body, authorization })
    const reply = this.answerTo(path, body) ?? (await this.#handle(endpoint, body, signal))
    const schema = endpoint.answers[reply.status]
    if (isSchema(schema)) (schema as z.ZodType).parse(JSON.parse(writeJson(reply.body)))
    return reply
  }

  #handle(endpoint: Endpoint, body: Record<string, unknown>, signal?: AbortSignal): Reply | Promise<Reply> {
    switch (endpoint) {
      case market.registerHost:
        this.registered.push(body)
        return {
          status: 201,
          body: { host_id: 'host_01', status: 'active', api_key: `mkt_h_key_of_host_${this.registered.length}` },
        }
      case market.heartbeatHost:
        return { status: 200, body: { status: 'acknowledged' } }
      case market.nextJob:
        return this.#claim(body as { wait_seconds?: number; instance?: string }, signal)
      case market.results:
        return { status: 200, body: { results: (body.results as JobResult[]).map((result) => this.#take(result)) } }
      default:
        return { status: 200, body: this.#me() }
    }
  }

  async #claim(request: { wait_seconds?: number; instance?: string }, signal?: AbortSignal): Promise<Reply> {
    const end = this.effects.monotonic() + (request.wait_seconds ?? 0) * 1000
    while (true) {
      const job = [...this.jobs.values()].find(({ state }) => state === 'queued')
      if (signal?.aborted) throw signal.reason
      if (job) return { status: 200, body: this.#offer(job, request.instance) }
      const left = end - this.effects.monotonic()
      if (left <= 0) return { status: 204 }
      await this.#park(left, signal)
    }
  }

  #offer(job: MarketJob, instance: string | undefined) {
    Object.assign(job, {
      state: 'running',
      instance,
      attempt: job.attempt + 1,
      pieces: [],
      named_ms: this.effects.monotonic(),
    })
    const { job_id, model, input_text, asked, attempt } = job
    return { job_id, model, input_text, max_tokens: 64, temperature: 0.7, attempt, ...asked }
  }

  #take(result: JobResult) {
    const job = this.jobs.get(result.job_id)
    if (!job || job.state === 'queued' || job.attempt !== result.attempt) {
      return { job_id: result.job_id, state: 'lost', next_offset: 0 }
    }
    job.named_ms = this.effects.monotonic()
    if (job.state === 'running' && result.offset <= job.pieces.length) {
      job.pieces.push(...result.tokens.slice(job.pieces.length - result.offset))
      if (result.finish_reason || result.error) {
        Object.assign(job, { state: result.error ? 'failed' : 'completed', end: result, ends: job.ends + 1 })
      }
    }
    return { job_id: job.job_id, state: job.state, next_offset: job.pieces.length }
  }

  #me() {
    const running = [...this.jobs.values()].filter(({ state }) => state === 'running')
    return {
      ...{
        host_id: 'host_01',
        status: 'active',
        gpu: 'x',
        backend: 'worker',
        models: ['tiny'],
        price_per_token: 0,
        max_tokens: 1,
      },
      ...{
        paused: false,
        gpu_utilization: 0,
        balance: 0,
        total_earnings: 0,
        total_jobs_completed: 0,
        total_jobs_failed: 0,
      },
      ...{
        total_tokens: 0,
        tokens_per_second: null,
        registered_at: '2026-01-01T00:00:00.000Z',
        last_heartbeat: '2026-01-01T00:00:00.000Z',
      },
      running_jobs: running.map(({ job_id, model, attempt, instance }) => ({
        job_id,
        model,
        attempt,
        instance: instance ?? null,
        silent_ms: 0,
      })),
      why_no_jobs: {
        model_not_served: 0,
        price_above_limit: 0,
        max_tokens_above_host: 0,
        excluded_after_failure: 0,
        reserved_for_another_host: 0,
      },
    }
  }

  #park(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.effects.timer(ms, () => wake())
      const wake = () => {
        cancel()
        resolve()
      }
      this.#parked.push(wake)
      signal?.addEventListener('abort', wake, { once: true })
    })
  }

  #unpark(): void {
    for (const wake of this.#parked.splice(0)) wake()
  }
}
