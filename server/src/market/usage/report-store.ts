import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

interface Days {
  from: number
  to: number
  /** 1 where the rows are to be told apart by it, else 0. */
  by_day: number
  by_model: number
  most: number
}

// The groups are named by their place: the same expression with parameters in it is another one to Postgres.
const used = statement<Days & { user_id: string; by_token: number }>()((q, p) =>
  q
    .selectFrom(
      sql<{
        day: number | null
        model: string | null
        token_id: string | null
        jobs: number
        tokens: number
        prompt_tokens: number
        charged_nano: bigint
      }>`(select case when ${p('by_day')} = 1 then day end as day,
          case when ${p('by_model')} = 1 then model end as model,
          case when ${p('by_token')} = 1 then token_id end as token_id,
          sum(jobs) as jobs, sum(tokens) as tokens, sum(prompt_tokens) as prompt_tokens,
          sum(charged_nano) as charged_nano
        from usage_days where user_id = ${p('user_id')} and day >= ${p('from')} and day < ${p('to')}
        group by 1, 2, 3)`.as('g'),
    )
    .leftJoin('credentials as c', 'c.credential_id', 'g.token_id')
    .select(['g.day', 'g.model', 'g.token_id', 'g.jobs', 'g.tokens', 'g.prompt_tokens', 'g.charged_nano', 'c.name'])
    .orderBy('g.day')
    .orderBy('g.model')
    .orderBy('g.token_id')
    .limit(p('most')),
)
const earned = statement<Days & { host_id: string }>()((q, p) =>
  q
    .selectFrom(
      sql<{
        day: number | null
        model: string | null
        jobs: number
        tokens: number
        earned_nano: bigint
      }>`(select case when ${p('by_day')} = 1 then day end as day,
          case when ${p('by_model')} = 1 then model end as model,
          sum(jobs) as jobs, sum(tokens) as tokens, sum(earned_nano) as earned_nano
        from earning_days where host_id = ${p('host_id')} and day >= ${p('from')} and day < ${p('to')}
        group by 1, 2)`.as('g'),
    )
    .select(['g.day', 'g.model', 'g.jobs', 'g.tokens', 'g.earned_nano'])
    .orderBy('g.day')
    .orderBy('g.model')
    .limit(p('most')),
)

/** At most `most` rows, oldest day first. A day, model or token that was not asked for is null. */
export const usageOf = (reader: Reader, of: Days & { user_id: string; by_token: number }) => reader.all(used, of)
export const earningsOf = (reader: Reader, of: Days & { host_id: string }) => reader.all(earned, of)
