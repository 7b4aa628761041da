import { formatCredits, type ModelPricesSaid } from '@mkt/schemas'
import type { Config } from '../config.ts'
import type { RegisteredAs } from '../state.ts'

type Prices = NonNullable<ModelPricesSaid['model_prices']>

/** What a host says of the models that cost otherwise than its others. Pure. */
export function ownModelPrices({ models, model_prices, price_nano, input_price_nano }: Config): Prices {
  const prices: Prices = {}
  for (const { name } of models) {
    const own = model_prices[name]
    if (!own) continue
    const { nano, input_nano = input_price_nano } = own
    if (nano === price_nano && input_nano === input_price_nano) continue
    prices[name] = {
      price_per_token: nano,
      ...(input_nano === input_price_nano ? {} : { price_per_input_token: input_nano }),
    }
  }
  return prices
}

/** The same as the state keeps it. Pure. */
export function keptModelPrices(prices: Prices): NonNullable<RegisteredAs['model_prices']> {
  const texts = Object.entries(prices).map(([model, { price_per_token, price_per_input_token: input }]) => [
    model,
    {
      price_per_token: formatCredits(price_per_token),
      ...(input === undefined ? {} : { price_per_input_token: formatCredits(input) }),
    },
  ])
  return Object.fromEntries(texts)
}
