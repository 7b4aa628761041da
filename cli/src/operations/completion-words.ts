import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { DEFAULT_DOCUMENTS_SERVER, DEFAULT_SERVER } from '../default-servers.ts'
import { makePrivateDirectory } from '../private-directory.ts'
import { configDirectory, readToken, tokenPath } from '../token-file.ts'
import { isShellWord, type WordKind } from '../words/kinds.ts'

/** Where the words of a kind stand in the answers of the API. */
const SOURCES: Record<WordKind, { service: 'market' | 'documents'; path: string; list: string; member: string }> = {
  model: { service: 'market', path: '/models', list: 'models', member: 'name' },
  job: { service: 'market', path: '/jobs?limit=50', list: 'jobs', member: 'job_id' },
  tok: { service: 'market', path: '/users/me/tokens', list: 'tokens', member: 'token_id' },
  host: { service: 'market', path: '/users/me/hosts', list: 'hosts', member: 'host_id' },
  usr: { service: 'market', path: '/admin/users?limit=100', list: 'users', member: 'user_id' },
  wdr: { service: 'market', path: '/admin/withdrawals?limit=100', list: 'withdrawals', member: 'withdrawal_id' },
  whk: { service: 'market', path: '/users/me/webhooks', list: 'webhooks', member: 'webhook_id' },
  psk: { service: 'market', path: '/users/me/passkeys', list: 'passkeys', member: 'passkey_id' },
  doc: { service: 'documents', path: '/documents?limit=50', list: 'documents', member: 'document_id' },
}

/** A person who presses Tab waits no longer than this for the server. */
const PATIENCE_MS = 1000
/** Tab is pressed several times in a row. */
const FRESH_MS = 15_000

/**
 * The words that a shell may complete here, one a line; nothing at all where they cannot be had, for whatever reason. A
 * shell waits for it, so the contract's schemas and client, which take long to load, are not used.
 */
export async function completionWords(kind: WordKind): Promise<void> {
  const words = await wordsOf(kind, readConfig()).catch(() => [])
  if (words.length > 0) process.stdout.write(`${words.join('\n')}\n`)
}

async function wordsOf(kind: WordKind, config: Config): Promise<string[]> {
  const { service, path, list, member } = SOURCES[kind]
  const market = service === 'market'
  const server = market ? (config.server ?? DEFAULT_SERVER) : (config.documentsServer ?? DEFAULT_DOCUMENTS_SERVER)
  const base = new URL(server).href.replace(/\/+$/, '')
  const saved = await readToken(tokenPath(base, config.directory))
  const token = (market ? config.token : config.documentsKey) ?? saved?.token
  const cache = cachePath(config, [base, token, kind])
  const kept = await readCache(cache, config.now())
  if (kept) return kept
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await fetch(base + path, { headers, signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' })
  const rows = answer.ok ? ((await answer.json()) as Record<string, Record<string, unknown>[]>)[list] : undefined
  const words = (rows ?? []).map((row) => row[member]).filter(isShellWord)
  await keepCache(cache, { at: config.now(), words })
  return words
}

function cachePath({ directory }: Config, what: readonly (string | undefined)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 32)
  return join(configDirectory(directory), 'completion', `${digest}.json`)
}

async function readCache(path: string, now: number): Promise<string[] | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '{}')
  const { at, words } = JSON.parse(text) as { at?: number; words?: unknown[] }
  if (at === undefined || now - at > FRESH_MS || now < at) return undefined
  return words?.filter(isShellWord)
}

/** Words that cannot be kept are asked for again. */
async function keepCache(path: string, kept: { at: number; words: string[] }): Promise<void> {
  try {
    await makePrivateDirectory(dirname(path))
    await writeFile(path, JSON.stringify(kept), { mode: 0o600 })
  } catch {}
}
