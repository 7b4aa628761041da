import { z } from 'zod'
import { credits, creditsNotNegative } from './credits.ts'
import { modelName } from './model-name.ts'

/** A price per token: not negative, at most 9 decimals, in nano-credits. */
export const pricePerToken = creditsNotNegative
export const inputPrice = pricePerToken.meta({ description: 'Credits for a token of the prompt; 0 unless said.' })

/** What a host asks for single models; what it leaves out stays as it was. */
export const modelPricesSaid = {
  model_prices: z
    .record(modelName, z.object({ price_per_token: pricePerToken, price_per_input_token: pricePerToken.optional() }))
    .refine((models) => Object.keys(models).length <= 100, { error: 'must name at most 100 models' })
    .optional()
    .meta({
      description:
        "Prices of single models, where they differ from the host's: of all such models at once, so that one that is " +
        'not named costs what the host asks for its others.',
    }),
}
export interface ModelPricesSaid {
  model_prices?: Record<string, { price_per_token: bigint; price_per_input_token?: bigint | undefined }> | undefined
}

/** As they are shown: whole, of the models alone that have prices of their own. */
export const modelPricesShown = {
  model_prices: z
    .record(z.string(), z.object({ price_per_token: credits, price_per_input_token: credits }))
    .optional()
    .meta({ description: "Of the models whose prices differ from the host's. Older servers do not say it." }),
}
