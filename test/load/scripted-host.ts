import { HANDED_BACK, type JobOffer, type JobResult, market, type ResultAnswer } from '@mkt/schemas'
import { type Client, createClient, UnreachableError } from '@mkt/schemas/client'
import { Chance, sleep } from './chance.ts'
import { patiently } from './patience.ts'
import { type AttemptScript, type CallFate, fateOf, HOST_MAX_TOKENS, scriptOf } from './script.ts'

const TICK_MS = 20

/** What a host did with a job, for the checks at the end. */
export interface Attempt {
  job_id: string
  attempt: number
  host: ScriptedHost
  script: AttemptScript
  /** What the server said of the end, when it did. */
  answer?: ResultAnswer
}

interface Run {
  record: Attempt
  /** Pieces that the engine has generated so far. */
  generated: number
  /** The offset that the server asked for last. */
  acknowledged: number
  over: boolean
}

export interface HostPlan {
  seed: string
  name: string
  models: string[]
  price: bigint
  slots: number
  /** Where every attempt is recorded. */
  attempts: Attempt[]
}

/** A host with an engine that follows a script, behind a network that drops, repeats and reorders its calls. */
export class ScriptedHost {
  readonly plan: HostPlan
  readonly client: Client
  readonly host_id: string
  readonly #chance: Chance
  readonly #runs = new Map<string, Run>()
  readonly fates: Partial<Record<CallFate, number>> = {}
  /** Jobs that a start of this host ran when it vanished. */
  readonly #left = new Set<string>()
  starts = 1
  #vanished = false
  #stopping = false
  /** Ends the long polls of a start that vanishes. */
  #polls = new AbortController()
  readonly #late = new Set<Promise<unknown>>()

  private constructor(plan: HostPlan, host_id: string, client: Client) {
    this.plan = plan
    this.host_id = host_id
    this.client = client
    this.#chance = new Chance(plan.seed, plan.name)
  }

  static async register(baseUrl: string, plan: HostPlan): Promise<ScriptedHost> {
    const { models, price, name } = plan
    const body = {
      gpu: name,
      models,
      price_per_token: price,
      backend: 'huggingface' as const,
      max_tokens: HOST_MAX_TOKENS,
    }
    const { host_id, api_key } = await patiently(() => createClient({ baseUrl }).call(market.registerHost, { body }))
    const authorization = () => `Bearer ${api_key}`
    return new ScriptedHost(plan, host_id, createClient({ baseUrl, authorization, timeoutMs: 120_000 }))
  }

  get instance(): string {
    return `${this.plan.name}-${this.starts}`
  }

