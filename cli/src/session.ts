import { type Client, createClient } from '@mkt/schemas/client'
import { type Config, readConfig } from './config.ts'
import { DEFAULT_SERVER } from './default-servers.ts'
import { Failure } from './failure.ts'
import { tellingOfSilence } from './tell-silence.ts'
import { readToken, type SavedToken, tokenPath } from './token-file.ts'
import { accountWords } from './words/account.ts'

/** Options that every command takes. */
export interface GlobalOptions {
  server?: string
  /** Nothing is cut or wrapped to fit the terminal. */
  wide?: boolean
}

/** One run of the program against one server. */
export interface Session {
  config: Config
  /** The base URL, without a slash at its end. */
  server: string
  /** Speaks with the token of MKT_TOKEN, else with the saved one, else without. */
  client: Client
  saved: SavedToken | undefined
  tokenPath: string
  hasToken: boolean
  /** The command line that does `args` on this same server, for hints. */
  commandLine: (args: string) => string
}

/** Throws a Failure (usage) when the server's URL is none. */
export async function openSession(options: GlobalOptions, config = readConfig()): Promise<Session> {
  const server = serverUrl(options.server ?? config.server ?? DEFAULT_SERVER)
  const path = tokenPath(server, config.directory)
  const saved = await readToken(path)
  const token = config.token ?? saved?.token
  if (token !== undefined && !isToken(token)) {
    throw new Failure('usage', accountWords.tokenForm)
  }
  return {
    config,
    server,
    client: clientWith(server, token),
    saved,
    tokenPath: path,
    hasToken: token !== undefined,
    commandLine: (args) => `mkt ${args}${options.server ? ` --server ${server}` : ''}`,
  }
}

/** As openSession; throws a Failure (not logged in) when there is no token to speak with. */
export async function openUserSession(options: GlobalOptions): Promise<Session> {
  const session = await openSession(options)
  if (session.hasToken) return session
  throw new Failure('unauthorized', accountWords.notLoggedInYet(session.server), [
    accountWords.howToLogIn(session.commandLine('login'), session.commandLine('signup')),
    accountWords.scriptsSet,
  ])
}

/** Whether a header can carry it; what else is wrong with it, the server says. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}

export function clientWith(server: string, token: string | undefined): Client {
  return clientAs(server, token === undefined ? undefined : `Bearer ${token}`)
}

/** Somebody sits before it: the longest that a server takes is for a new JSON Schema, 10 s. */
const PATIENCE_MS = 20_000

export function clientAs(server: string, authorization: string | undefined): Client {
  const patience = { retries: 1, timeoutMs: PATIENCE_MS }
  return tellingOfSilence(createClient({ baseUrl: server, authorization: () => authorization, ...patience }), server)
}

function serverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const plain = url && !url.username && !url.password && !url.search && !url.hash
  if (plain && (url.protocol === 'http:' || url.protocol === 'https:')) return url.href.replace(/\/+$/, '')
  throw new Failure('usage', accountWords.server(JSON.stringify(text)), [accountWords.setServer(DEFAULT_SERVER)])
}
