import type { EndedJob, ResultAnswer, ResultsRequest } from '@mkt/schemas'
import { speaksFor } from '../../live/streams.ts'
import { answerEnded } from '../attempts/ended-jobs.ts'
import type { Market } from '../deps.ts'

interface Run {
  job_id: string
  attempt: number
  instance: string | undefined
}

/** One of them, and when the host last spoke of it on the channel, as the streams count time. */
export interface SpokenRun extends Run {
  spoken_at: number
}

/** The jobs that a host runs as far as it was offered them, or spoke of them, on one channel. */
export class RunningHere {
  readonly #market: Market
  readonly #host_id: string
  readonly #runs = new Map<string, SpokenRun>()

  constructor(market: Market, host_id: string) {
    this.#market = market
    this.#host_id = host_id
  }

  add(run: Run): void {
    this.#runs.set(run.job_id, { ...run, spoken_at: this.#market.streams.now() })
  }

  all(): SpokenRun[] {
    return [...this.#runs.values()]
  }

  /** What a call of the host names is named here: all of them by a heartbeat. Whatever came of the call. */
  spoken(named?: readonly { job_id: string }[]): void {
    const now = this.#market.streams.now()
    for (const { job_id } of named ?? this.all()) {
      const run = this.#runs.get(job_id)
      if (run) run.spoken_at = now
    }
  }

  /** What the host said of them, and was told. */
  answered({ results, instance }: ResultsRequest, answers: readonly ResultAnswer[]): void {
    for (const [at, { job_id, state }] of answers.entries()) {
      const attempt = results[at]?.attempt
      if (state !== 'running') this.#runs.delete(job_id)
      else if (attempt !== undefined && !this.#runs.has(job_id)) this.add({ job_id, attempt, instance })
    }
  }

  /**
   * Those that have ended of which the host was not told; from here on it was. Never rejects: what cannot be looked up
   * at this moment stays to be told, with the next one that ends or the host's next call.
   */
  async ended(): Promise<EndedJob[]> {
    const looks = [...this.#runs.values()].map((run) =>
      this.#endOf(run).catch((error) => {
        this.#market.log.warn({ err: error, job_id: run.job_id }, 'a host could not be told whether its job is over')
        return []
      }),
    )
    return (await Promise.all(looks)).flat()
  }

  async #endOf(run: Run): Promise<EndedJob[]> {
    const { job_id, attempt, instance } = run
    const sender = { host_id: this.#host_id, instance, attempt }
    const stream = await this.#market.streams.find(job_id)
    if (stream && speaksFor(sender, stream)) return []
    const answer = await answerEnded(this.#market.database, sender, { job_id, attempt, offset: 0, tokens: [] })
    if (this.#runs.get(job_id) !== run) return []
    this.#runs.delete(job_id)
    return [{ ...answer, attempt }]
  }
}
