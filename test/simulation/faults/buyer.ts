import { market, type SubmittedJob } from '@mkt/schemas'
import { ApiError, type Client } from '@mkt/schemas/client'
import type { Chance } from '../../load/chance.ts'
import type { Submitted } from './facts.ts'
import { StreamReader } from './stream-reader.ts'
import type { World } from './world.ts'

export interface BuyerAccount {
  name: string
  user_id: string
  secret: string
}

export interface Wish {
  prompt: string
  at_ms: number
  model: string
  max_tokens: number
  max_price_nano: bigint | undefined
  /** What was delivered of a text that nobody ends is to be kept, and paid. */
  keep: boolean
}

const REFUSALS_TAKEN = 4

/** Someone who buys: submits until answered, reads, waits, cancels, and repeats what was not answered. */
export class Buyer {
  readonly account: BuyerAccount
  readonly #world: World
  readonly #client: Client
  readonly #chance: Chance
  readonly #decide: (job_id: string) => Promise<void>

  /** `decide`: what an operator makes of a dispute. */
  constructor(world: World, account: BuyerAccount, decide: (job_id: string) => Promise<void>) {
    this.account = account
    this.#decide = decide
    this.#world = world
    this.#client = world.clientOf(account.name, account.secret)
    this.#chance = world.chance('buyer', account.name)
  }

  shop(wishes: readonly Wish[]): void {
    for (const wish of wishes) this.#world.start(`${this.account.name} buys`, () => this.#buy(wish))
  }

  async #buy(wish: Wish): Promise<void> {
    const { facts, plan } = this.#world
    await this.#world.pause(wish.at_ms)
    const { prompt, max_tokens, max_price_nano, keep } = wish
    const submitted: Submitted = { prompt, user_id: this.account.user_id, max_tokens, max_price_nano, keep }
    facts.submissions.set(prompt, submitted)
    const job = await this.#submit(wish, submitted)
    if (!job) return
    const use = (name: string, work: () => Promise<void>) => this.#world.start(name, work)
    for (let readers = this.#chance.pick([0, 1, 1, 2]); readers > 0; readers--) {
      const late_ms = this.#chance.pick([0, 0, 500, 20_000])
      use(`a reader of ${job.job_id}`, () => this.#read(prompt, job.job_id, late_ms))
    }
    if (plan.strikes('cancelled')) use('cancels', () => this.#cancel(job.job_id))
    if (plan.strikes('disputed')) use('disputes', () => this.#dispute(job.job_id))
    if (plan.strikes('wait_for_end')) use('waits', () => this.#wait(job.job_id))
    if (plan.strikes('submit_repeated')) use('submits again', () => this.#submitAgain(wish, submitted))
    if (plan.strikes('submit_conflicting')) use('misuses a key', () => this.#conflict(wish))
  }

  /** Until it is acknowledged, or refused for good. */
  async #submit(wish: Wish, submitted: Submitted): Promise<SubmittedJob | undefined> {
    for (let refusals = 0; refusals < REFUSALS_TAKEN; refusals++) {
      const answer = await this.#world.patiently(this.#chance, () => this.#call(wish))
      if (!(answer instanceof ApiError)) {
        this.#acknowledged(answer, submitted)
        return answer
      }
      if (answer.status === 401) return undefined
      await this.#world.pause(this.#chance.int(1000, 10_000))
    }
    return undefined
  }

  #call({ prompt, model, max_tokens, max_price_nano, keep }: Wish, input_text = prompt): Promise<SubmittedJob> {
    const max_price_per_token = max_price_nano
    const body = {
      model,
      input_text,
      max_tokens,
      ...(max_price_per_token === undefined ? {} : { max_price_per_token }),
      ...(keep ? { partial: 'keep' as const } : {}),
    }
    return this.#client.call(market.runModel, { body }, { headers: { 'idempotency-key': `key of ${prompt}` } })
  }

  #acknowledged(answer: SubmittedJob, submitted: Submitted): void {
    const { job_id, credits_reserved } = answer
    if (submitted.job_id !== undefined && submitted.job_id !== job_id)
      this.#world.broken('one submission is one job', `${submitted.prompt}: ${submitted.job_id} and ${job_id}`)
    submitted.job_id ??= job_id
    submitted.reserved_nano ??= credits_reserved
    if (submitted.reserved_nano !== credits_reserved)
      this.#world.broken('one submission is one job', `${job_id} reserves ${credits_reserved} the second time`)
  }

  async #submitAgain(wish: Wish, submitted: Submitted): Promise<void> {
    await this.#world.pause(this.#chance.int(0, 60_000))
    const answer = await this.#world.patiently(this.#chance, () => this.#call(wish))
    if (!(answer instanceof ApiError)) this.#acknowledged(answer, submitted)
    else if (answer.status !== 401) this.#world.broken('a repetition gets the first answer', `${answer.status}`)
  }

  /** Another text with the same key must be refused and leave nothing. */
  async #conflict(wish: Wish): Promise<void> {
    const answer = await this.#world.patiently(this.#chance, () => this.#call(wish, `${wish.prompt}-other`))
    if (answer instanceof ApiError ? ![409, 401].includes(answer.status) : true)
      this.#world.broken('a key stands for one request', wish.prompt)
  }

