import { NANO_PER_CREDIT } from '@mkt/schemas'
import type { Meter } from '../base/meter.ts'
import type { ModelLabels } from './model-labels.ts'

/** How a job ended, for the figures: what hosts report is theirs to word, so it is one of few here. */
const OUTCOMES = new Set(['cancelled', 'expired', 'host_lost'])
// A job may wait a day.
const JOB_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 86_400]

export interface EndedJob {
  job: { model: string; created_at: number }
  state: 'completed' | 'failed'
  /** As written at the end of the job. */
  end: { error: string | null; tokens_generated: number; charged_nano: bigint; earned_nano: bigint }
}

/** What is counted of jobs, by model and in credits. All of it since the start of this process. */
export class JobFigures {
  readonly #labels: ModelLabels
  readonly #submitted
  readonly #claimed
  readonly #ended
  readonly #tokens
  readonly #charged
  readonly #fees
  readonly #earned
  readonly #firstToken
  readonly #seconds

  constructor(meter: Meter, labels: ModelLabels) {
    this.#labels = labels
    const byModel = ['model'] as const
    this.#submitted = meter.counter('mkt_model_jobs_submitted_total', 'Jobs submitted', byModel)
    this.#claimed = meter.counter(
      'mkt_model_jobs_claimed_total',
      'Claims of jobs by hosts; a job may be claimed again',
      byModel,
    )
    this.#ended = meter.counter('mkt_model_jobs_ended_total', 'Jobs ended, by how', ['model', 'outcome'])
    this.#tokens = meter.counter('mkt_model_tokens_total', 'Tokens that were billed, those of free models too', byModel)
    this.#charged = meter.counter('mkt_credits_charged_total', 'Credits that buyers were charged', byModel)
    this.#fees = meter.counter('mkt_credits_fees_total', 'Credits of it that the marketplace kept', [])
    this.#earned = meter.counter('mkt_credits_earned_total', 'Credits of it that hosts earned', [])
    this.#firstToken = meter.histogram('mkt_model_first_token_seconds', 'From submission to the first piece', byModel)
    this.#seconds = meter.histogram(
      'mkt_model_job_seconds',
      'From submission to the end of completed jobs',
      byModel,
      JOB_SECONDS,
    )
  }

  submitted(model: string): void {
    this.#submitted({ model: this.#labels.of(model) })
  }

  claimed(model: string): void {
    this.#claimed({ model: this.#labels.of(model) })
  }

  firstToken(model: string, seconds: number): void {
    this.#firstToken.observe({ model: this.#labels.of(model) }, Math.max(0, seconds))
  }

  ended({ job, state, end }: EndedJob, now: number): void {
    const { error, tokens_generated: tokens, charged_nano, earned_nano } = end
    if (state === 'completed' && tokens > 0) this.#labels.learn(job.model, charged_nano > 0n)
    const model = this.#labels.of(job.model)
    const outcome = state === 'completed' ? 'completed' : OUTCOMES.has(error ?? '') ? (error as string) : 'failed'
    this.#ended({ model, outcome })
    this.#tokens({ model }, tokens)
    this.#charged({ model }, creditsOf(charged_nano))
    this.#fees({}, creditsOf(charged_nano - earned_nano))
    this.#earned({}, creditsOf(earned_nano))
    if (state === 'completed') this.#seconds.observe({ model }, Math.max(0, now - job.created_at) / 1000)
  }
}

/** For a chart: Prometheus has no exact numbers. */
export const creditsOf = (nano: bigint) => Number(nano) / Number(NANO_PER_CREDIT)
