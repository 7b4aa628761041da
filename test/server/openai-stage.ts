import type { JobOffer, PieceNote } from '@mkt/schemas'
import OpenAI from 'openai'
import { type HostOptions, type Marketplace, startMarketplace, type TestHost, type TestUser } from './marketplace.ts'

/** What a host answers an offer with, in one entry. */
export interface Reply {
  tokens?: string[]
  notes?: PieceNote[]
  finish_reason?: string
  usage?: object
  error?: object
}

/** A marketplace with a buyer who uses the `openai` client, and one host that can do everything. */
export async function openStage(host: HostOptions = {}) {
  const place: Marketplace = await startMarketplace()
  const buyer: TestUser = await place.user()
  const able = await place.host({ capabilities: ['tools', 'json_schema', 'logprobs', 'images'], ...host })
  const openai = new OpenAI({ apiKey: buyer.token, baseURL: `${place.url}/v1`, maxRetries: 0 })
  return { place, buyer, host: able, openai, serve: (reply: Reply, by: TestHost = able) => serve(by, reply) }
}
export type Stage = Awaited<ReturnType<typeof openStage>>

/** Takes the next job of a host and answers it; its offer. */
export async function serve(host: TestHost, { tokens = [], finish_reason = 'stop', error, ...more }: Reply) {
  const offer: JobOffer | null = await host.next(10)
  if (!offer) throw new Error('no job came')
  const end = error ? { error } : { finish_reason }
  await host.results([{ job_id: offer.job_id, attempt: offer.attempt, offset: 0, tokens, ...more, ...end }])
  return offer
}

/** All chunks of a stream. */
export async function chunksOf<T>(stream: AsyncIterable<T>): Promise<T[]> {
  return await Array.fromAsync(stream)
}
