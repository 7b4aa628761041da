import { market } from '@mkt/schemas'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { askLine, readSecret } from '../ask.ts'
import { tell } from '../output.ts'
import { type GlobalOptions, openUserSession } from '../session.ts'
import { addressWords } from '../words/address.ts'

/** mkt account second-factor: sets an authenticator app up, or removes it. */
export async function secondFactor(options: GlobalOptions & { off?: boolean; code?: string }): Promise<void> {
  const session = await openUserSession(options)
  const { client } = session
  if (options.off) return await removeFactor(options)
  const password = await readSecret('Password')
  const { secret, uri } = await client.call(market.beginSecondFactor, { body: { password } })
  tell(addressWords.scan)
  process.stdout.write(`${safeLine(secret)}\n${safeLine(uri)}\n`)
  const code = await askLine(addressWords.askCode, options.code, '--code')
  const { username } = await client.call(market.me, { query: {} })
  const made = await client.call(market.confirmSecondFactor, { body: { password, code } })
  process.stdout.write(`${made.recovery_codes.map(safeLine).join('\n')}\n`)
  tell(addressWords.keepCodes)
  tell(addressWords.tokensRevoked)
  if (session.saved?.username !== username) tell(addressWords.variableRevoked)
}

async function removeFactor(options: GlobalOptions & { code?: string }): Promise<void> {
  const { client } = await openUserSession(options)
  const body = { password: await readSecret('Password') }
  const code = await askLine(addressWords.askAnyCode, options.code, '--code')
  await client.call(market.removeSecondFactor, { body }, { headers: { 'mkt-code': code } })
  tell(addressWords.codeless)
}
