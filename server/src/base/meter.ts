import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The bounds of the buckets that times are counted in, unless one is given its own. */
export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** One figure of a metric. Of histograms there are `_bucket` with the label `le`, `_sum` and `_count`. */
export interface MeterSample {
  name: string
  labels: Readonly<Record<string, string | number | undefined>>
  value: number
}

/** What the process counts for Prometheus; one registry a server, nothing global. Times are seconds. */
export class Meter {
  readonly #registry = new Registry()
  readonly #http = this.histogram('mkt_http_request_seconds', 'Time to answer a request, streams to their end', [
    'method',
    'route',
    'status',
  ])
  readonly #firstToken = this.histogram('mkt_first_token_seconds', 'From submission to the first piece from a host', [])
  readonly #tokens = new Counter({
    name: 'mkt_pieces_total',
    help: 'Pieces of text taken from hosts',
    registers: [this.#registry],
  })
  readonly #ended = new Counter({
    name: 'mkt_jobs_ended_total',
    help: 'Jobs that ended since the start, by how',
    labelNames: ['state'],
    registers: [this.#registry],
  })

  readonly #looks = new Counter({
    name: 'mkt_waiting_looks_total',
    help: 'How often a host that waits was made to look for a job',
    registers: [this.#registry],
  })

  readonly #documents = this.histogram(
    'mkt_document_seconds',
    'Time to analyse a document, by how it ended; waiting for a seat and the upload are not in it',
    ['outcome'],
  )

  constructor() {
    collectDefaultMetrics({ register: this.#registry })
  }

  request(labels: { method: string; route: string; status: string }, seconds: number): void {
    this.#http.observe(labels, seconds)
  }

  firstToken(seconds: number): void {
    this.#firstToken.observe(Math.max(0, seconds))
  }

  pieces(count: number): void {
    this.#tokens.inc(count)
  }

  looked(): void {
    this.#looks.inc()
  }

  ended(state: 'completed' | 'failed'): void {
    this.#ended.inc({ state })
  }

  document(outcome: 'success' | 'unprocessable' | 'gone' | 'error', seconds: number): void {
    this.#documents.observe({ outcome }, seconds)
  }

  /** How long something takes, by labels. Buckets are seconds. */
  histogram(
    name: string,
    help: string,
    labelNames: readonly string[],
    buckets: readonly number[] = SECONDS,
  ): Histogram {
    return new Histogram({
      name,
      help,
      labelNames: [...labelNames],
      buckets: [...buckets],
      registers: [this.#registry],
    })
  }

  /** Figures by one label, looked up when they are asked for. */
  gauges(name: string, help: string, labelName: string, look: () => Promise<ReadonlyMap<string, number>>): void {
    new Gauge({
      name,
      help,
      labelNames: [labelName],
      registers: [this.#registry],
      async collect() {
        const found = await look()
        this.reset()
        for (const [label, value] of found) this.set({ [labelName]: label }, value)
      },
    })
  }

  /** A figure that is looked up when it is asked for. */
  gauge(name: string, help: string, look: () => Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        this.set(await look())
      },
    })
  }

  /**
   * A counter that a part of the server has of its own; the result counts one, or so many. What its labels may be is
   * for the caller to bound.
   */
  counter<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
  ): (labels: Record<L, string>, amount?: number) => void {
    const counter = new Counter({ name, help, labelNames, registers: [this.#registry] })
    return (labels, amount = 1) => counter.inc(labels, amount)
  }

  /** What there is of metrics by name at this moment; those that this process does not have are left out. */
  async samples(names: readonly string[]): Promise<MeterSample[]> {
    const read = await Promise.all(names.map((name) => this.#registry.getSingleMetric(name)?.get()))
    return read
      .filter((metric) => metric !== undefined)
      .flatMap(({ name, values }) =>
        values.map((one) => ({
          name: 'metricName' in one && typeof one.metricName === 'string' ? one.metricName : name,
          ...{ labels: one.labels, value: one.value },
        })),
      )
  }

  /** Everything in the text exposition format, with its content type. */
  async expose(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }
}
