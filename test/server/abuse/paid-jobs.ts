import { market as endpoints } from '@mkt/schemas'
import type { Marketplace, TestHost, TestUser } from '../marketplace.ts'

interface Paid {
  model?: string
  tokens?: number
  /** The buyer's own limit. */
  max_price?: bigint
  /** A host of the buyer's own. */
  host_id?: string
}

/** A buyer's job that a host runs to its end; `tokens` are asked for and generated. */
export async function buy(host: TestHost, buyer: TestUser, options: Paid = {}): Promise<void> {
  const { model = 'm', tokens = 32, max_price, host_id } = options
  const more = { ...(max_price === undefined ? {} : { max_price_per_token: max_price }), ...(host_id && { host_id }) }
  const body = { model, input_text: 'x', max_tokens: tokens, ...more }
  const { job_id } = await buyer.client.call(endpoints.runModel, { body })
  const offer = await host.next()
  if (offer?.job_id !== job_id) throw new Error('the host did not get the job')
  await host.results([{ job_id, tokens: Array(tokens).fill('word'), finish_reason: 'stop' }])
}

/** Makes hosts proven as honest ones become so: each completes five jobs that two buyers pay. */
export async function prove(place: Marketplace, hosts: readonly TestHost[], options: Paid = {}): Promise<void> {
  const buyers = [await place.user(), await place.user()] as const
  for (const host of hosts) for (let job = 0; job < 5; job++) await buy(host, buyers[job % 2 ? 1 : 0], options)
}

export const setPrice = (host: TestHost, price_per_token: bigint) =>
  host.client.call(endpoints.changeHost, { body: { price_per_token } })
