import { market, password } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { canAsk, confirmByTyping, readPasswordChange, readSecret } from '../ask.ts'
import { explain } from '../explain.ts'
import { Failure } from '../failure.ts'
import { tell } from '../output.ts'
import { type GlobalOptions, openUserSession, type Session } from '../session.ts'
import { readToken, removeToken } from '../token-file.ts'
import { accountWords } from '../words/account.ts'
import { logInWithPassword, warnOfPlainHttp } from './log-in.ts'

/** mkt password: changes it, which revokes every token; the login of this machine is made anew. */
export async function changePassword(options: GlobalOptions): Promise<void> {
  const session = await openUserSession(options)
  warnOfPlainHttp(session.server)
  const { username } = await session.client.call(market.me, {})
  const { current, next } = await readPasswordChange(password)
  const body = { current_password: current, new_password: next }
  await session.client.call(market.changePassword, { body }).catch(wrongPassword)
  tell(accountWords.passwordChanged)
  if (await isLoggedInAs(session, username)) await logInAgain(session, username, next)
  if (session.config.token !== undefined) tell(accountWords.variableRevoked)
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
    throw new Failure(kind, accountWords.noNewLogin(message), [...hints, 'Then: mkt login'])
  }
  tell(accountWords.loggedInAgain(session.server, safeLine(username)))
}

/** mkt account delete: ends the account, after the password and a typed confirmation, or with `yes`. */
export async function deleteAccount(options: GlobalOptions & { yes?: boolean }): Promise<void> {
  const session = await openUserSession(options)
  if (!options.yes && !canAsk()) {
    throw new Failure('usage', accountWords.noTerminal, [accountWords.scripts])
  }
  warnOfPlainHttp(session.server)
  const me = await session.client.call(market.me, {})
  if (!options.yes) {
    tell(accountWords.ends(safeLine(me.username), me.credits))
    if (!(await confirmByTyping(me.username, 'delete it'))) throw new Failure('usage', 'nothing is deleted')
  }
  const body = { password: await readSecret('Password') }
  await session.client.call(market.closeAccount, { body }).catch(wrongPassword)
  if (await isLoggedInAs(session, me.username)) await removeToken(session.tokenPath)
  tell(accountWords.deleted(safeLine(me.username)))
}

function wrongPassword(error: unknown): never {
  if (error instanceof ApiError && error.status === 403) throw new Failure('unauthorized', error.message)
  throw error
}
