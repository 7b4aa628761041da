import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

type Sums = { subject: string; found_nano: bigint; wanted_nano: bigint }

// What the jobs of limited tokens have reserved while they are open and were charged at their end, for each token that
// counts them.
const COUNTED = {
  sqlite: "jobs j, json_each(coalesce(j.spending_json, '[]')) k",
  postgres: "jobs j, jsonb_array_elements_text(coalesce(j.spending_json, '[]')::jsonb) as k(value)",
}

const wrong = statement()((q, _p, dialect) =>
  q
    .selectFrom(
      sql<Sums>`(select credential_id as subject, sum(found_nano) as found_nano, sum(wanted_nano) as wanted_nano from (
          select credential_id, spent_nano as found_nano, 0 as wanted_nano from token_spending where day = 0
          union all select k.value, 0, case when j.state in ('queued', 'running') then j.reserved_nano
            else j.charged_nano end from ${sql.raw(COUNTED[dialect])}) as both_sides
        group by credential_id)`.as('w'),
    )
    .whereRef('w.found_nano', '<>', 'w.wanted_nano')
    .selectAll(),
)

/** Tokens whose counted spending is not what their jobs reserve and were charged. */
export const wrongSpending = (reader: Reader) => reader.all(wrong, {})
