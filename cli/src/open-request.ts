import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeJson } from '@mkt/schemas'
import { Failure } from './failure.ts'
import { makePrivateDirectory } from './private-directory.ts'
import type { Session } from './session.ts'
import { configDirectory } from './token-file.ts'
import { accountWords } from './words/account.ts'

interface Asked {
  key: string
  /** Milliseconds since the epoch. */
  asked_at: number
}

/**
 * A request that moves money, on disk under what it says from before it is sent until its answer came: the same
 * command after a lost answer, or a kill, finds its key there.
 */
export interface OpenRequest {
  path: string
  read(): Promise<Asked | undefined>
  /** Keeps this one, or an earlier one that is there already; the answer is the one that is kept. */
  keep(asked: Asked): Promise<Asked>
  forget(): Promise<void>
}

/**
 * The place of one request: by server, account and everything that it asks for. The account is its id, since a token
 * may be renewed, or be another of the same account, between a lost answer and the same command again.
 */
export function openRequest({ config, server }: Session, user_id: string, name: string, input: unknown): OpenRequest {
  const digest = createHash('sha256')
    .update(writeJson([server, user_id, name, input]))
    .digest('hex')
  const path = join(configDirectory(config.directory), 'unanswered', `${digest.slice(0, 32)}.json`)
  return {
    path,
    read: () => read(path),
    async keep(asked) {
      await makePrivateDirectory(dirname(path))
      return (await create(path, asked)) ? asked : ((await read(path)) ?? asked)
    },
    forget: () => rm(path, { force: true }),
  }
}

/** False where there is a file already: the same command, given twice at once, must find one key. */
async function create(path: string, asked: Asked): Promise<boolean> {
  try {
    await writeFile(path, `${JSON.stringify(asked)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function read(path: string): Promise<Asked | undefined> {
  try {
    const { key, asked_at } = JSON.parse(await readFile(path, 'utf8')) as Partial<Asked>
    if (typeof key === 'string' && typeof asked_at === 'number') return { key, asked_at }
  } catch (error) {
    // Below a file there is nothing either.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Failure('failed', accountWords.damagedRequest(path), [accountWords.seeRequest])
}
