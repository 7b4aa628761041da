import { formatCredits } from '@mkt/schemas'
import type { Config } from '../config.ts'
import type { Effects } from '../effects.ts'
import { Failure } from '../failure.ts'
import { listedPrices } from '../price/listed-price.ts'
import { describeMarket, pricesOfOthers } from '../price/market-price.ts'
import { pricesKept } from '../price/own-prices.ts'
import { pickPrice, strangePrice } from '../price/pick-price.ts'
import { marketHosts, paidThere } from '../price/settle-price.ts'
import type { Identity } from '../state.ts'
import { doctorWords } from '../words/doctor.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** The price beside what others ask for the same models. */
export async function examinePrice(
  effects: Effects,
  given: Config,
  { models, known }: { models: readonly string[]; known: Identity | undefined },
): Promise<Finding> {
  let config = given
  let others: bigint[]
  try {
    if (given.price_list) config = { ...given, ...listedPrices(given.price_list, models) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return fail('price', error.message, error.hints.join(' '))
  }
  try {
    others = pricesOfOthers(await marketHosts(config.server, effects), { models, own: known?.host_id })
  } catch (error) {
    return warn('price', doctorWords.othersUnknown((error as Error).message), doctorWords.serverFirst)
  }
  const what = models.length === 1 ? (models[0] as string) : `these ${models.length} models`
  const beside = describeMarket(what, others)
  const paid = config.price.kind === 'fixed' ? undefined : await paidThere(config, effects)
  const { factor_nano } = config.price
  const start = pickPrice(config, { others, paid, factor_nano, own: pricesKept(known) }, known)
  if (start === undefined) return fail('price', beside, doctorWords.givePrice)
  const strange = strangePrice({ ...config, price_nano: start }, others, known)
  if (strange !== undefined) return warn('price', strange, doctorWords.otherPrice)
  const way = config.price.kind === 'fixed' ? '' : `${config.price.kind}, from `
  return ok('price', doctorWords.price(way, formatCredits(start), beside))
}
