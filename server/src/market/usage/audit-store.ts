import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

type Sums = { subject: string; found_nano: bigint; wanted_nano: bigint }

const usage = statement()((q) =>
  q
    .selectFrom(
      sql<Sums>`(select user_id as subject, sum(found_nano) as found_nano, sum(wanted_nano) as wanted_nano from (
          select user_id, charged_nano as found_nano, 0 as wanted_nano from usage_days
          union all select user_id, 0, charged_nano from jobs where charged_nano > 0) as both_sides
        group by user_id)`.as('w'),
    )
    .whereRef('w.found_nano', '<>', 'w.wanted_nano')
    .selectAll(),
)
const earnings = statement()((q) =>
  q
    .selectFrom(
      sql<Sums>`(select host_id as subject, sum(found_nano) as found_nano, sum(wanted_nano) as wanted_nano from (
          select host_id, earned_nano as found_nano, 0 as wanted_nano from earning_days
          union all select host_id, 0, earned_nano from hosts) as both_sides
        group by host_id)`.as('w'),
    )
    .whereRef('w.found_nano', '<>', 'w.wanted_nano')
    .selectAll(),
)

/** Users whose days do not sum to what their jobs were charged. */
export const wrongUsage = (reader: Reader) => reader.all(usage, {})
/** Hosts whose days do not sum to what they were ever paid. */
export const wrongEarnings = (reader: Reader) => reader.all(earnings, {})
