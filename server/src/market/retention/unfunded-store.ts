import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

type Of = { user_id: string }

// Lines of a batch are its own until they are jobs, and of one that was stopped none are left.
const WAITING = sql.raw('case when b.lines = 0 then 0 else b.bytes * (b.lines - b.sent) / b.lines end')
/** What a batch's row takes beside its settings, in whatever state it is. */
export const BATCH_BYTES = 200
const kept = statement<Of>()((q, p) =>
  q
    .selectFrom('users as u')
    .leftJoin('stored_texts as t', 't.user_id', 'u.user_id')
    .select(
      sql<number>`u.stored_bytes + coalesce(t.bytes, 0)
        + coalesce((select sum(f.bytes) from files f where f.user_id = u.user_id and f.batch_id is null), 0)
        + coalesce((select sum(${WAITING}) from batches b
            where b.user_id = u.user_id and b.state in ('open', 'running')), 0)
        + coalesce((select sum(octet_length(b.settings_json) + octet_length(b.name)
            + coalesce(octet_length(b.metadata_json), 0) + ${sql.lit(BATCH_BYTES)})
            from batches b where b.user_id = u.user_id), 0)
        + coalesce((select sum(octet_length(c.jobs_json) + octet_length(c.title))
            from conversations c where c.user_id = u.user_id), 0)`.as('bytes'),
    )
    .where('u.user_id', '=', p('user_id')),
)
const spent = statement<Of>()((q, p) =>
  q
    .selectFrom('usage_days')
    .select(sql<bigint>`coalesce(sum(charged_nano), 0)`.as('spent_nano'))
    .where('user_id', '=', p('user_id')),
)

/** Bytes of all that an account has stored: prompts and texts, files, batches and their lines, conversations. */
export const bytesKeptOf = async (reader: Reader, user_id: string): Promise<number> =>
  Number((await reader.get(kept, { user_id }))?.bytes ?? 0)
/** Nano-credits that its jobs have cost so far. */
export const spentBy = async (reader: Reader, user_id: string): Promise<bigint> =>
  BigInt((await reader.get(spent, { user_id }))?.spent_nano ?? 0)
