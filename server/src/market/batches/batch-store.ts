import { sql } from 'kysely'
import type { BatchesTable } from '../../storage/batch-tables.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

type One = { batch_id: string }
type Own = One & { user_id: string }

const insert = statement<
  Pick<BatchesTable, 'batch_id' | 'user_id' | 'name' | 'model' | 'settings_json' | 'token_id' | 'created_at'>
>()((q, p) =>
  q.insertInto('batches').values({
    batch_id: p('batch_id'),
    user_id: p('user_id'),
    name: p('name'),
    model: p('model'),
    settings_json: p('settings_json'),
    token_id: p('token_id'),
    state: 'open',
    lines: 0,
    bytes: 0,
    sent: 0,
    completed: 0,
    failed: 0,
    charged_nano: sql<bigint>`0`,
    created_at: p('created_at'),
  }),
)
const own = statement<Own>()((q, p) =>
  q.selectFrom('batches').selectAll().where('batch_id', '=', p('batch_id')).where('user_id', '=', p('user_id')),
)
const page = statement<{ user_id: string; limit: number; offset: number }>()((q, p) =>
  q
    .selectFrom('batches')
    .selectAll()
    .where('user_id', '=', p('user_id'))
    .orderBy('batch_id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const count = statement<{ user_id: string }>()((q, p) =>
  q
    .selectFrom('batches')
    .select((e) => [
      e.fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(case when state in ('open', 'running') then 1 else 0 end), 0)`.as('unfinished'),
    ])
    .where('user_id', '=', p('user_id')),
)
// By the partial index batches_running. Whoever is shut out or has left runs nothing.
const running = statement<{ after: string; now: number; limit: number }>()((q, p) =>
  q
    .selectFrom('batches as b')
    .innerJoin('users as u', 'u.user_id', 'b.user_id')
    .selectAll('b')
    .where('b.state', '=', 'running')
    .where('b.batch_id', '>', p('after'))
    .where('u.disabled', '=', 0)
    .where('u.deleted_at', 'is', null)
    .where((e) => e.or([e('b.waiting_until', 'is', null), e('b.waiting_until', '<=', p('now'))]))
    .orderBy('b.batch_id')
    .limit(p('limit')),
)
const grow = statement<Own & { first: number; lines: number; bytes: number }>()((q, p) =>
  q
    .updateTable('batches')
    .set({ lines: sql<number>`lines + ${p('lines')}`, bytes: sql<number>`bytes + ${p('bytes')}` })
    .where('batch_id', '=', p('batch_id'))
    .where('user_id', '=', p('user_id'))
    .where('state', '=', 'open')
    .where('lines', '=', p('first')),
)
const start = statement<Own & { token_id: string; now: number }>()((q, p) =>
  q
    .updateTable('batches')
    .set({ state: 'running', token_id: p('token_id'), started_at: p('now') })
    .where('batch_id', '=', p('batch_id'))
    .where('user_id', '=', p('user_id'))
    .where('state', '=', 'open')
    .where('lines', '>', 0),
)
const stop = statement<Own & { why: string | null; now: number }>()((q, p) =>
  q
    .updateTable('batches')
    .set({ state: 'cancelled', finished_at: p('now'), waiting_for: p('why'), waiting_until: null })
    .where('batch_id', '=', p('batch_id'))
    .where('user_id', '=', p('user_id'))
    .where('state', 'in', ['open', 'running']),
)
const progress = statement<One & { sent: number; completed: number; failed: number; charged_nano: bigint }>()((q, p) =>
  q
    .updateTable('batches')
    .set({
      sent: sql<number>`sent + ${p('sent')}`,
      completed: sql<number>`completed + ${p('completed')}`,
      failed: sql<number>`failed + ${p('failed')}`,
      charged_nano: sql<bigint>`charged_nano + ${p('charged_nano')}`,
    })
    .where('batch_id', '=', p('batch_id')),
)
const wait = statement<One & { waiting_for: string | null; waiting_until: number | null }>()((q, p) =>
  q
    .updateTable('batches')
    .set({ waiting_for: p('waiting_for'), waiting_until: p('waiting_until') })
    .where('batch_id', '=', p('batch_id'))
    .where('state', '=', 'running'),
)
const finish = statement<One & { now: number }>()((q, p) =>
  q
    .updateTable('batches')
    .set({ state: 'completed', finished_at: p('now'), waiting_for: null, waiting_until: null })
    .where('batch_id', '=', p('batch_id'))
    .where('state', '=', 'running')
    .where(sql<boolean>`sent = lines and completed + failed = sent`),
)
const ofUser = statement<{ user_id: string }>()((q, p) =>
  q.selectFrom('batches').select('batch_id').where('user_id', '=', p('user_id')).limit(100),
)
const behind = statement<{ user_id: string; after: string; limit: number }>()((q, p) =>
  q
    .selectFrom('batches')
    .selectAll()
    .where('user_id', '=', p('user_id'))
    .where('batch_id', '>', p('after'))
    .orderBy('batch_id')
    .limit(p('limit')),
)
const old = statement<{ before: number }>()((q, p) =>
  q
    .selectFrom('batches')
    .select('batch_id')
    .where('created_at', '<', p('before'))
    .where('state', '<>', 'running')
    .limit(100),
)
const remove = statement<One>()((q, p) => q.deleteFrom('batches').where('batch_id', '=', p('batch_id')))

export type BatchRow = BatchesTable
type NewBatch = Parameters<NonNullable<typeof insert.shape>>[0]

export const insertBatch = (tx: Tx, batch: NewBatch) => tx.run(insert, batch)
export const ownBatchRow = (reader: Reader, of: Own) => reader.get(own, of)
export const batchPage = (reader: Reader, of: { user_id: string; limit: number; offset: number }) =>
  reader.all(page, of)
export const countBatches = async (reader: Reader, user_id: string) =>
  (await reader.get(count, { user_id })) ?? { total: 0, unfinished: 0 }
/** Those that run and do not wait at the moment, by their ids. */
export const runningBatches = (reader: Reader, of: { after: string; now: number; limit: number }) =>
  reader.all(running, of)
/** 0 where it is not open, or has not exactly `first` lines. */
export const growBatch = (tx: Tx, by: Own & { first: number; lines: number; bytes: number }) => tx.run(grow, by)
export const startBatchRow = (tx: Tx, of: Own & { token_id: string; now: number }) => tx.run(start, of)
export const stopBatchRow = (tx: Tx, of: Own & { why: string | null; now: number }) => tx.run(stop, of)
export const countProgress = (tx: Tx, by: Parameters<NonNullable<typeof progress.shape>>[0]) => tx.run(progress, by)
export const noteWait = (tx: Tx, of: Parameters<NonNullable<typeof wait.shape>>[0]) => tx.run(wait, of)
/** 0 while a line is not a job yet, or a job has not ended. */
export const finishBatch = (tx: Tx, of: One & { now: number }) => tx.run(finish, of)
export const batchesOfUser = (reader: Reader, user_id: string) => reader.all(ofUser, { user_id })
export const oldBatches = (reader: Reader, before: number) => reader.all(old, { before })
/** Its lines go first. */
export const removeBatchRow = (tx: Tx, batch_id: string) => tx.run(remove, { batch_id })
/** By their ids. */
export const batchesBehind = (reader: Reader, of: { user_id: string; after: string; limit: number }) =>
  reader.all(behind, of)
