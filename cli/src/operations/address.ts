import { email, market, password } from '@mkt/schemas'
import { askLine, askPassword } from '../ask.ts'
import { Failure } from '../failure.ts'
import { tell } from '../output.ts'
import { clientWith, type GlobalOptions, openSession, openUserSession } from '../session.ts'
import { addressWords } from '../words/address.ts'
import { warnOfPlainHttp } from './log-in.ts'

/** mkt account reset-password: asks for a code by mail, or sets a new password by one. */
export async function resetPassword(options: GlobalOptions & { email?: string; code?: string }): Promise<void> {
  const session = await openSession(options)
  const client = clientWith(session.server, undefined)
  if (options.code === undefined) {
    const body = { email: await askLine('Email', options.email, '--email', email) }
    await client.call(market.requestPasswordReset, { body })
    tell(addressWords.codeOnItsWay)
    return tell(session.commandLine('account reset-password --code CODE'))
  }
  warnOfPlainHttp(session.server)
  const { stdin } = process
  const new_password = await askPassword(session, { fromStdin: stdin.isTTY !== true, fresh: password })
  await client.call(market.resetPassword, { body: { code: options.code, new_password } })
  tell(addressWords.passwordSet)
}

/** mkt account email: another address, or once more the link that proves the one there is. */
export async function changeEmail(
  address: string | undefined,
  options: GlobalOptions & { verify?: boolean; passwordStdin?: boolean },
): Promise<void> {
  const session = await openUserSession(options)
  if (address !== undefined) {
    const fault = email.safeParse(address).error
    if (fault) throw new Failure('usage', addressWords.noAddress(address))
    const secret = await askPassword(session, { fromStdin: options.passwordStdin ?? false })
    await session.client.call(market.changeEmail, { body: { email: address, password: secret } })
    return tell(addressWords.changed(address))
  }
  if (options.verify) {
    await session.client.call(market.sendVerification, {})
    return tell(addressWords.linkOnItsWay)
  }
  const me = await session.client.call(market.me, { query: { detail: 'full' } })
  tell(addressWords.state(me.email, me.email_verified))
}
