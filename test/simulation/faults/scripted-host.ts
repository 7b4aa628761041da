import { HANDED_BACK, type JobOffer, type JobResult, market, type ResultAnswer } from '@mkt/schemas'
import { ApiError, type Client } from '@mkt/schemas/client'
import type { Chance } from '../../load/chance.ts'
import type { EngineRun } from './engine-truth.ts'
import { Lies, NOBODY } from './lies.ts'
import { Life } from './life.ts'
import type { World } from './world.ts'

export interface ScriptedTerms {
  name: string
  models: readonly string[]
  price_nano: bigint
  max_tokens: number
  concurrency: number
  /** It names no instance and no attempt and does not wait: as a host of the bare contract does. */
  plain: boolean
  /** It says that it can go on with a text, and can. */
  continues: boolean
}

const NO_HOST = 'host_00000000000000000000000000'

/** A host that speaks the protocol by itself, and misbehaves as the plan says. Once the world is healed it is honest. */
export class ScriptedHost {
  readonly terms: ScriptedTerms
  readonly life = new Life()
  host_id: string | undefined
  api_key: string | undefined
  readonly #world: World
  readonly #chance: Chance
  readonly #lies: Lies
  readonly #instance: string | undefined
  #client: Client | undefined

  constructor(world: World, terms: ScriptedTerms) {
    this.terms = terms
    this.#world = world
    this.#chance = world.chance('scripted', terms.name)
    this.#instance = terms.plain ? undefined : terms.name
    this.#lies = new Lies(world, this.#chance)
  }

