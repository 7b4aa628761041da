import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

// The newest by the primary key: ids sort by time. Of all models, since a new one has no customers yet. Prompts stay in
// the database: what is copied of a customer's job is how long it is and how it is sampled.
const recent = statement<{ limit: number }>()((q, p) =>
  q
    .selectFrom((e) => e.selectFrom('jobs').selectAll().orderBy('job_id', 'desc').limit(p('limit')).as('j'))
    .where('j.target_host_id', 'is', null)
    .where('j.needs', '=', 0)
    .where('j.erased', '=', 0)
    .where((e) =>
      e.not(
        e.exists(e.selectFrom('verification_buyers as b').select('b.user_id').whereRef('b.user_id', '=', 'j.user_id')),
      ),
    )
    .select(['j.model', 'j.max_tokens', 'j.temperature', 'j.options_json', 'j.prompt_bytes'])
    .orderBy(sql`j.job_id`, 'desc'),
)

/** What customers asked for lately, newest first, without what they wrote. */
export const customersJobs = (reader: Reader, limit: number) => reader.all(recent, { limit })
export type CustomersJob = Awaited<ReturnType<typeof customersJobs>>[number]
