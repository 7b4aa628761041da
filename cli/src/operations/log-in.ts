import { hostname } from 'node:os'
import { market } from '@mkt/schemas'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { tell } from '../output.ts'
import { clientWith, type Session } from '../session.ts'
import { saveToken } from '../token-file.ts'

/** Makes a token with username and password and keeps it for this server. */
export async function logInWithPassword(session: Session, username: string, password: string): Promise<void> {
  const basic = Buffer.from(`${username}:${password}`, 'utf8').toString('base64')
  const name = safeLine(`mkt cli on ${hostname()}`).slice(0, 100)
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

/** Said before a password or token travels readable by others. */
export function warnOfPlainHttp(server: string): void {
  const { protocol, hostname } = new URL(server)
  const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/.test(hostname)
  if (protocol === 'http:' && !local) tell(`Warning: ${server} is not https; others on the way can read the password.`)
}