  async run(others: () => readonly string[]): Promise<void> {
    const { models, price_nano, max_tokens, name, concurrency, continues } = this.terms
    const body = {
      gpu: 'GPU',
      models: [...models],
      price_per_token: price_nano,
      max_tokens,
      backend: 'huggingface' as const,
      ...(continues ? { capabilities: ['prefix' as const] } : {}),
    }
    const open = this.#world.clientOf(name, 'none', this.life)
    const host = await this.#patiently(() =>
      open.call(market.registerHost, { body }, { headers: { authorization: '' } }),
    )
    if (host instanceof ApiError) return this.#world.broken('a host can register', `${host.status}`)
    this.host_id = host.host_id
    this.api_key = host.api_key
    this.#world.facts.asks(host.host_id, price_nano)
    this.#client = this.#world.clientOf(name, host.api_key, this.life)
    void this.#beat()
    for (let slot = 0; slot < concurrency; slot++) void this.#slot(others)
  }

  async #beat(): Promise<void> {
    while (this.life.alive) {
      // It says so and goes on all the same: its jobs go on too, and its next heartbeat brings it back.
      const stopping = this.#world.plan.strikes('host_stopping') ? { stopping: true } : {}
      const said = { gpu_utilization: 0.5, available_models: [...this.terms.models], ...stopping }
      const body = { host_id: this.host_id as string, ...said }
      await this.#patiently(() => (this.#client as Client).call(market.heartbeatHost, { body }))
      await this.#pause(30_000)
    }
  }

  async #slot(others: () => readonly string[]): Promise<void> {
    while (this.life.alive) {
      const waiting = this.terms.plain
        ? {}
        : { wait_seconds: this.#world.plan.healed ? 30 : 20, instance: this.#instance as string }
      const body = { host_id: this.host_id as string, ...waiting }
      const offer = await this.#patiently(() => (this.#client as Client).call(market.nextJob, { body }))
      if (offer && !(offer instanceof ApiError)) {
        this.#world.facts.offered(offer, this.terms)
        await this.#serve(offer, others)
      } else await this.#pause(this.terms.plain ? 7000 : 500)
    }
  }

  async #serve(offer: JobOffer, others: () => readonly string[]): Promise<void> {
    const { plan, truth } = this.#world
    const { prefix: before = { text: '', tokens: 0 } } = offer
    const run = truth.begin(offer.input_text, this.terms.name, before.text)
    const length = this.#chance.int(1, offer.max_tokens)
    const interval_ms = this.#chance.pick([20, 400, 2000])
    let acknowledged = 0
    while (this.life.alive) {
      await this.#pause(interval_ms)
      if (plan.strikes('host_vanished')) return this.life.end()
      if (plan.strikes('host_silent')) await this.#pause(plan.details('host_silent').int(60_000, 120_000))
      const endless = plan.strikes('host_endless')
      if (endless && (await this.#nameForEver(offer)) !== 'running') return
      // Just often enough for the deadline of a further piece; that of the end comes some day.
      if (plan.strikes('host_dripping')) await this.#pause(plan.details('host_dripping').int(30_000, 59_000))
      if (plan.strikes('host_handing_back')) return await this.#handBack(offer, before.tokens + acknowledged)
      for (let more = this.#chance.int(1, 3); more > 0 && run.pieces.length < length; more--) truth.next(run)
      const result = this.#honest(offer, run, acknowledged, length)
      if (plan.strikes('lie_other_host')) await this.#impersonate(result)
      const answer = await this.#send(
        this.#lies.mix(result, { run, max_tokens: offer.max_tokens, others: others() }),
        result,
      )
      if (!answer) continue
      if (answer.state !== 'running') return await this.#ended(result, answer)
      if (answer.next_offset < before.tokens)
        this.#world.broken('a text never goes back', `${offer.job_id}: asked for ${answer.next_offset} again`)
      acknowledged = Math.min(answer.next_offset - before.tokens, run.pieces.length)
    }
  }

  #honest({ job_id, attempt, prefix }: JobOffer, run: EngineRun, acknowledged: number, length: number): JobResult {
    const offset = (prefix?.tokens ?? 0) + acknowledged
    const result: JobResult = { job_id, offset, tokens: run.pieces.slice(acknowledged) }
    if (attempt !== undefined) result.attempt = attempt
    if (run.pieces.length < length) return result
    result.finish_reason = 'stop'
    if (this.#chance.next() < 0.5) result.usage = { completion_tokens: this.#chance.pick([length, length, 0, 1]) }
    return result
  }

  /** Gives a job up that it could go on with: once too often, and it gets none for a while. */
  async #handBack({ job_id, attempt }: JobOffer, offset: number): Promise<void> {
    const error = { code: HANDED_BACK, message: 'no more of this', retryable: true }
    const result: JobResult = { job_id, offset, tokens: [], error, ...(attempt === undefined ? {} : { attempt }) }
    const answer = await this.#send([result], result)
    if (answer) this.#remember(answer)
  }

  /** With its own key in another host's name: nobody is taken in. */
  async #impersonate(result: JobResult): Promise<void> {
    const other = [...this.#world.facts.prices.keys()].find((host) => host !== this.host_id) ?? NO_HOST
    const body = { host_id: other, results: [{ ...result, tokens: ['lie:other '], finish_reason: 'stop' as const }] }
    const answer = await this.#patiently(() => (this.#client as Client).call(market.results, { body }))
    if (!(answer instanceof ApiError) || ![401, 403].includes(answer.status))
      this.#world.broken('a key speaks for its own host', `${this.host_id} as ${other}`)
  }

  /** Keeps the job without ever giving more of it, until somebody ends that. */
  async #nameForEver({ job_id, attempt, prefix }: JobOffer): Promise<string> {
    while (this.life.alive && !this.#world.plan.healed) {
      await this.#pause(20_000)
      const offset = prefix?.tokens ?? 0
      const result: JobResult = { job_id, offset, tokens: [], ...(attempt === undefined ? {} : { attempt }) }
      const answer = await this.#send([result], result)
      if (answer && answer.state !== 'running') return answer.state
    }
    return 'running'
  }

  /** What was told of an end stays so, however often old results are sent again. */
  async #ended(result: JobResult, answer: ResultAnswer): Promise<void> {
    const { plan, facts } = this.#world
    this.#remember(answer)
    if (!plan.strikes('lie_replay')) return
    for (let times = plan.details('lie_replay').int(1, 3); times > 0; times--) {
      await this.#pause(plan.details('lie_replay').int(0, 30_000))
      const again = await this.#send([result], result)
      if (!again || answer.state === 'lost') continue
      if (again.state !== answer.state || again.credits_earned !== answer.credits_earned)
        facts.broken('an end is told the same again', `${result.job_id}: ${answer.state}, then ${again.state}`)
    }
  }

  #remember({ job_id, state, credits_earned }: ResultAnswer): void {
    if (state === 'running' || state === 'lost') return
    this.#world.facts.toldEnds.push({ job_id, by: this.terms.name, state, earned_nano: credits_earned })
  }

  /** Sends entries; the answer is the one to `result`. Undefined where the call was refused. */
  async #send(results: (JobResult & { as?: string })[], result: JobResult): Promise<ResultAnswer | undefined> {
    const host_id = this.host_id as string
    const named = results.find((entry) => entry.as !== undefined)?.as ?? this.#instance
    const as = named === NOBODY ? undefined : named
    const entries = results.map(({ as: _, ...entry }) => entry)
    for (const entry of entries) this.#world.facts.says({ ...entry, host_id, instance: as })
    const body = { host_id, results: entries, ...(as === undefined ? {} : { instance: as }) }
    const answer = await this.#patiently(() => (this.#client as Client).call(market.results, { body }))
    if (answer instanceof ApiError) {
      if (![401, 403].includes(answer.status))
        this.#world.broken('results never fail as a whole', `${answer.status} ${answer.message}`)
      await this.#pause(5000)
      return undefined
    }
    return answer.results[entries.findIndex((entry) => entry.job_id === result.job_id)]
  }

  #pause(ms: number): Promise<void> {
    return this.life.holds(this.#world.pause(ms))
  }

  #patiently<T>(call: () => Promise<T>): Promise<T | ApiError> {
    return this.#world.patiently(this.#chance, call)
  }
}
