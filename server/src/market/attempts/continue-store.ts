import { sql } from 'kysely'
import { bitOf } from '../../storage/capability-mask.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

const PREFIX = sql.lit(bitOf('prefix'))

// Behind the guarded change to `queued`, in its transaction. `|` is of both dialects.
const mark = statement<{ job_id: string; prefix_tokens: number; first_piece_at: number | null }>()((q, p) =>
  q
    .updateTable('jobs')
    .set({
      prefix_tokens: p('prefix_tokens'),
      needs: sql<number>`needs | ${PREFIX}`,
      first_piece_at: sql<number | null>`coalesce(first_piece_at, ${p('first_piece_at')})`,
    })
    .where('job_id', '=', p('job_id'))
    .where('state', '=', 'queued'),
)
// Its turn was not over when its host was lost: it is the next one's again, and its reader waits.
const turnBack = statement<{ user_id: string }>()((q, p) =>
  q.updateTable('queues').set({ turn: 0 }).where('user_id', '=', p('user_id')),
)
// By jobs_continuing: there are few of them.
const waiting = statement<{ limit: number }>()((q, p) =>
  q
    .selectFrom('jobs')
    .select(['job_id', 'attempt'])
    .where('state', '=', 'queued')
    .where('prefix_tokens', '>', sql.lit(0))
    .limit(p('limit')),
)

// By host_models_model.
const heir = statement<{ model: string; since: number }>()((q, p) =>
  q
    .selectFrom('host_models as m')
    .innerJoin('hosts as h', 'h.host_id', 'm.host_id')
    .select('h.host_id')
    .where('m.model', '=', p('model'))
    .where('h.disabled', '=', 0)
    .where((e) => e.or([e('h.status', '=', 'active'), e('h.last_heartbeat_at', '>', p('since'))]))
    .where(sql<boolean>`(coalesce(m.capabilities, h.capabilities) & ${PREFIX}) <> 0`)
    .limit(1),
)

/** Whether a host of the model that is here, or was lately, can take a prefix: else nobody is waited for. */
export const anyTakesPrefix = async (reader: Reader, model: string, since: number) =>
  (await reader.get(heir, { model, since })) !== undefined
/** A job that was just queued goes on with so many pieces: only hosts that can take a prefix get it. */
export const markContinued = (tx: Tx, job_id: string, prefix_tokens: number, first_piece_at: number | null) =>
  tx.run(mark, { job_id, prefix_tokens, first_piece_at })
export const giveTurnBack = (tx: Tx, user_id: string) => tx.run(turnBack, { user_id })
/** Queued jobs with a text to go on with, at most so many. */
export const continuedJobs = (reader: Reader, limit: number) => reader.all(waiting, { limit })