  /** Works until `stop`, coming back whenever its script made it vanish. */
  async run(): Promise<void> {
    const beats = this.#beat()
    while (!this.#stopping) {
      this.#vanished = false
      this.#polls = new AbortController()
      const slots = Array.from({ length: this.plan.slots }, () => this.#slot())
      await Promise.all([this.#sendAll(), ...slots])
      if (!this.#stopping) await this.#restart()
    }
    await Promise.all([beats, ...this.#late])
  }

  /** Ends the slots at their next poll. */
  stop(): void {
    this.#stopping = true
  }

  vanishedWith(jobId: string): boolean {
    return this.#left.has(jobId)
  }

  async #slot(): Promise<void> {
    while (!this.#stopping && !this.#vanished) {
      const { host_id, instance } = this
      const { signal } = this.#polls
      const body = { host_id, instance, wait_seconds: 1 }
      const offer = await this.client.call(market.nextJob, { body }, { signal }).catch((error) => {
        // Whether a job was offered is unknown, as after a crash: this start ends, the next one hands back.
        if (!signal.aborted && !(error instanceof UnreachableError)) throw error
        this.#vanish()
      })
      if (offer) await this.#generate(offer)
    }
  }

  async #generate({ job_id, input_text, attempt = 0, max_tokens }: JobOffer): Promise<void> {
    const script = scriptOf(this.plan.seed, input_text, attempt, max_tokens)
    const record: Attempt = { job_id, attempt, host: this, script }
    const run: Run = { record, generated: 0, acknowledged: 0, over: false }
    this.plan.attempts.push(record)
    this.#runs.set(job_id, run)
    const until = 'after' in script.end ? Math.min(script.end.after, script.pieces.length) : script.pieces.length
    while (!run.over && !this.#vanished) {
      await sleep(this.#chance.int(1, 2 * TICK_MS))
      run.generated = Math.min(until, run.generated + this.#chance.int(1, 8))
      if (script.end.kind === 'vanish' && run.generated === until) this.#vanish()
    }
  }

  #vanish(): void {
    this.#vanished = true
    this.#polls.abort()
  }

  /** Brings what was generated to the server, all running jobs in one call, until this start of the host is over. */
  async #sendAll(): Promise<void> {
    while (!this.#vanished && !(this.#stopping && this.#runs.size === 0)) {
      await sleep(TICK_MS)
      const runs = [...this.#runs.values()]
      if (runs.length > 0 && !this.#vanished) await this.#send(runs.map((run) => this.#entryOf(run)))
    }
  }

  #entryOf({ record, generated, acknowledged }: Run): JobResult {
    const { script, job_id, attempt } = record
    const { end, pieces, usage } = script
    const entry = { job_id, attempt, offset: acknowledged, tokens: pieces.slice(acknowledged, generated) }
    const done = generated >= ('after' in end ? Math.min(end.after, pieces.length) : pieces.length)
    if (!done || end.kind === 'vanish') return entry
    if (end.kind === 'error')
      return { ...entry, error: { code: end.code, message: 'scripted', retryable: end.retryable } }
    return {
      ...entry,
      finish_reason: end.kind,
      ...(usage === undefined ? {} : { usage: { completion_tokens: usage } }),
    }
  }

  async #send(entries: JobResult[]): Promise<void> {
    const fate = fateOf(this.#chance)
    this.fates[fate] = (this.fates[fate] ?? 0) + 1
    if (fate === 'lost') return
    if (fate === 'answer lost') return void (await this.#post(entries))
    if (fate === 'gap') return this.#take(await this.#post(entries.map((entry) => skipOne(entry))))
    if (fate === 'late double') this.#postLate(entries)
    const answers = await Promise.all(
      fate === 'doubled' ? [this.#post(entries), this.#post(entries)] : [this.#post(entries)],
    )
    for (const answer of answers) this.#take(answer)
  }

  /** A copy of a call that a proxy held back; by then the jobs may have ended, or this host may have restarted. */
  #postLate(entries: JobResult[]): void {
    const { instance } = this
    this.#late.add(sleep(this.#chance.int(10, 300)).then(() => this.#post(entries, instance)))
  }

  async #post(results: JobResult[], instance = this.instance): Promise<ResultAnswer[]> {
    const body = { host_id: this.host_id, instance, results }
    return (await patiently(() => this.client.call(market.results, { body }))).results
  }

  #take(answers: ResultAnswer[]): void {
    for (const answer of answers) {
      const run = this.#runs.get(answer.job_id)
      if (!run) continue
      run.acknowledged = Math.min(answer.next_offset, run.generated)
      if (answer.state === 'running') continue
      run.record.answer ??= answer
      run.over = true
      this.#runs.delete(answer.job_id)
    }
  }

  /** The jobs of the start before are handed back under its name: their engine's state is gone. */
  async #restart(): Promise<void> {
    const before = this.instance
    this.#runs.clear()
    await sleep(this.#chance.int(50, 500))
    const { running_jobs } = await patiently(() => this.client.call(market.hostMe, {}))
    const error = { code: HANDED_BACK, message: 'restarted', retryable: true }
    const jobs = running_jobs.filter((job) => job.instance === before)
    for (const { job_id } of jobs) this.#left.add(job_id)
    await this.#post(
      jobs.map(({ job_id, attempt }) => ({ job_id, attempt, offset: 0, tokens: [], error })),
      before,
    )
    this.starts++
  }

  async #beat(): Promise<void> {
    const { host_id } = this
    for (let ticks = 0; !this.#stopping; ticks++) {
      await sleep(200)
      if (ticks % 50 > 0) continue
      const body = { host_id, gpu_utilization: this.#chance.next(), available_models: this.plan.models }
      await patiently(() => this.client.call(market.heartbeatHost, { body }))
    }
  }
}

/** The same without its first piece, as if a call before it had been lost; its end must not count. */
function skipOne(entry: JobResult): JobResult {
  if (entry.tokens.length < 2 || entry.error) return entry
  return { ...entry, offset: entry.offset + 1, tokens: entry.tokens.slice(1) }
}
