import { once } from 'node:events'
import { market } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import { type GlobalOptions, openUserSession, type Session } from '../session.ts'
import { openByPassword } from './log-in.ts'

/** mkt account export: all that the server holds about the caller, on standard output as it comes. */
export async function exportAccount(options: GlobalOptions & { passwordStdin?: boolean }): Promise<void> {
  const session = await openUserSession(options)
  await copyExport(session).catch(async (error) => {
    if (!(error instanceof ApiError) || error.code !== 'password_required') throw error
    await copyExport(await openByPassword(session, options.passwordStdin ?? false))
  })
}

async function copyExport({ client }: Session): Promise<void> {
  for await (const part of client.bytes(market.exportAccount, {}))
    if (!process.stdout.write(part)) await once(process.stdout, 'drain')
}
