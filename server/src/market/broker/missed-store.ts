import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

// Of each queue the oldest job, by the index of queued jobs of a user; queues with nobody waiting are few to pass over.
const oldest = statement<{ models: string; before: number; most: number }>()((q, p) =>
  q
    .selectFrom('queues as q')
    .innerJoin('jobs as j', (on) => on.onRef('j.user_id', '=', 'q.user_id').onRef('j.model', '=', 'q.model'))
    .select('j.job_id')
    .where('q.waiting', '>', 0)
    .where(sql<boolean>`${p('models')} like '%\n' || q.model || '\n%'`)
    .where('j.state', '=', 'queued')
    .where('j.target_host_id', 'is', null)
    .where('j.created_at', '<', p('before'))
    .orderBy('j.job_id')
    .limit(p('most')),
)

/** Jobs of these models that were queued before (wall ms) and still are; the oldest first. */
export const longQueued = (reader: Reader, models: readonly string[], before: number, most: number) =>
  reader.all(oldest, { models: `\n${models.join('\n')}\n`, before, most })
