import { sql } from 'kysely'
import type { Reader } from '../storage/database.ts'
import { isOwnLine } from '../storage/own-lines.ts'
import { statement } from '../storage/statement.ts'

const waiting = statement()((q) =>
  q
    .selectFrom('queues')
    .select((e) => ['model', e.fn.sum<number>('waiting').as('value')])
    .where('waiting', '>', 0)
    .where((e) => e.not(isOwnLine))
    .groupBy('model'),
)
const offers = statement()((q) =>
  q
    .selectFrom('host_models as m')
    .innerJoin('hosts as h', 'h.host_id', 'm.host_id')
    .select((e) => ['m.model', e.fn.countAll<number>().as('value')])
    .where('h.status', '=', 'active')
    .where('h.disabled', '=', 0)
    .where('h.paused', '=', 0)
    .where('m.available', '=', 1)
    .groupBy('m.model'),
)
const withdrawals = statement()((q) =>
  q
    .selectFrom('withdrawals')
    .select((e) => [
      'status',
      e.fn.countAll<number>().as('count'),
      sql<bigint>`coalesce(sum(amount_nano), 0)`.as('amount_nano'),
    ])
    .groupBy('status'),
)

const numbered = (rows: readonly { model: string; value: number | string }[]) =>
  rows.map(({ model, value }) => ({ model, value: Number(value) }))

/** Jobs that wait, by model. */
export const waitingByModel = async (reader: Reader) => numbered(await reader.all(waiting, {}))
/** Active hosts, by each model that they serve. */
export const offersByModel = async (reader: Reader) => numbered(await reader.all(offers, {}))
export const withdrawalsByStatus = (reader: Reader) => reader.all(withdrawals, {})
