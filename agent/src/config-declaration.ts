import { backendName } from '@mkt/schemas'
import { z } from 'zod'
import { ENGINE_KEYS, SETTINGS, type SettingKey } from './settings.ts'

const decimal = z.union([z.number().min(0), z.string().regex(/^\d+(\.\d{1,9})?$/)])
const whole = (min: number, max: number) => z.int().min(min).max(max)
const httpUrl = z.string().regex(/^https?:\/\//)
const modelText = z.string().regex(/^[^=]+(=.+)?$/)

/** What each setting takes in a file. */
const MEMBERS: Record<SettingKey, z.ZodType> = {
  server: httpUrl,
  backend: backendName,
  model: z.union([modelText, z.array(modelText).min(1).max(100)]),
  provider: z.enum(['openai', 'ollama']),
  endpoint_url: httpUrl,
  price: z.union([z.enum(['market', 'auto']), decimal]),
  price_factor: decimal,
  price_file: z.string(),
  input_price: decimal,
  price_min: decimal,
  price_max: decimal,
  gpu: z.string().max(200),
  concurrency: whole(1, 1000),
  state: z.string(),
  max_tokens: whole(1, 1_000_000),
  mode: z.enum(['chat', 'completion']),
  first_token_timeout: whole(1, 86_400),
  idle_timeout: whole(1, 86_400),
  channel: z.enum(['on', 'off']),
  log_level: z.enum(['debug', 'info', 'warn', 'error']),
}

/** A model in the list of an engine, where NAME or NAME=ENGINE_MODEL does not say enough. */
const offeredModel = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[^=]+$/)
    .meta({ description: 'what buyers see' }),
  engine_model: z.string().min(1).optional().meta({ description: 'what the engine calls it, where that differs' }),
  max_tokens: whole(1, 1_000_000).optional().meta({ description: 'the longest answer offered, in tokens' }),
})

const described = (keys: readonly SettingKey[]) =>
  Object.fromEntries(
    keys.map((key) => {
      const help = SETTINGS.find((setting) => setting.key === key)?.help as string
      return [key, MEMBERS[key].optional().meta({ description: help })]
    }),
  )

const engine = z.strictObject({
  name: z.string().min(1).max(64).meta({ description: 'what the log calls it' }),
  models: z
    .union([
      z.enum(['all', 'auto']),
      z
        .array(z.union([modelText, offeredModel]))
        .min(1)
        .max(100),
    ])
    .meta({ description: 'all (or auto): what the engine lists; or names: NAME, NAME=ENGINE_MODEL, or an object' }),
  ...described(ENGINE_KEYS.filter((key) => key !== 'model')),
})

/** The configuration file: the settings of one engine beside the host's own, or a list of engines. */
export const configDeclaration = z
  .strictObject({
    $schema: z.string().optional(),
    ...described(SETTINGS.map(({ key }) => key)),
    engines: z.array(engine).min(1).max(20).optional().meta({ description: 'several engines, each with its models' }),
  })
  .meta({ title: 'mkt-agent.json', description: 'Settings of mkt-agent; comments are allowed.' })

/** What an entry of `engines` may have. */
export const ENGINE_MEMBERS: readonly string[] = Object.keys(engine.shape)
export const MODEL_MEMBERS: readonly string[] = Object.keys(offeredModel.shape)

/** The JSON Schema that is shipped as mkt-agent.schema.json, as text. */
export function configSchemaText(): string {
  return `${JSON.stringify(z.toJSONSchema(configDeclaration), null, 2)}\n`
}
