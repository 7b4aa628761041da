import { type JsonSchema, parseCredits, type Tool } from '@mkt/schemas'
import { signal } from '@preact/signals'

/** How the next message is asked. Texts as the person wrote them; empty ones are left to the server. */
export interface Settings {
  model: string
  /** Asked the same beside it; empty: none. */
  second: string
  system: string
  temperature: number
  max_tokens: string
  /** Credits for 1,000 tokens. */
  price_limit: string
  /** Functions that the model may call, as JSON; empty: none. */
  tools: string
  /** The JSON schema that the answer must fit; empty: any text. */
  schema: string
}

export const FRESH: Settings = {
  model: '',
  second: '',
  system: '',
  temperature: 0.7,
  max_tokens: '512',
  price_limit: '',
  tools: '',
  schema: '',
}

export const settings = signal<Settings>(FRESH)

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part }
}

const THOUSAND = 1000n

/** The limit for one token in nano-credits; undefined where there is none, or where it is no amount. */
export function limitOf({ price_limit }: Settings): bigint | undefined {
  const nano = parseCredits(price_limit.trim())
  return nano === undefined || nano < 0n ? undefined : nano / THOUSAND
}

interface Read<T> {
  value: T
  wrong: boolean
}

/** A list of tools, or of their functions alone, as people copy either. What else is wrong the server says. */
export function readTools(text: string): Read<{ tools?: Tool[] }> {
  const given = readJson(text)
  if (given === undefined) return { value: {}, wrong: text.trim() !== '' }
  const list = Array.isArray(given) ? given : [given]
  if (!list.every(isObject)) return { value: {}, wrong: true }
  const tools = list.map((one) => ('function' in one ? one : { type: 'function', function: one }))
  return { value: tools.length > 0 ? { tools: tools as unknown as Tool[] } : {}, wrong: false }
}

type Format = { type: 'json_schema'; json_schema: { name: string; schema: JsonSchema } }

export function readSchema(text: string): Read<{ response_format?: Format }> {
  const schema = readJson(text)
  if (!isObject(schema)) return { value: {}, wrong: text.trim() !== '' }
  const name =
    String(schema.title ?? '')
      .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
      .slice(0, 64) || 'answer'
  return { value: { response_format: { type: 'json_schema', json_schema: { name, schema } } }, wrong: false }
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What is wrong with the settings, by name. */
export function faultsOf(given: Settings): Partial<Record<keyof Settings, true>> {
  const tokens = Number(given.max_tokens)
  const tokensWrong = given.max_tokens !== '' && !(Number.isInteger(tokens) && tokens >= 1 && tokens <= 1_000_000)
  const limitWrong = given.price_limit.trim() !== '' && limitOf(given) === undefined
  return {
    ...(tokensWrong ? { max_tokens: true } : {}),
    ...(limitWrong ? { price_limit: true } : {}),
    ...(readTools(given.tools).wrong ? { tools: true } : {}),
    ...(readSchema(given.schema).wrong ? { schema: true } : {}),
  }
}
