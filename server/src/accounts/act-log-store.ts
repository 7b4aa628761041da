import type { ActLogTable } from '../storage/act-tables.ts'
import type { Reader, Tx } from '../storage/database.ts'
import { statement } from '../storage/statement.ts'

// On SQLite there is one writer; on Postgres whoever adds an entry waits for the one before.
const heldHead = statement()((q, _p, dialect) => {
  const row = q.selectFrom('act_log_head').select(['entry', 'hash']).where('id', '=', 1)
  return dialect === 'postgres' ? row.forUpdate() : row
})
const readHead = statement()((q) => q.selectFrom('act_log_head').select(['entry', 'hash']).where('id', '=', 1))
const moveHead = statement<{ entry: number; hash: string }>()((q, p) =>
  q
    .updateTable('act_log_head')
    .set({ entry: p('entry'), hash: p('hash') })
    .where('id', '=', 1),
)
const insert = statement<ActLogTable>()((q, p) =>
  q.insertInto('act_log').values({
    entry: p('entry'),
    at: p('at'),
    actor: p('actor'),
    via: p('via'),
    origin: p('origin'),
    act: p('act'),
    subject: p('subject'),
    before_json: p('before_json'),
    after_json: p('after_json'),
    hash: p('hash'),
  }),
)
const after = statement<{ entry: number; limit: number }>()((q, p) =>
  q.selectFrom('act_log').selectAll().where('entry', '>', p('entry')).orderBy('entry').limit(p('limit')),
)

interface Page {
  limit: number
  offset: number
}
const newest = statement<Page>()((q, p) =>
  q.selectFrom('act_log').selectAll().orderBy('entry', 'desc').limit(p('limit')).offset(p('offset')),
)
const newestOf = statement<Page & { subject: string }>()((q, p) =>
  q
    .selectFrom('act_log')
    .selectAll()
    .where('subject', '=', p('subject'))
    .orderBy('entry', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const countOf = statement<{ subject: string }>()((q, p) =>
  q
    .selectFrom('act_log')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('subject', '=', p('subject')),
)

/** The last entry's number and hash, held until the transaction ends. */
export const holdHead = (tx: Tx) => tx.get(heldHead, {})
export const logHead = (reader: Reader) => reader.get(readHead, {})
export async function addEntry(tx: Tx, row: ActLogTable): Promise<void> {
  await tx.run(insert, row)
  await tx.run(moveHead, { entry: row.entry, hash: row.hash })
}
/** In their order, so many behind one. */
export const entriesAfter = (reader: Reader, entry: number, limit: number) => reader.all(after, { entry, limit })

/** Newest first; of one subject where an id is given. */
export async function actPage(reader: Reader, page: Page & { subject?: string | undefined }) {
  const { subject, limit, offset } = page
  if (subject === undefined) {
    const total = (await logHead(reader))?.entry ?? 0
    return { total, rows: await reader.all(newest, { limit, offset }) }
  }
  const total = (await reader.get(countOf, { subject }))?.total ?? 0
  return { total, rows: await reader.all(newestOf, { subject, limit, offset }) }
}
