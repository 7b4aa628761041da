import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { market } from '@mkt/schemas'
import { ApiError, createClient } from '@mkt/schemas/client'
import { ChildError } from './child.ts'

const USERNAME = 'demo'

export interface DemoUser {
  username: string
  token: string
  tokenFile: string
  passwordFile: string
  credits: bigint
  client: ReturnType<typeof createClient>
}

/** Who the account `demo` is, for whoever makes it in another way before it is asked for. */
export function demoAccount(folder: string): { username: string; email: string; password: string } {
  return { username: USERNAME, email: `${USERNAME}@example.com`, password: keptPassword(join(folder, 'demo-password')) }
}

function keptPassword(file: string): string {
  const known = read(file)
  const password = known ?? randomBytes(18).toString('base64url')
  // Kept before it is used, so that a start that is broken off can be repeated.
  if (!known) writeSecret(file, password)
  return password
}

/** The account `demo` of this folder's marketplace, made at the first start; its secrets stay in 0600 files. */
export async function demoUser(server: string, folder: string): Promise<DemoUser> {
  const passwordFile = join(folder, 'demo-password')
  const tokenFile = join(folder, 'demo-token')
  const saved = read(tokenFile)
  const token = saved && (await isValid(server, saved)) ? saved : await newToken(server, passwordFile)
  if (token !== saved) writeSecret(tokenFile, token)
  const client = createClient({ baseUrl: server, authorization: () => `Bearer ${token}` })
  const { credits } = await client.call(market.me, {})
  return { username: USERNAME, token, tokenFile, passwordFile, credits, client }
}

async function isValid(server: string, token: string): Promise<boolean> {
  const client = createClient({ baseUrl: server, authorization: () => `Bearer ${token}` })
  try {
    await client.call(market.me, {})
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false
    throw error
  }
}

async function newToken(server: string, passwordFile: string): Promise<string> {
  const password = keptPassword(passwordFile)
  const basic = `Basic ${Buffer.from(`${USERNAME}:${password}`).toString('base64')}`
  const client = createClient({ baseUrl: server, authorization: () => basic })
  const body = { username: USERNAME, email: `${USERNAME}@example.com`, password }
  const signup = createClient({ baseUrl: server }).call(market.createUser, { body })
  await signup.catch((error) => {
    if (!(error instanceof ApiError && error.code === 'username_taken')) throw error
  })
  try {
    return (await client.call(market.createToken, { body: { name: 'npm start' } })).token
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    throw new ChildError(`the password of the user ${USERNAME} is not the one in ${passwordFile}`, { cause: error })
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function writeSecret(file: string, secret: string): void {
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flush: true })
}
