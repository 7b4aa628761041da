import { formatCredits, market } from '@mkt/schemas'
import { type Desk, jsonLine, tableLines } from '../desk.ts'
import { openHost, type PlaceFlags } from '../host-session.ts'
import { withdrawalWords } from '../words/withdrawal.ts'

export interface WithdrawalsFlags extends PlaceFlags {
  limit: number
  offset: number
  json?: boolean
}

/** `mkt-agent withdrawals`: what was asked for, newest first. */
export async function withdrawals(desk: Desk, { limit, offset, json, ...place }: WithdrawalsFlags): Promise<undefined> {
  const { client, identity } = openHost(desk, place)
  const list = await client.call(market.listWithdrawals, { query: { limit, offset } })
  if (json) return void desk.print(jsonLine(list))
  if (list.withdrawals.length === 0) {
    return void desk.tell(withdrawalWords.none(identity.host_id, offset > 0))
  }
  const rows = list.withdrawals.map((one) => [
    ...[one.withdrawal_id, formatCredits(one.amount), one.status, one.created_at],
    ...[one.destination, one.reference ?? ''],
  ])
  for (const line of tableLines(['WITHDRAWAL', 'CREDITS', 'STATUS', 'ASKED', 'TO', 'REFERENCE'], rows)) desk.print(line)
  const last = offset + list.withdrawals.length
  if (last < list.total) desk.tell(withdrawalWords.more(list.total - last, last))
}
