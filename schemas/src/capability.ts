import { z } from 'zod'
import { modelName } from './model-name.ts'

/**
 * What an engine can do beside continuing a prompt: `prefix` goes on from the middle of an answer, `scoring` says how
 * likely its model holds a given answer, `vectors_only` is one that writes none and makes vectors or scores of texts,
 * the others are of OpenAI's API. The order is that of the bits in which servers keep them: new ones are added at the
 * end.
 */
export const CAPABILITIES = [
  'prefix',
  'tools',
  'json_schema',
  'logprobs',
  'images',
  'embeddings',
  'rerank',
  'scoring',
  'vectors_only',
] as const
export const capability = z.enum(CAPABILITIES)
export type Capability = z.infer<typeof capability>

const KNOWN: ReadonlySet<string> = new Set(CAPABILITIES)
/** As a host says them: names of later versions are passed over. */
const said = z
  .array(z.string().max(64))
  .max(100)
  .transform((names) => [...new Set(names)].filter((name): name is Capability => KNOWN.has(name)))
  .meta({ description: `Of ${CAPABILITIES.join(', ')}; other names are passed over.` })

/** What a host says of its engines; what it leaves out stays as it was. */
export const capabilitiesSaid = {
  capabilities: said.optional(),
  model_capabilities: z
    .record(modelName, said)
    .refine((models) => Object.keys(models).length <= 100, { error: 'must name at most 100 models' })
    .optional()
    .meta({ description: "Those of single models, where they differ from the host's: of all such models at once." }),
}
export interface CapabilitiesSaid {
  capabilities?: Capability[] | undefined
  model_capabilities?: Record<string, Capability[]> | undefined
}

/** As they are shown. */
export const capabilityList = z.array(capability)
export const capabilitiesShown = {
  capabilities: capabilityList.optional(),
  model_capabilities: z.record(z.string(), capabilityList).optional(),
}