  async #read(prompt: string, job_id: string, late_ms: number): Promise<void> {
    await this.#world.pause(late_ms)
    await new StreamReader(this.#world, this.account, { prompt, job_id }).read()
  }

  async #cancel(job_id: string): Promise<void> {
    await this.#world.pause(this.#chance.pick([0, 100, 500, 1500, 4000, 10_000, 30_000]))
    const { plan } = this.#world
    // Impatient people press twice.
    const times = plan.strikes('cancel_repeated') ? 2 : 1
    await Promise.all(Array.from({ length: times }, () => this.#cancelOnce(job_id)))
  }

  async #cancelOnce(job_id: string): Promise<void> {
    const answer = await this.#world.patiently(this.#chance, () =>
      this.#client.call(market.cancelJob, { params: { job_id } }),
    )
    if (answer instanceof ApiError) {
      if (answer.status !== 401) this.#world.broken('an own job can be cancelled', `${job_id}: ${answer.status}`)
      return
    }
    if (answer.status !== 'completed' && answer.status !== 'failed')
      this.#world.broken('cancelled is ended', `${job_id} is ${answer.status}`)
    this.#world.facts.cancelled.add(job_id)
  }

  /** Wants its credits back once the job has ended, if it cost any. */
  async #dispute(job_id: string): Promise<void> {
    const { facts } = this.#world
    const chance = this.#world.chance('disputes', job_id)
    const params = { job_id }
    while (true) {
      await this.#world.pause(chance.int(1000, 20_000))
      const job = await this.#world.patiently(chance, () => this.#client.call(market.getJob, { params, query: {} }))
      if (job instanceof ApiError) return
      if (job.status !== 'completed' && job.status !== 'failed') continue
      if (job.credits_used === 0n) return
      const body = { reason: 'garbage' as const }
      const answer = await this.#world.patiently(chance, () => this.#client.call(market.disputeJob, { params, body }))
      if (answer instanceof ApiError) {
        // Its host has taken it out, or a request whose answer was lost has opened it.
        if (![401, 403, 409].includes(answer.status))
          this.#world.broken('a paid job can be disputed', `${job_id}: ${answer.status} ${answer.message}`)
        return
      }
      // Of a text of several hosts one may have taken out its share.
      if (job.attempts > 1 ? answer.amount > job.credits_used : answer.amount !== job.credits_used)
        this.#world.broken('a dispute is of what was charged', `${job_id}: ${answer.amount}, not ${job.credits_used}`)
      facts.disputes.set(job_id, { amount: answer.amount })
      return await this.#decide(job_id)
    }
  }

  async #wait(job_id: string): Promise<void> {
    while (true) {
      const answer = await this.#world.patiently(this.#chance, () =>
        this.#client.call(market.getJob, { params: { job_id }, query: { wait: 20 } }),
      )
      if (answer instanceof ApiError) {
        if (answer.status !== 401) this.#world.broken('an own job can be seen', `${job_id}: ${answer.status}`)
        return
      }
      if (answer.status !== 'completed' && answer.status !== 'failed') continue
      const state = answer.error === 'cancelled' ? 'cancelled' : answer.status
      this.#world.facts.toldEnds.push({ job_id, by: this.account.name, state, earned_nano: undefined })
      return
    }
  }
}
