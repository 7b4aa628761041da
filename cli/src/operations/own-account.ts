import { market, password } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { canAsk, confirmByTyping, readPasswordChange, readSecret } from '../ask.ts'
import { explain } from '../explain.ts'
import { Failure } from '../failure.ts'
import { tell } from '../output.ts'
import { type GlobalOptions, openUserSession, type Session } from '../session.ts'
import { readToken, removeToken } from '../token-file.ts'
import { creditCount, ONE_CREDIT } from '../words/count.ts'
import { logInWithPassword, warnOfPlainHttp } from './log-in.ts'

/** mkt password: changes it, which revokes every token; the login of this machine is made anew. */
export async function changePassword(options: GlobalOptions): Promise<void> {
  const session = await openUserSession(options)
  warnOfPlainHttp(session.server)
  const { username } = await session.client.call(market.me, {})
  const { current, next } = await readPasswordChange(password)
  const body = { current_password: current, new_password: next }
  await session.client.call(market.changePassword, { body }).catch(wrongPassword)
  tell('The password is changed, and every token of the account is revoked.')
  if (await isLoggedInAs(session, username)) await logInAgain(session, username, next)
  if (session.config.token !== undefined) tell('MKT_TOKEN is still set, to a token that is revoked now.')
}

/**
 * Whether the login of this machine is this account's, as it is kept now: with MKT_TOKEN it may be another's, and
 * while the person typed, another may have logged in. Names that differ by case are the same.
 */
async function isLoggedInAs({ tokenPath }: Session, username: string): Promise<boolean> {
  const saved = await readToken(tokenPath)
  return saved?.username.toLowerCase() === username.toLowerCase()
}

async function logInAgain(session: Session, username: string, secret: string): Promise<void> {
  try {
    await logInWithPassword(session, username, secret)
  } catch (error) {
    const { kind, message, hints } = explain(error)
    throw new Failure(kind, `the password is changed, but the login failed: ${message}`, [...hints, 'Then: mkt login'])
  }
  tell(`Logged in to ${session.server} as ${safeLine(username)} again.`)
}

/** mkt account delete: ends the account, after the password and a typed confirmation, or with `yes`. */
export async function deleteAccount(options: GlobalOptions & { yes?: boolean }): Promise<void> {
  const session = await openUserSession(options)
  if (!options.yes && !canAsk()) {
    throw new Failure('usage', 'there is no terminal to confirm on', ['Scripts give --yes, and the password on stdin.'])
  }
  warnOfPlainHttp(session.server)
  const me = await session.client.call(market.me, {})
  if (!options.yes) {
    const lost = me.credits === ONE_CREDIT ? 'is lost' : 'are lost'
    tell(`This ends the account ${safeLine(me.username)} for good. Its ${creditCount(me.credits)} ${lost},`)
    tell(
      'queued jobs are cancelled, and its hosts become unowned: their keys go on working (with strangers they are shut out).',
    )
    if (!(await confirmByTyping(me.username, 'delete it'))) throw new Failure('usage', 'nothing is deleted')
  }
  const body = { password: await readSecret('Password') }
  await session.client.call(market.closeAccount, { body }).catch(wrongPassword)
  if (await isLoggedInAs(session, me.username)) await removeToken(session.tokenPath)
  tell(`The account ${safeLine(me.username)} is deleted.`)
}

function wrongPassword(error: unknown): never {
  if (error instanceof ApiError && error.status === 403) throw new Failure('unauthorized', error.message)
  throw error
}
