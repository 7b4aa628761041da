import { aiSdk } from './ai-sdk-client.ts'
import { anthropic } from './anthropic-client.ts'
import { type Client, type Door, FEATURES, type Feature, type Told } from './features.ts'
import { langChain } from './langchain-client.ts'
import { llamaIndex } from './llamaindex-client.ts'
import { openAi } from './openai-client.ts'

/** Clients as npm has them, unchanged. */
export const CLIENTS: readonly Client[] = [openAi, anthropic, aiSdk, langChain, llamaIndex]

/** What was seen of each client, by its name. */
export type Seen = Map<string, Map<Feature, string>>
export const nothingSeen = (): Seen => new Map(CLIENTS.map(({ name }) => [name, new Map()]))

/** What was seen, as the page of doors has it; a dash: the client has no such call. */
export function tableOf(seen: Seen): string {
  const names = CLIENTS.map(({ name, version }) => `${name} ${version}`)
  const rows = Object.entries(FEATURES).map(([feature, words]) => {
    const cells = CLIENTS.map(({ name }) => seen.get(name)?.get(feature as Feature) ?? '-')
    return `| ${[words, ...cells].join(' | ')} |`
  })
  return [`| | ${names.join(' | ')} |`, `|---|${CLIENTS.map(() => '---|').join('')}`, ...rows].join('\n')
}

/** The page with the table between the comments of this name, and whether it had it already. */
export function withTable(page: string, name: string, table: string): { page: string; had: boolean } {
  const form = new RegExp(`(<!-- ${name} -->\\n)([\\s\\S]*?)(\\n<!-- end of ${name} -->)`)
  const had = form.exec(page)?.[2] === table
  return { page: page.replace(form, (_all, begin, _old, end) => `${begin}${table}${end}`), had }
}

/** What a client says of a chat that fails. */
export async function failure(client: Client, door: Door, temperature?: number): Promise<Told | undefined> {
  const error = await client.fails(door, temperature).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error === undefined ? undefined : client.told(error)
}
