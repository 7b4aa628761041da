import { z } from 'zod'
import { modelName } from './model-name.ts'
import { timestamp } from './text.ts'

/** The models that a request may go to, the most wanted first: the first that can be served gets it. */
export const wantedModels = z.array(modelName).min(1).max(20).meta({
  description: 'Models to fall back to, after `model` where that is given: the first that can be served now is asked.',
})

/** A name of the operator's that stands for models, the most wanted first. */
export const modelAlias = z
  .object({ alias: z.string(), models: z.array(z.string()), changed_at: timestamp })
  .meta({ id: 'ModelAlias' })
export type ModelAlias = z.infer<typeof modelAlias>
export const modelAliasList = z.object({ aliases: z.array(modelAlias) })
export const modelAliasChange = z.object({ models: wantedModels }).meta({ id: 'ModelAliasChange' })
