import { hostname } from 'node:os'
import { market } from '@mkt/schemas'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { askPassword } from '../ask.ts'
import { tell } from '../output.ts'
import { clientAs, clientWith, type Session } from '../session.ts'
import { saveToken } from '../token-file.ts'
import { accountWords } from '../words/account.ts'

/** Makes a token with username and password and keeps it for this server. */
export async function logInWithPassword(session: Session, username: string, password: string): Promise<void> {
  const basic = Buffer.from(`${username}:${password}`, 'utf8').toString('base64')
  const name = safeLine(accountWords.tokenName(hostname())).slice(0, 100)
  const created = await clientWith(session.server, undefined).call(
    market.createToken,
    { body: { name } },
    { headers: { authorization: `Basic ${basic}` } },
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
  const basic = Buffer.from(`${username}:${password}`, 'utf8').toString('base64')
  return { ...session, client: clientAs(session.server, `Basic ${basic}`) }
}

/** Said before a password or token travels readable by others. */
export function warnOfPlainHttp(server: string): void {
  const { protocol, hostname } = new URL(server)
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/.test(hostname)
  if (protocol === 'http:' && !local) tell(accountWords.readable(server))
}
