import type { LiveStream } from '../../live/streams.ts'
import { bitOf, covers } from '../../storage/capability-mask.ts'
import { listsHost } from '../../storage/chosen-hosts.ts'
import type { Market } from '../deps.ts'
import { hostById } from '../hosts/store.ts'
import type { HostOffer } from '../jobs/offers.ts'
import { type Wish, wishOf } from '../jobs/store.ts'
import { isContinuable } from './continuable.ts'

/** Other hosts that are asked whether they have room, the cheapest first. */
const MOST_ASKED = 8

/**
 * Whether another host can go on at once with the text of a job whose host is stopping: it can take a prefix and do
 * all that the job needs, at its price, and has a free slot. Where nothing is written yet, or it could
 * not be gone on with, its host has its 30 seconds.
 */
export async function handsOver(market: Market, stream: LiveStream): Promise<boolean> {
  if (stream.length === stream.prefix) return false
  return (await market.streams.refresh(stream)) && isContinuable(stream) && (await isFree(market, stream, PREFIX))
}

/** The same of one whose host is gone: it goes on, or begins where there is nothing to go on with. */
export async function othersMayRun(market: Market, stream: LiveStream): Promise<boolean> {
  if (!(await market.streams.refresh(stream))) return false
  if (stream.length === 0) return await isFree(market, stream, 0)
  return isContinuable(stream) && (await isFree(market, stream, PREFIX))
}

const PREFIX = bitOf('prefix')

/** Whether a host other than the job's may have it, which must be able to do this too, and has room. */
async function isFree(market: Market, { job_id, host_id, model }: LiveStream, besides: number): Promise<boolean> {
  const [offers, wish] = [await market.offers.of(model), await wishOf(market.database, job_id)]
  if (!offers || !wish || wish.target_host_id !== null) return false
  const able = offers.offers.filter((offer) => offer.host_id !== host_id && mayRun(offer, wish, besides))
  for (const offer of able.sort((a, b) => Number(a.price_nano - b.price_nano)).slice(0, MOST_ASKED)) {
    const host = await hostById(market.database, offer.host_id)
    if (host?.status === 'active' && (await market.streams.countOf(offer.host_id)) < host.concurrency) return true
  }
  return false
}

function mayRun(offer: HostOffer, wish: Wish, besides: number): boolean {
  const { max_tokens, price_cap_nano, input_cap_nano, only_hosts, not_hosts, needs } = wish
  const chosen = only_hosts === null || listsHost(only_hosts, offer.host_id)
  const left = chosen && (not_hosts === null || !listsHost(not_hosts, offer.host_id))
  const within = offer.price_nano <= price_cap_nano && offer.input_price_nano <= input_cap_nano
  return left && within && offer.max_tokens >= max_tokens && covers(offer.capabilities, needs | besides)
}
