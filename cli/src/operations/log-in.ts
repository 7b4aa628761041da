import { hostname } from 'node:os'
import { market, SCOPES } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { askLine, askPassword } from '../ask.ts'
import { tell } from '../output.ts'
import { clientAs, clientWith, type Session } from '../session.ts'
import { saveToken } from '../token-file.ts'
import { accountWords } from '../words/account.ts'
import { addressWords } from '../words/address.ts'

/** Makes a token with username and password, and a code where one is needed, and keeps it for this server. */
export async function logInWithPassword(session: Session, username: string, password: string): Promise<void> {
  const name = safeLine(accountWords.tokenName(hostname())).slice(0, 100)
  const created = await withPassword(session, username, password, async (headers) =>
    clientWith(session.server, undefined).call(market.createToken, { body: { name } }, { headers }),
  )
  await saveToken(session.tokenPath, {
    server: session.server,
    username,
    token: created.token,
    token_id: created.token_id,
  })
}

/** The same session with the password instead of the token, which is asked for: for what a token alone does not do. */
export async function openByPassword(session: Session, fromStdin: boolean): Promise<Session> {
  const { username } = await session.client.call(market.me, {})
  warnOfPlainHttp(session.server)
  const password = await askPassword(session, { fromStdin })
  const anybody = clientWith(session.server, undefined)
  const basic = Buffer.from(`${username}:${password}`, 'utf8').toString('base64')
  if (!(await needsCode(session, basic))) return { ...session, client: clientAs(session.server, `Basic ${basic}`) }
  // A code is good once, and more than one call is to come: what it stands for is a token that nobody keeps.
  const { token } = await withPassword(session, username, password, async (headers) =>
    anybody.call(
      market.createToken,
      { body: { name: addressWords.onceToken, scopes: [...SCOPES], expires_in_days: 1 } },
      { headers },
    ),
  )
  return { ...session, client: clientWith(session.server, token) }
}

/** Whether the account has a second factor. */
async function needsCode({ server }: Session, basic: string): Promise<boolean> {
  try {
    await clientAs(server, `Basic ${basic}`).call(market.me, { query: {} })
    return false
  } catch (error) {
    if (error instanceof ApiError && error.code === 'second_factor_required') return true
    throw error
  }
}

interface Proof extends Record<string, string> {
  authorization: string
}

async function withPassword<T>(
  { config }: Session,
  username: string,
  password: string,
  call: (headers: Proof) => Promise<T>,
): Promise<T> {
  const basic = Buffer.from(`${username}:${password}`, 'utf8').toString('base64')
  const headers = { authorization: `Basic ${basic}` }
  try {
    return await call(headers)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'second_factor_required') throw error
    const code = await askLine(addressWords.askCode, config.code, 'MKT_CODE')
    return await call({ ...headers, 'mkt-code': code })
  }
}

/** Said before a password or token travels readable by others. */
export function warnOfPlainHttp(server: string): void {
  const { protocol, hostname } = new URL(server)
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/.test(hostname)
  if (protocol === 'http:' && !local) tell(accountWords.readable(server))
}
