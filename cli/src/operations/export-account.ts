import { once } from 'node:events'
import { market } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import { safeJson } from '@mkt/schemas/process/safe-text'
import { type GlobalOptions, openUserSession, type Session } from '../session.ts'
import { openByPassword } from './log-in.ts'

/** mkt account export: all that the server holds about the caller, as it comes, as JSON that no terminal obeys. */
export async function exportAccount(options: GlobalOptions & { passwordStdin?: boolean }): Promise<void> {
  const session = await openUserSession(options)
  await copyExport(session).catch(async (error) => {
    if (!(error instanceof ApiError) || error.code !== 'password_required') throw error
    await copyExport(await openByPassword(session, options.passwordStdin ?? false))
  })
}

async function copyExport({ client }: Session): Promise<void> {
  const decoder = new TextDecoder()
  // A character may come in two pieces.
  for await (const part of client.bytes(market.exportAccount, {})) await write(decoder.decode(part, { stream: true }))
  await write(decoder.decode())
}

/** Lines of JSON: a newline within a text is written as \\n already. */
async function write(json: string): Promise<void> {
  const lines = json.split('\n').map(safeJson).join('\n')
  if (!process.stdout.write(lines)) await once(process.stdout, 'drain')
}
