import { formatCredits, market } from '@mkt/schemas'
import { tell, tellQuietly } from '../output.ts'
import { printFields, printJson, printTable } from '../render.ts'
import { openUserSession } from '../session.ts'
import { creditCount } from '../words/count.ts'
import { operatorWords } from '../words/operator.ts'
import { formatTime } from '../words/time.ts'
import { asOperator, type JsonOptions, type PageOptions } from './admin.ts'

/** mkt admin earnings list */
export async function frozenEarnings(options: PageOptions): Promise<void> {
  const { client, config } = await openUserSession(options)
  const { limit, offset = 0 } = options
  const answer = await asOperator(client.call(market.adminEarnings, { query: { limit, offset } }))
  if (options.json) return printJson(answer)
  printTable(
    [
      { title: 'HOST' },
      { title: 'FROZEN', align: 'right' },
      { title: 'PROMOTIONAL', align: 'right' },
      { title: 'OWNER' },
      { title: 'STATE' },
      { title: 'SHUT OUT' },
    ],
    answer.hosts.map((host) => [
      host.host_id,
      formatCredits(host.amount),
      formatCredits(host.promotional),
      host.owner_user_id ?? '',
      operatorWords.stateOf(host.disabled),
      host.shut_out_at === null ? '' : formatTime(host.shut_out_at, config.now()),
    ]),
  )
  if (answer.hosts.length === 0) tellQuietly(operatorWords.nothingFrozen)
}

/** mkt admin earnings show */
export async function showEarnings(host_id: string, options: JsonOptions): Promise<void> {
  const { client, config } = await openUserSession(options)
  const host = await asOperator(client.call(market.showEarnings, { params: { host_id } }))
  if (options.json) return printJson(host)
  printFields([
    ['host', host.host_id],
    ['owner', host.owner_user_id],
    ['state', operatorWords.stateOf(host.disabled)],
    ['shut out', host.shut_out_at && formatTime(host.shut_out_at, config.now())],
    ['frozen', creditCount(host.amount)],
    ['promotional', creditCount(host.promotional)],
  ])
  if (host.history.length === 0) return
  printTable(
    [{ title: 'AT' }, { title: 'WHAT' }, { title: 'CREDITS', align: 'right' }, { title: 'REASON' }],
    host.history.map((one) => [
      formatTime(one.at, config.now()),
      one.what.replaceAll('_', ' '),
      formatCredits(one.amount),
      one.reason ?? '',
    ]),
  )
}

/** mkt admin earnings release, claw-back */
export async function decideEarnings(
  host_id: string,
  decision: 'release' | 'claw_back',
  options: JsonOptions & { reason: string },
): Promise<void> {
  const { client } = await openUserSession(options)
  const body = { decision, reason: options.reason }
  const done = await asOperator(client.call(market.decideEarnings, { params: { host_id }, body }))
  if (options.json) return printJson(done)
  tell(operatorWords.earningsDecided(creditCount(done.amount), done.host_id, done.decision))
}
