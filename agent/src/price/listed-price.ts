import { Failure } from '../failure.ts'
import { priceWords } from '../words/price.ts'
import { OTHERS, type PriceList } from './price-file.ts'

/** What a host asks that sells these models, whose price it is, and which have a lower one. */
export interface ListedPrice {
  price_nano: bigint
  model: string
  cheaper: string[]
}

/**
 * A host has one price for all its models, so it is that of the dearest: none is sold for less than its owner wants.
 * Throws a Failure (usage) where a model has none.
 */
export function listedPrice(list: PriceList, models: readonly string[]): ListedPrice {
  const priceOf = (model: string) => list.get(model) ?? list.get(OTHERS)
  const unpriced = models.filter((model) => priceOf(model) === undefined)
  if (unpriced.length > 0) throw new Failure('usage', priceWords.unpriced(unpriced), [priceWords.priceThem])
  const prices = models.map((model) => ({ model, nano: priceOf(model) ?? 0n }))
  const dearest = prices.reduce(
    (most, one) => (one.nano > most.nano ? one : most),
    prices[0] ?? { model: '', nano: 0n },
  )
  const cheaper = prices.filter(({ nano }) => nano < dearest.nano).map(({ model }) => model)
  return { price_nano: dearest.nano, model: dearest.model, cheaper }
}
