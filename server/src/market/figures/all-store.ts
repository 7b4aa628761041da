import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

interface Days {
  from: number
  to: number
}

// No index has the days first: all rows are looked through, one a user, day, model and token. `looked`: how many count,
// by which whoever asks keeps the answer.
const used = statement<Days>()((q, p) =>
  q
    .selectFrom('usage_days')
    .select([
      'day',
      sql<number>`count(*)`.as('looked'),
      sql<number>`sum(jobs)`.as('jobs'),
      sql<number>`sum(tokens)`.as('tokens'),
      sql<bigint>`sum(charged_nano)`.as('charged_nano'),
    ])
    .where('day', '>=', p('from'))
    .where('day', '<', p('to'))
    .groupBy('day')
    .orderBy('day'),
)
const earned = statement<Days>()((q, p) =>
  q
    .selectFrom('earning_days')
    .select(['day', sql<bigint>`sum(earned_nano)`.as('earned_nano')])
    .where('day', '>=', p('from'))
    .where('day', '<', p('to'))
    .groupBy('day'),
)

/** What all users used on days, oldest first. */
export const usedByAll = (reader: Reader, days: Days) => reader.all(used, days)
/** What all hosts earned on days. */
export const earnedByAll = (reader: Reader, days: Days) => reader.all(earned, days)
