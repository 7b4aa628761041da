import { type AnswerBody, formatCredits, JOB_SCOPES, market, type Scope } from '@mkt/schemas'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { tell, tellQuietly } from '../output.ts'
import { printJson, printTable } from '../render.ts'
import { type GlobalOptions, openUserSession } from '../session.ts'
import { formatTime } from '../words/time.ts'
import { tokenWords } from '../words/tokens.ts'

/** mkt tokens: the account's tokens in force. */
export async function listTokens(options: GlobalOptions & { json?: boolean }): Promise<void> {
  const session = await openUserSession(options)
  const answer = await session.client.call(market.listTokens, { query: {} })
  if (options.json) return printJson(answer)
  const limited = answer.tokens.some((token) => limitsOf(token) !== '')
  printTable(
    [
      ...[{ title: 'TOKEN' }, { title: 'NAME' }, { title: 'CREATED' }, { title: 'EXPIRES' }],
      ...(limited ? [{ title: 'MAY' }] : []),
    ],
    answer.tokens.map((token) => [
      token.token_id,
      token.token_id === session.saved?.token_id ? `${token.name} (this login)` : token.name,
      formatTime(token.created_at, session.config.now()),
      token.expires_at === null ? 'never' : token.expires_at.slice(0, 10),
      ...(limited ? [limitsOf(token) || 'all'] : []),
    ]),
  )
}

/** What a token is limited to, in a few words; empty where it is not. */
function limitsOf(token: AnswerBody<typeof market.listTokens>['tokens'][number]): string {
  const { scopes, models, spend_limit, daily_spend_limit, spent = 0n, spent_today = 0n } = token
  return [
    scopes?.join(' '),
    models && `for ${models.join(', ')}`,
    spend_limit && tokenWords.spent(formatCredits(spent), formatCredits(spend_limit)),
    daily_spend_limit && tokenWords.today(formatCredits(spent_today), formatCredits(daily_spend_limit)),
  ]
    .filter(Boolean)
    .join('; ')
}

export interface CreateTokenOptions extends GlobalOptions {
  json?: boolean
  expiresInDays?: number
  scopes?: readonly Scope[] | 'all'
  model?: string[]
  /** Nano-credits. */
  spendLimit?: bigint
  dailyLimit?: bigint
}

/** mkt tokens create: the new token alone on standard output, so that a script can keep it. */
export async function createToken(name: string, options: CreateTokenOptions): Promise<void> {
  const session = await openUserSession(options)
  const { expiresInDays, scopes = JOB_SCOPES, model, spendLimit, dailyLimit } = options
  const created = await session.client.call(market.createToken, {
    body: {
      name,
      expires_in_days: expiresInDays,
      ...(scopes === 'all' ? {} : { scopes: [...scopes] }),
      models: model,
      spend_limit: spendLimit,
      daily_spend_limit: dailyLimit,
    },
  })
  if (options.json) return printJson(created)
  process.stdout.write(`${safeLine(created.token)}\n`)
  tellQuietly(tokenWords.shownOnce(created.token_id))
  if (options.scopes === undefined) tellQuietly(tokenWords.jobsOnly)
}

/** mkt tokens revoke: at once and for good. */
export async function revokeToken(tokenId: string, options: GlobalOptions): Promise<void> {
  const session = await openUserSession(options)
  await session.client.call(market.revokeToken, { params: { token_id: tokenId } })
  tell(tokenWords.revoked(tokenId))
  if (tokenId === session.saved?.token_id) tell(tokenWords.ownLogin)
}
