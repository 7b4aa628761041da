import { market as endpoints } from '@mkt/schemas'
import { noteReading } from '../../server/src/market/disputes/store.ts'
import type { Marketplace, TestHost, TestUser } from '../server/marketplace.ts'

const TOKENS = 40
/** What the reader itself would have written at each place, and how unlikely it finds what stands there. */
const LIKELIER = [-0.1, -3, -3.5, -4, -5]
const SURPRISED = -9

interface Disputed {
  job_id: string
  buyer: TestUser
  host: TestHost
}

/** Has a disputed text read as a trusted host reads it, which finds it unlike the model. */
export async function readDispute({ database }: Marketplace, { job_id, buyer, host }: Disputed): Promise<void> {
  const { host_id } = host
  await host.client.call(endpoints.heartbeatHost, {
    body: { host_id, gpu_utilization: 0, available_models: ['m'], capabilities: ['logprobs'] },
  })
  const body = { model: 'm', input_text: 'read', max_tokens: TOKENS, logprobs: true, top_logprobs: LIKELIER.length }
  const reading = await buyer.client.call(endpoints.runModel, { body })
  await host.next(10)
  const top_logprobs = LIKELIER.map((logprob, place) => ({ token: `u${place}`, logprob }))
  const notes = Array.from({ length: TOKENS }, (_, at) => ({
    at,
    logprobs: [{ token: 't', logprob: SURPRISED, top_logprobs }],
  }))
  await host.results([{ job_id: reading.job_id, tokens: Array(TOKENS).fill('t'), notes, finish_reason: 'stop' }])
  await database.transaction((tx) => noteReading(tx, { job_id, score_job_id: reading.job_id }))
}
