import { type Endpoint, isSchema, type JobOffer, type JobResult, market, type OwnHost, writeJson } from '@mkt/schemas'
import { Response } from 'undici'
import type { z } from 'zod'
import type { Effects, Fetch } from '../../agent/src/effects.ts'
import { HostAccount } from './host-account.ts'

export interface MarketJob {
  job_id: string
  model: string
  input_text: string
  /** What else the offer says: messages, stop, ... */
  asked: Partial<JobOffer>
  attempt: number
  state: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled' | 'lost'
  instance: string | undefined
  /** Which poll of that agent got it. */
  poll: number | undefined
  pieces: string[]
  end: JobResult | undefined
  named_ms: number
  /** How often its end was told. */
  ends: number
}

export interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

interface Polled {
  wait_seconds?: number
  instance?: string
  models?: string[]
  poll?: number
  unanswered?: number[]
}

const ENDPOINTS: Record<string, Endpoint> = {
  'POST /hosts/register': market.registerHost,
  'POST /hosts/heartbeat': market.heartbeatHost,
  'POST /hosts/next-job': market.nextJob,
  'POST /hosts/results': market.results,
  'GET /hosts/me': market.hostMe,
  'PATCH /hosts/me': market.changeHost,
  'POST /hosts/me/rotate-key': market.rotateHostKey,
  'POST /hosts/withdrawals': market.createWithdrawal,
  'GET /hosts/withdrawals': market.listWithdrawals,
  'GET /': market.root,
  'GET /hosts': market.hosts,
  'GET /models': market.models,
}

/** A marketplace for tests of the agent: one server's memory, requests and answers checked against the contract. */
export class Marketplace {
  readonly effects: Pick<Effects, 'timer' | 'monotonic'>
  /** The host's own affairs at this server. */
  readonly account = new HostAccount()
  readonly jobs = new Map<string, MarketJob>()
  readonly calls: {
    at: number
    method: string
    path: string
    body: Record<string, unknown>
    authorization: string | undefined
  }[] = []
  /** Answers get lost after the work was done, as on a connection that breaks. */
  deaf = false
  /** The Date header. */
  date = new Date(1_700_000_000_000).toUTCString()
  readonly registered: Record<string, unknown>[] = []
  /** The other hosts that GET /hosts shows: active, of the model tiny, where nothing else is said. */
  rivals: { price: bigint; models?: string[]; status?: 'active' | 'inactive' }[] = []
  /** What buyers paid for the model tiny of late; null where the server knows of nothing. */
  paid: bigint | null = null
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
      ...{
        job_id,
        model: asked.model ?? 'tiny',
        input_text,
        asked,
        attempt: 0,
        state: 'queued',
        instance: undefined,
        poll: undefined,
        pieces: [],
      },
      ...{ end: undefined, named_ms: 0, ends: 0 },
    }
    this.jobs.set(job_id, job)
    this.#unpark()
    return job
  }

  /** Its offer did not arrive. */
  requeue(job: MarketJob): void {
    job.state = 'queued'
    this.#unpark()
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
      headers['idempotency-key'],
    )
    if (this.away || this.deaf) throw new TypeError('terminated')
    return new Response(reply.body === undefined ? null : writeJson(reply.body), {
      status: reply.status,
      headers: { 'content-type': 'application/json', date: this.date, ...reply.headers },
    })
  }

  async answer(
    route: string,
    text: string,
    authorization?: string,
    signal?: AbortSignal,
    key?: string,
  ): Promise<Reply> {
    const endpoint = ENDPOINTS[route]
    if (!endpoint) return { status: 404, body: { error: 'not_found', message: `no ${route}` } }
    const given = endpoint.body?.safeParse(JSON.parse(text || 'null'))
    if (given && !given.success)
      return { status: 400, body: { error: 'invalid_request', message: given.error.message } }
    const body = (given?.data ?? {}) as Record<string, unknown>
    const [method, path] = route.split(' ') as [string, string]
    this.calls.push({ at: this.effects.monotonic(), method, path, body, authorization })
    const reply =
      this.answerTo(path, body) ??
      this.account.answer(endpoint, body, authorization, key) ??
      (await this.#handle(endpoint, body, signal))
    const schema = endpoint.answers[reply.status]
    if (isSchema(schema)) (schema as z.ZodType).parse(JSON.parse(writeJson(reply.body)))
    return reply
  }

  #own() {
    const { host_id, gpu, models, price_per_token, backend } = this.account.host
    return { host_id, gpu, status: 'active' as const, models, price_per_token, backend }
  }

  #handle(endpoint: Endpoint, body: Record<string, unknown>, signal?: AbortSignal): Reply | Promise<Reply> {
    switch (endpoint) {
      case market.registerHost:
        this.registered.push(body)
        this.account.terms(body)
        return { status: 201, body: { host_id: 'host_01', status: 'active', api_key: this.account.newKey() } }
      case market.hosts:
        return { status: 200, body: { hosts: [this.#own(), ...this.rivals.map(publicRival)] } }
      case market.models:
        return { status: 200, body: { models: this.#models() } }
      case market.heartbeatHost:
        return { status: 200, body: { status: 'acknowledged' } }
      case market.nextJob:
        return this.#claim(body as unknown as Polled, signal)
      case market.results:
        return { status: 200, body: { results: (body.results as JobResult[]).map((result) => this.#take(result)) } }
      default:
        return { status: 200, body: this.#me() }
    }
  }

  #models() {
    const offer = { available_hosts: 1, min_price_per_token: 0n, max_tokens: 4096 }
    return [{ name: 'tiny', ...offer, market_price_per_token: this.paid }]
  }

  async #claim(request: Polled, signal?: AbortSignal): Promise<Reply> {
    for (const job of this.jobs.values()) {
      const lost = job.poll !== undefined && request.unanswered?.includes(job.poll)
      if (lost && job.state === 'running' && job.pieces.length === 0) this.requeue(job)
    }
    const end = this.effects.monotonic() + (request.wait_seconds ?? 0) * 1000
    while (true) {
      const wanted = (model: string) => request.models?.includes(model) ?? true
      const job = [...this.jobs.values()].find(({ state, model }) => state === 'queued' && wanted(model))
      if (signal?.aborted) throw signal.reason
      if (job) return { status: 200, body: this.#offer(job, request) }
      const left = end - this.effects.monotonic()
      if (left <= 0) return { status: 204 }
      await this.#park(left, signal)
    }
  }

  #offer(job: MarketJob, { instance, poll }: Polled) {
    Object.assign(job, {
      state: 'running',
      instance,
      poll,
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

  #me(): OwnHost {
    const running = [...this.jobs.values()].filter(({ state }) => state === 'running')
    const running_jobs = running.map(({ job_id, model, attempt, instance }) => ({
      ...{ job_id, model, attempt, instance: instance ?? null, silent_ms: 0 },
    }))
    return { ...this.account.host, running_jobs: [...this.account.host.running_jobs, ...running_jobs] }
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

function publicRival({ price, models = ['tiny'], status = 'active' }: Marketplace['rivals'][number], at: number) {
  return { host_id: `host_${at + 90}`, gpu: 'x', status, models, price_per_token: price, backend: 'worker' as const }
}
