import { formatCredits, market } from '@mkt/schemas'
import { type CommandIo, jsonLine, tableLines } from '../command-io.ts'
import { openHost, type PlaceFlags } from '../host-session.ts'
import { withdrawalWords } from '../words/withdrawal.ts'

export interface WithdrawalsFlags extends PlaceFlags {
  limit: number
  offset: number
  json?: boolean
}

/** `mkt-agent withdrawals`: what was asked for, newest first. */
export async function withdrawals(
  io: CommandIo,
  { limit, offset, json, ...place }: WithdrawalsFlags,
): Promise<undefined> {
  const { client, identity } = openHost(io, place)
  const list = await client.call(market.listWithdrawals, { query: { limit, offset } })
  if (json) return void io.print(jsonLine(list))
  if (list.withdrawals.length === 0) {
    return void io.tell(withdrawalWords.none(identity.host_id, offset > 0))
  }
  const rows = list.withdrawals.map((one) => [
    ...[one.withdrawal_id, formatCredits(one.amount), one.status, one.created_at],
    ...[one.destination, one.reference ?? ''],
  ])
  for (const line of tableLines(['WITHDRAWAL', 'CREDITS', 'STATUS', 'ASKED', 'TO', 'REFERENCE'], rows)) io.print(line)
  const last = offset + list.withdrawals.length
  if (last < list.total) io.tell(withdrawalWords.more(list.total - last, last))
}
