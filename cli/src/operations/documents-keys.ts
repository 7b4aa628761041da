import { market } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { Failure } from '../failure.ts'
import { tell, tellQuietly } from '../output.ts'
import { printJson, printTable } from '../render.ts'
import { type GlobalOptions, openUserSession, type Session } from '../session.ts'
import { documentsKeyWords } from '../words/documents-keys.ts'
import { formatTime } from '../words/time.ts'
import { openByPassword } from './log-in.ts'

type JsonOptions = GlobalOptions & { json?: boolean; passwordStdin?: boolean }

/** mkt documents-keys: your keys of the documents service, who made them and when each was used last. */
export async function listDocumentsKeys(options: JsonOptions): Promise<void> {
  const { client, config } = await openUserSession(options)
  const answer = await client.call(market.listDocumentsKeys, {})
  if (options.json) return printJson(answer)
  printTable(
    ['KEY', 'MADE BY', 'MADE', 'LAST USED'].map((title) => ({ title })),
    answer.keys.map((key) => [
      key.key_id,
      key.made_by ?? '',
      formatTime(key.created_at, config.now()),
      key.last_used_at === null ? lastUse(key.claimed) : formatTime(key.last_used_at, config.now()),
    ]),
  )
  if (answer.keys.length === 0) tellQuietly(documentsKeyWords.none)
}

const lastUse = (claimed: boolean) => (claimed ? 'never' : 'not fetched yet')

/** mkt documents-keys claim: the secret alone on standard output; without an id of the newest that waits. */
export async function claimDocumentsKey(id: string | undefined, options: JsonOptions): Promise<void> {
  const session = await openUserSession(options)
  const key_id = id ?? (await newestWaiting(session))
  const claim = ({ client }: Session) => client.call(market.claimDocumentsKey, { params: { key_id } })
  const made = await claim(session).catch(async (error) => {
    if (!(error instanceof ApiError) || error.code !== 'password_required') throw error
    return await claim(await openByPassword(session, options.passwordStdin ?? false))
  })
  if (options.json) return printJson(made)
  process.stdout.write(`${safeLine(made.key)}\n`)
  tellQuietly(documentsKeyWords.shownOnce)
}

async function newestWaiting({ client }: Session): Promise<string> {
  const { keys } = await client.call(market.listDocumentsKeys, {})
  const waiting = keys.find(({ claimed }) => !claimed)
  if (waiting) return waiting.key_id
  throw new Failure('notFound', documentsKeyWords.noneWaits, [documentsKeyWords.operatorMakes])
}

/** mkt documents-keys revoke: at once and for good. */
export async function revokeDocumentsKey(key_id: string, options: GlobalOptions): Promise<void> {
  const { client } = await openUserSession(options)
  await client.call(market.revokeDocumentsKey, { params: { key_id } })
  tell(documentsKeyWords.revoked(key_id))
}
