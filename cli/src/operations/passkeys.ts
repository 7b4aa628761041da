import { market } from '@mkt/schemas'
import { askLine, readSecret } from '../ask.ts'
import { tell, tellQuietly } from '../output.ts'
import { printJson, printTable } from '../render.ts'
import { type GlobalOptions, openUserSession } from '../session.ts'
import { addressWords } from '../words/address.ts'
import { formatTime } from '../words/time.ts'

/** mkt account passkeys: their names, when they were added and used last. */
export async function listPasskeys(options: GlobalOptions & { json?: boolean }): Promise<void> {
  const { client, config } = await openUserSession(options)
  const answer = await client.call(market.listPasskeys, {})
  if (options.json) return printJson(answer)
  printTable(
    ['PASSKEY', 'NAME', 'ADDED', 'LAST USED', 'SYNCED'].map((title) => ({ title })),
    answer.passkeys.map(({ passkey_id, name, created_at, last_used_at, synced }) => [
      passkey_id,
      name,
      formatTime(created_at, config.now()),
      last_used_at === null ? 'never' : formatTime(last_used_at, config.now()),
      synced ? 'yes' : 'no',
    ]),
  )
  if (answer.passkeys.length === 0) tellQuietly(addressWords.noPasskeys)
}

/** mkt account passkeys remove: with the password, and a code, since a token alone could be anybody's. */
export async function removePasskey(passkey_id: string, options: GlobalOptions & { code?: string }): Promise<void> {
  const { client } = await openUserSession(options)
  const body = { password: await readSecret('Password') }
  const code = await askLine(addressWords.askAnyCode, options.code, '--code')
  await client.call(market.removePasskey, { params: { passkey_id }, body }, { headers: { 'mkt-code': code } })
  tell(addressWords.passkeyRemoved(passkey_id))
}
