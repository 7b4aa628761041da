import { market } from '@mkt/schemas'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { tell, tellQuietly } from '../output.ts'
import { printJson, printTable } from '../render.ts'
import { type GlobalOptions, openUserSession } from '../session.ts'
import { formatTime } from '../words/time.ts'

/** mkt tokens: the account's tokens in force. */
export async function listTokens(options: GlobalOptions & { json?: boolean }): Promise<void> {
  const session = await openUserSession(options)
  const answer = await session.client.call(market.listTokens, {})
  if (options.json) return printJson(answer)
  printTable(
    [{ title: 'TOKEN' }, { title: 'NAME' }, { title: 'CREATED' }, { title: 'EXPIRES' }],
    answer.tokens.map((token) => [
      token.token_id,
      token.token_id === session.saved?.token_id ? `${token.name} (this login)` : token.name,
      formatTime(token.created_at, session.config.now()),
      token.expires_at === null ? 'never' : token.expires_at.slice(0, 10),
    ]),
  )
}

export interface CreateTokenOptions extends GlobalOptions {
  json?: boolean
  expiresInDays?: number
}

/** mkt tokens create: the new token alone on standard output, so that a script can keep it. */
export async function createToken(name: string, options: CreateTokenOptions): Promise<void> {
  const session = await openUserSession(options)
  const created = await session.client.call(market.createToken, {
    body: { name, expires_in_days: options.expiresInDays },
  })
  if (options.json) return printJson(created)
  process.stdout.write(`${safeLine(created.token)}\n`)
  tellQuietly(`${created.token_id} is shown this once. Use it as MKT_TOKEN, or with mkt login --token -`)
}

/** mkt tokens revoke: at once and for good. */
export async function revokeToken(tokenId: string, options: GlobalOptions): Promise<void> {
  const session = await openUserSession(options)
  await session.client.call(market.revokeToken, { params: { token_id: tokenId } })
  tell(`Token ${tokenId} is revoked.`)
  if (tokenId === session.saved?.token_id) tell('It was the one of this login: log in again with `mkt login`.')
}
