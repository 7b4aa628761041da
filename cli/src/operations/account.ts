import { email, formatCredits, market, password, username } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import { askLine, askPassword, canAsk, readSecret } from '../ask.ts'
import { explain } from '../explain.ts'
import { Failure } from '../failure.ts'
import { tell } from '../output.ts'
import { printFields, printJson } from '../render.ts'
import { clientWith, type GlobalOptions, isToken, openSession, openUserSession, type Session } from '../session.ts'
import { removeToken, saveToken } from '../token-file.ts'
import { accountWords } from '../words/account.ts'
import { formatTime } from '../words/time.ts'
import { logInWithPassword, warnOfPlainHttp } from './log-in.ts'

interface CredentialOptions extends GlobalOptions {
  username?: string
  passwordStdin?: boolean
}

/** mkt signup: makes an account and logs in to it. */
export async function signup(options: CredentialOptions & { email?: string }): Promise<void> {
  const session = await openSession(options)
  warnOfPlainHttp(session.server)
  const account = {
    username: await askLine('Username', options.username, '--username', username),
    email: await askLine('Email', options.email, '--email', email),
    password: await askPassword(session, { fromStdin: options.passwordStdin ?? false, fresh: password }),
  }
  const created = await clientWith(session.server, undefined).call(market.createUser, { body: account })
  tell(accountWords.welcome(created.username, created.user_id, created.credits))
  try {
    await logInWithPassword(session, account.username, account.password)
  } catch (error) {
    const { kind, message, hints } = explain(error)
    throw new Failure(kind, accountWords.noLogin(message), [...hints, 'Then: mkt login'])
  }
  tellLoggedIn(session, account.username)
  tell(accountWords.seeOffer)
}

/** mkt login: with username and password, or (`token` is `-`) with a token from standard input. */
export async function login(options: CredentialOptions & { token?: string }): Promise<void> {
  const session = await openSession(options)
  warnOfPlainHttp(session.server)
  if (options.token !== undefined) return await logInWithToken(session, options.token)
  const name = await askLine('Username', options.username, '--username')
  const secret = await askPassword(session, { fromStdin: options.passwordStdin ?? false })
  try {
    await logInWithPassword(session, name, secret)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    throw new Failure('unauthorized', accountWords.wrong, [
      accountWords.signUp(canAsk(), session.commandLine('signup')),
    ])
  }
  tellLoggedIn(session, name)
}

async function logInWithToken(session: Session, option: string): Promise<void> {
  if (option !== '-') {
    throw new Failure('usage', accountWords.seenByOthers, [accountWords.onInput])
  }
  const token = (await readSecret('Token')).trim()
  if (!isToken(token)) throw new Failure('usage', accountWords.oneWord)
  const me = await clientWith(session.server, token)
    .call(market.me, {})
    .catch((error) => {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      throw new Failure('unauthorized', accountWords.tokenRefused(session.server), [accountWords.whyRefused])
    })
  await saveToken(session.tokenPath, { server: session.server, username: me.username, token, token_id: null })
  tellLoggedIn(session, me.username)
}

function tellLoggedIn(session: Session, name: string): void {
  tell(accountWords.loggedIn(session.server, name))
  if (session.config.token !== undefined) tell(accountWords.variableFirst)
}

/** mkt logout: forgets the saved token, after revoking it where its id is known. */
export async function logout(options: GlobalOptions): Promise<void> {
  const session = await openSession(options)
  const { saved } = session
  if (!saved) return tell(accountWords.notLoggedIn(session.server))
  const kept = await revoke(session.server, saved.token, saved.token_id)
  await removeToken(session.tokenPath)
  tell(accountWords.loggedOut(session.server))
  if (kept) tell(accountWords.notRevoked(kept))
  if (session.config.token !== undefined) tell(accountWords.variableStill)
}

/** Undefined when the token is of no use any more, else why it may still be. */
async function revoke(server: string, token: string, tokenId: string | null): Promise<string | undefined> {
  if (tokenId === null) return accountWords.madeElsewhere
  try {
    await clientWith(server, token).call(market.revokeToken, { params: { token_id: tokenId } })
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 404)) return undefined
    return accountWords.idOf((error as Error).message, tokenId)
  }
}

/** mkt whoami: the account that the token is of. */
export async function whoami(options: GlobalOptions & { json?: boolean }): Promise<void> {
  const session = await openUserSession(options)
  const me = await session.client.call(market.me, {})
  if (options.json) return printJson(me)
  printFields([
    ['username', me.username],
    ['user', me.user_id],
    ['credits', formatCredits(me.credits)],
    ['jobs', String(me.total_jobs)],
    ['created', formatTime(me.created_at, session.config.now())],
    ['server', session.server],
  ])
}

/** mkt balance: what can be spent, by kind. */
export async function balance(options: GlobalOptions & { json?: boolean }): Promise<void> {
  const session = await openUserSession(options)
  const me = await session.client.call(market.me, { query: { detail: 'full' } })
  if (options.json) return printJson(me)
  const known = (nano: bigint | undefined) => (nano === undefined ? null : formatCredits(nano))
  printFields([
    ['credits', formatCredits(me.credits)],
    ['paid', known(me.paid_credits)],
    ['promotional', known(me.promotional_credits)],
    ['reserved', known(me.reserved)],
  ])
}
