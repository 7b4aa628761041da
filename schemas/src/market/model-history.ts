import { z } from 'zod'
import { credits } from '../credits.ts'
import { defineEndpoint } from '../endpoint.ts'
import { modelName } from '../model-name.ts'
import { timestamp } from '../text.ts'

const soldHour = z
  .object({
    hour: timestamp.meta({ description: 'Its beginning' }),
    price_per_token: credits.meta({ description: 'What a token cost on average' }),
    tokens: z.int().min(0),
    credits: credits.meta({ description: 'What was paid for all of them' }),
  })
  .meta({ id: 'SoldHour' })
export type SoldHour = z.infer<typeof soldHour>

const modelHistory = defineEndpoint({
  name: 'modelHistory',
  method: 'GET',
  path: '/models/history',
  credential: 'none',
  summary:
    'What others paid for models lately, hour by hour, by name; hours without a sale are left out, and so are models ' +
    'that were not sold',
  query: z.object({
    model: modelName.optional().meta({ description: 'This one only' }),
    hours: z.coerce.number().int().min(1).max(168).default(24),
    after: modelName.optional().meta({ description: 'Models behind this name: the last one of the page before' }),
    limit: z.coerce.number().int().min(1).max(100).default(100),
  }),
  answers: { 200: z.object({ models: z.array(z.object({ name: z.string(), hours: z.array(soldHour) })) }) },
  errors: [],
})

export const modelHistoryEndpoints = { modelHistory }
