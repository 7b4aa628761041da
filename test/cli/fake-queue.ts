import type { ServerResponse } from 'node:http'
import { market as endpoints } from '@mkt/schemas'
import type { FakeMarket, Seen } from './fake-market.ts'
import { AT, completed, me, submitted } from './samples.ts'

/** A moment of the work at which a test may act; `response` is the answer that is about to go out, or has. */
export interface Moment {
  what: 'submitted' | 'accepted' | 'asked' | 'ended'
  input: string
  response: ServerResponse
}

export interface FakeJob {
  job_id: string
  key: string
  input: string
  body: Record<string, unknown>
}

export interface QueueOptions {
  /** Called at each moment; true keeps the answer back for good. */
  at?: (moment: Moment) => boolean | undefined | Promise<boolean | undefined>
  /** How the n-th job (from 1) of an input ends; completed by default. */
  end?: (input: string, nth: number) => object | undefined
}

/** Makes a marketplace answer as the real one does: one job for each Idempotency-Key, which has ended when asked. */
export function serveJobs(market: FakeMarket, { at, end }: QueueOptions = {}): FakeJob[] {
  const jobs: FakeJob[] = []
  market.script(endpoints.me, { status: 200, body: me })
  market.script(endpoints.runModel, async ({ body, headers }, response) => {
    const { input_text: input } = body as { input_text: string }
    const key = headers['idempotency-key'] as string
    let job = jobs.find((known) => known.key === key)
    if (!job) {
      job = { job_id: `job_${jobs.length + 1}`, key, input, body: body as Record<string, unknown> }
      jobs.push(job)
    }
    if (await at?.({ what: 'submitted', input, response })) return
    answer(response, 202, { ...submitted, job_id: job.job_id })
    await at?.({ what: 'accepted', input, response })
  })
  market.script(endpoints.getJob, async ({ params }: Seen, response) => {
    const job = jobs.find((known) => known.job_id === params.job_id)
    if (!job) return answer(response, 404, { error: 'not_found', message: 'no such job' })
    const { input, job_id } = job
    if (await at?.({ what: 'asked', input, response })) return
    const nth = jobs.filter((other) => other.input === input).indexOf(job) + 1
    answer(response, 200, { ...endOf(input, job_id), ...end?.(input, nth) })
    await at?.({ what: 'ended', input, response })
  })
  return jobs
}

/** The job of a prompt as it ends here. */
export function endOf(input: string, job_id: string): object {
  return { ...completed, job_id, created_at: AT, input_text: input, output_text: `re: ${input}` }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
