import { Failure } from '../failure.ts'
import { priceWords } from '../words/price.ts'
import { type ModelPrice, OTHERS, type PriceList } from './price-file.ts'

/** What a host asks that sells these models: for any of them, and for each. */
export interface ListedPrices {
  /** That of the dearest, for a server that knows no prices by model: none is sold for less than its owner wants. */
  price_nano: bigint
  model_prices: Record<string, ModelPrice>
}

/** The prices of these models. Throws a Failure (usage) where one has none. */
export function listedPrices(list: PriceList, models: readonly string[]): ListedPrices {
  const priceOf = (model: string) => list.get(model) ?? list.get(OTHERS)
  const unpriced = models.filter((model) => priceOf(model) === undefined)
  if (unpriced.length > 0) throw new Failure('usage', priceWords.unpriced(unpriced), [priceWords.priceThem])
  const prices = models.map((model) => [model, priceOf(model) as ModelPrice] as const)
  const price_nano = prices.reduce((most, [, { nano }]) => (nano > most ? nano : most), 0n)
  return { price_nano, model_prices: Object.fromEntries(prices) }
}
