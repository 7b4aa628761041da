import { market } from '@mkt/schemas'
import { ApiError } from '@mkt/schemas/client'
import { safeLine } from '@mkt/schemas/process/safe-text'
import { readSecret } from '../ask.ts'
import { Failure } from '../failure.ts'
import { tell } from '../output.ts'
import { printJson } from '../render.ts'
import { type GlobalOptions, openUserSession } from '../session.ts'
import { creditCount } from '../words/count.ts'
import { moneyWords } from '../words/money.ts'

/** mkt hosts adopt: takes over an unowned host by its key. */
export async function adopt(options: GlobalOptions & { json?: boolean }): Promise<void> {
  const session = await openUserSession(options)
  const api_key = (await readSecret('Host key')).trim()
  const host = await session.client.call(market.adoptHost, { body: { api_key } }).catch((error) => {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error
    throw new Failure('usage', error.message, [moneyWords.yoursAlready])
  })
  if (options.json) return printJson(host)
  tell(moneyWords.adopted(host.host_id, safeLine(host.gpu), creditCount(host.balance)))
}
