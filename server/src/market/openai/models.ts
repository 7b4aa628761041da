import { formatCredits, model as modelSchema, type OpenAiModel } from '@mkt/schemas'
import type { z } from 'zod'
import type { Alias } from '../aliases/alias-book.ts'
import type { Market } from '../deps.ts'
import { MOST_ROWS } from '../hosts/listing-page.ts'
import { firstSeen } from '../hosts/model-store.ts'

/** What is on offer as OpenAI lists it: models, and the names that stand for them. */
export async function listModels(market: Market): Promise<OpenAiModel[]> {
  const models = await market.details.get()
  const names = models.keys(MOST_ROWS)
  const listed = await describeModels(market, names)
  const aliases = [...(await market.aliases.all())].flatMap(([name, alias]) => aliased(name, alias, listed) ?? [])
  const own = new Set(aliases.map(({ id }) => id))
  return [...aliases, ...listed.filter(({ id }) => !own.has(id))]
}

/** One of them; undefined where nobody offers it. */
export async function oneModel(market: Market, name: string): Promise<OpenAiModel | undefined> {
  const alias = (await market.aliases.all()).get(name)
  const models = await describeModels(market, alias ? [...alias.models] : [name])
  return alias ? aliased(name, alias, models) : models[0]
}

/** A name has the facts of the first of its models that hosts serve now, else of the first that is listed. */
function aliased(id: string, { models, changed_at }: Alias, listed: readonly OpenAiModel[]): OpenAiModel | undefined {
  const known = models.flatMap((name) => listed.find((model) => model.id === name) ?? [])
  const facts = known.find(({ available_hosts }) => available_hosts > 0) ?? known[0]
  return facts && { ...facts, id, created: Math.floor(changed_at / 1000), alias_of: [...models] }
}

async function describeModels(market: Market, names: readonly string[]): Promise<OpenAiModel[]> {
  const models = await market.details.get()
  const seen = await firstSeen(market.database, names)
  return names.flatMap((name) => {
    const text = models.text(name)
    if (text === undefined) return []
    // A name beyond those that are remembered of its host has no earlier time than this.
    const created = Math.floor((seen.get(name) ?? market.clock.now()) / 1000)
    return [describe(facts.parse(JSON.parse(text)), created)]
  })
}

const facts = modelSchema.pick({
  name: true,
  available_hosts: true,
  min_price_per_token: true,
  max_tokens: true,
  context_length: true,
  min_price_per_input_token: true,
  capabilities: true,
})

function describe(model: z.output<typeof facts>, created: number): OpenAiModel {
  return {
    id: model.name,
    object: 'model',
    created,
    owned_by: 'mkt',
    context_length: model.context_length ?? null,
    max_completion_tokens: model.max_tokens,
    available_hosts: model.available_hosts,
    capabilities: model.capabilities ?? [],
    pricing: {
      prompt: formatCredits(model.min_price_per_input_token ?? 0n),
      completion: formatCredits(model.min_price_per_token),
    },
  }
}
