import { createHash, randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import envPaths from 'env-paths'
import { makePrivateDirectory } from './private-directory.ts'

/** The token that `mkt login` keeps for one server. `token_id` is null when the token was made elsewhere. */
export interface SavedToken {
  server: string
  username: string
  token: string
  token_id: string | null
}

/** Where everything is kept; `directory` is MKT_CONFIG_DIR. */
export function configDirectory(directory: string | undefined): string {
  return directory ?? envPaths('mkt', { suffix: '' }).config
}

/** The file of one server's token. Its name shows the server to people, the digest keeps two servers apart. */
export function tokenPath(server: string, directory: string | undefined): string {
  const digest = createHash('sha256').update(server).digest('hex').slice(0, 12)
  const readable = new URL(server).host.replace(/[^a-z0-9.-]+/gi, '_')
  return join(configDirectory(directory), 'tokens', `${readable}-${digest}.json`)
}

/** Undefined where there is none, or none that can be read as one. */
export async function readToken(path: string): Promise<SavedToken | undefined> {
  try {
    const saved = JSON.parse(await readFile(path, 'utf8')) as Partial<SavedToken>
    if (typeof saved.token !== 'string') return undefined
    return { server: '', username: '', token_id: null, ...saved, token: saved.token }
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The file appears whole and readable by its owner only: it is renamed from a new one that never had other modes. */
export async function saveToken(path: string, saved: SavedToken): Promise<void> {
  await makePrivateDirectory(dirname(path))
  const fresh = `${path}.${randomUUID()}`
  try {
    await writeFile(fresh, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

export async function removeToken(path: string): Promise<void> {
  await rm(path, { force: true })
}
