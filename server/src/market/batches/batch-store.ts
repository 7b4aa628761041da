import { sql } from 'kysely'
import type { BatchesTable } from '../../storage/batch-tables.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

type One = { batch_id: string }
type Own = One & { user_id: string }

type Made = 'batch_id' | 'user_id' | 'name' | 'model' | 'settings_json' | 'token_id' | 'created_at' | 'expires_at'
type OfFile = 'door' | 'input_file_id' | 'metadata_json'
const insert = statement<Pick<BatchesTable, Made | OfFile>>()((q, p) =>
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
    door: p('door'),
    input_file_id: p('input_file_id'),
    metadata_json: p('metadata_json'),
    expires_at: p('expires_at'),
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
// On SQLite there is one writer; on Postgres the row is held until the transaction ends.
const held = statement<One>()((q, p, dialect) => {
  const row = q.selectFrom('batches').select('state').where('batch_id', '=', p('batch_id'))
  return dialect === 'postgres' ? row.forUpdate() : row
})
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
// By the partial indexes batches_reading and batches_unfiled. Of those who are shut out or have left nothing is begun.
const reading = statement<{ limit: number }>()((q, p) =>
  q
    .selectFrom((e) =>
      e
        .selectFrom('batches')
        .select((f) => f.fn.min('batch_id').as('batch_id'))
        .where('state', '=', 'open')
        .where('door', 'is not', null)
        .groupBy('user_id')
        .as('first'),
    )
    .innerJoin('batches as b', 'b.batch_id', 'first.batch_id')
    .innerJoin('users as u', 'u.user_id', 'b.user_id')
    .selectAll('b')
    .where('u.disabled', '=', 0)
    .where('u.deleted_at', 'is', null)
    .orderBy('b.batch_id')
    .limit(p('limit')),
)
const unfiled = statement<{ limit: number }>()((q, p) =>
  q
    .selectFrom('batches')
    .selectAll()
    .where('door', 'is not', null)
    .where('filed_at', 'is', null)
    .where('finished_at', 'is not', null)
    .where(sql<boolean>`sent <= completed + failed`)
    .limit(p('limit')),
)
// By the partial index batches_stopping.
const stopping = statement<{ limit: number }>()((q, p) =>
  q
    .selectFrom('batches')
    .select(['batch_id', 'user_id'])
    .where('state', '=', 'cancelled')
    .where(sql<boolean>`sent > completed + failed`)
    .orderBy('batch_id')
    .limit(p('limit')),
)
const filed = statement<One & { now: number }>()((q, p) =>
  q
    .updateTable('batches')
    .set({ filed_at: p('now') })
    .where('batch_id', '=', p('batch_id'))
    .where('filed_at', 'is', null),
)
const fail = statement<One & { faults_json: string; now: number }>()((q, p) =>
  q
    .updateTable('batches')
    .set({ state: 'cancelled', faults_json: p('faults_json'), finished_at: p('now') })
    .where('batch_id', '=', p('batch_id'))
    .where('state', '=', 'open'),
)
const lineCounts = statement<One>()((q, p) =>
  q.selectFrom('batches').select(['lines', 'completed']).where('batch_id', '=', p('batch_id')),
)
const filePage = statement<{ user_id: string; after: string; limit: number }>()((q, p) =>
  q
    .selectFrom('batches')
    .selectAll()
    .where('user_id', '=', p('user_id'))
    .where('batch_id', '<', p('after'))
    .where('door', 'is not', null)
    .orderBy('batch_id', 'desc')
    .limit(p('limit')),
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
type NewBatch = Pick<BatchesTable, Made> & Partial<Pick<BatchesTable, OfFile>>

export const insertBatch = (tx: Tx, batch: NewBatch) =>
  tx.run(insert, { door: null, input_file_id: null, metadata_json: null, ...batch })
/** Of which the file is not read yet: of each user the first. */
export const readingBatches = (reader: Reader) => reader.all(reading, { limit: 100 })
/** That go no further, and of which a job has not ended, or that was not noted yet. */
export const stoppingBatches = (reader: Reader) => reader.all(stopping, { limit: 100 })
/** Of files, ended with all of their jobs, and without files of their answers. */
export const unfiledBatches = (reader: Reader) => reader.all(unfiled, { limit: 100 })
/** 0 where another server was first. */
export const noteFiled = (tx: Tx, of: One & { now: number }) => tx.run(filed, of)
/** There is something wrong with its file. */
export const failBatch = (tx: Tx, of: One & { faults_json: string; now: number }) => tx.run(fail, of)
export const countLines = (reader: Reader, batch_id: string) => reader.get(lineCounts, { batch_id })
/** Those of files, the newest first, made before `after`. */
export const fileBatchPage = (reader: Reader, of: { user_id: string; after: string; limit: number }) =>
  reader.all(filePage, of)
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
/** Whether it runs, and goes on to until the transaction has ended: whoever stops it then comes behind. */
export const holdRunning = async (tx: Tx, batch_id: string) => (await tx.get(held, { batch_id }))?.state === 'running'
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
