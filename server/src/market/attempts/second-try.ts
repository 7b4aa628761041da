import { bitOf, covers } from '../../storage/capability-mask.ts'
import { listsHost } from '../../storage/chosen-hosts.ts'
import type { Market } from '../deps.ts'
import type { Doubt } from '../jobs/machine.ts'
import type { ModelOffers } from '../jobs/offers.ts'
import { type SecondTry, type Wish, wishOf } from '../jobs/store.ts'
import { STANDING, STANDING_MS, type Standing } from '../trust/standing.ts'

/**
 * The standing of a stranger that lost a job, of the best other host that could run it, and of the best that could go
 * on with its text; undefined where nobody else could, and among one's own. Read before the loss is written: what is
 * asked for never changes, and reads of the offers must not wait in a transaction.
 */
export async function doubtOf(
  { trust, offers, database }: Market,
  { job_id, host_id, model }: { job_id: string; host_id: string; model: string },
): Promise<Doubt | undefined> {
  if (trust === 'own') return undefined
  const [known, wish] = [await offers.of(model), await wishOf(database, job_id)]
  if (!known || !wish) return undefined
  const best = bestOther(known, host_id, wish)
  const heir = bestOther(known, host_id, { ...wish, needs: wish.needs | bitOf('prefix') })
  return { own: known.standingOf(host_id), best, heir }
}

/** Whether another of one's own hosts could run a job that was lost. */
export async function runsElsewhere(
  { trust, offers, database }: Market,
  { job_id, host_id, model }: { job_id: string; host_id: string; model: string },
): Promise<boolean> {
  if (trust !== 'own') return false
  const [known, wish] = [await offers.of(model), await wishOf(database, job_id)]
  return known !== undefined && wish !== undefined && bestOther(known, host_id, wish) !== undefined
}

function bestOther(offers: ModelOffers, host_id: string, wish: Wish): Standing | undefined {
  const { max_tokens, price_cap_nano, input_cap_nano, only_hosts, not_hosts, target_host_id, needs } = wish
  if (target_host_id !== null) return undefined
  return offers.offers.reduce<Standing | undefined>((best, offer) => {
    const within = offer.price_nano <= price_cap_nano && offer.input_price_nano <= input_cap_nano
    const may = offer.host_id !== host_id && offer.max_tokens >= max_tokens && within
    if (!may || !covers(offer.capabilities, needs)) return best
    if (only_hosts !== null && !listsHost(only_hosts, offer.host_id)) return best
    if (not_hosts !== null && listsHost(not_hosts, offer.host_id)) return best
    const standing = offers.standingOf(offer.host_id)
    return best === undefined || standing > best ? standing : best
  }, undefined)
}

/**
 * Who may have a job again after so many failures: a proven host after the first, a leading one after the next, as far
 * as there is one. Whoever shall end jobs by failing them must be paid as honest hosts are.
 */
export function secondTry({ clock }: Pick<Market, 'clock'>, failures: number, best: Standing | undefined): SecondTry {
  const wanted = Math.min(failures, STANDING.leading, best ?? STANDING.new)
  return { least_standing: wanted, standing_until: wanted === STANDING.new ? null : clock.now() + STANDING_MS }
}
