import { formatCredits } from '@mkt/schemas'
import type { Config } from '../config.ts'
import type { Effects } from '../effects.ts'
import { describeMarket, pricesOfOthers } from '../price/market-price.ts'
import { pickPrice, strangePrice } from '../price/pick-price.ts'
import { marketHosts, paidThere } from '../price/settle-price.ts'
import type { Identity } from '../state.ts'
import { doctorWords } from '../words/doctor.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** The price beside what others ask for the same models. */
export async function examinePrice(
  effects: Effects,
  config: Config,
  { models, known }: { models: readonly string[]; known: Identity | undefined },
): Promise<Finding> {
  let others: bigint[]
  try {
    others = pricesOfOthers(await marketHosts(config.server, effects), { models, own: known?.host_id })
  } catch (error) {
    return warn('price', doctorWords.othersUnknown((error as Error).message), doctorWords.serverFirst)
  }
  const what = models.length === 1 ? (models[0] as string) : `these ${models.length} models`
  const beside = describeMarket(what, others)
  const paid = config.price.kind === 'fixed' ? undefined : await paidThere(config, effects)
  const start = pickPrice(config, { others, paid }, known)
  if (start === undefined) return fail('price', beside, doctorWords.givePrice)
  const strange = strangePrice({ ...config, price_nano: start }, others, known)
  if (strange !== undefined) return warn('price', strange, doctorWords.otherPrice)
  const way = config.price.kind === 'fixed' ? '' : `${config.price.kind}, from `
  return ok('price', doctorWords.price(way, formatCredits(start), beside))
}
