import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { bytesOf, pagesByBytes, type Size } from '../../storage/pages-by-bytes.ts'
import { type Bind, type Builder, type RowOf, type Statement, statement } from '../../storage/statement.ts'

type One = { batch_id: string }
type At = One & { line: number }
type From = One & { from: number; limit: number }

type NewLine = At & { custom_id: string | null; input_text: string; form: string | null }

const insert = statement<NewLine>()((q, p) =>
  q.insertInto('batch_lines').values({
    batch_id: p('batch_id'),
    line: p('line'),
    custom_id: p('custom_id'),
    input_text: p('input_text'),
    form: p('form'),
    state: 'waiting',
  }),
)
const waitingFrom = (q: Builder, p: Bind<From>) =>
  q
    .selectFrom('batch_lines')
    .where('batch_id', '=', p('batch_id'))
    .where('state', '=', 'waiting')
    .where('line', '>=', p('from'))
    .orderBy('line')
    .limit(p('limit'))
const behind = statement<From>()((q, p) => waitingFrom(q, p).select(['line', 'custom_id', 'input_text']))
const behindSizes = statement<From>()((q, p) => waitingFrom(q, p).select(bytesOf(sql.ref('input_text'))))
const ended = statement<One & { limit: number }>()((q, p) =>
  q
    .selectFrom('batch_lines as l')
    .innerJoin('jobs as j', 'j.job_id', 'l.job_id')
    .select(['l.line', 'j.state', 'j.charged_nano'])
    .where('l.batch_id', '=', p('batch_id'))
    .where('l.state', '=', 'sent')
    .where('j.finished_at', 'is not', null)
    .limit(p('limit')),
)
const sent = statement<One & { limit: number }>()((q, p) =>
  q
    .selectFrom('batch_lines')
    .select('job_id')
    .where('batch_id', '=', p('batch_id'))
    .where('state', '=', 'sent')
    .limit(p('limit')),
)
const send = statement<At & { job_id: string }>()((q, p) =>
  q
    .updateTable('batch_lines')
    .set({ state: 'sent', job_id: p('job_id'), input_text: sql<string>`''` })
    .where('batch_id', '=', p('batch_id'))
    .where('line', '=', p('line'))
    .where('state', '=', 'waiting'),
)
const refuse = statement<At & { error: string }>()((q, p) =>
  q
    .updateTable('batch_lines')
    .set({ state: 'ended', error: p('error') })
    .where('batch_id', '=', p('batch_id'))
    .where('line', '=', p('line'))
    .where('state', '=', 'waiting'),
)
const end = statement<At>()((q, p) =>
  q
    .updateTable('batch_lines')
    .set({ state: 'ended' })
    .where('batch_id', '=', p('batch_id'))
    .where('line', '=', p('line'))
    .where('state', '=', 'sent'),
)
const dropText = statement<One>()((q, p) =>
  q
    .updateTable('batch_lines')
    .set({ input_text: sql<string>`''` })
    .where('batch_id', '=', p('batch_id'))
    .where('state', '=', 'waiting'),
)
const remove = statement<One>()((q, p) => q.deleteFrom('batch_lines').where('batch_id', '=', p('batch_id')))
const linesFrom = (q: Builder, p: Bind<From>) =>
  q
    .selectFrom('batch_lines as l')
    .leftJoin('jobs as j', 'j.job_id', 'l.job_id')
    .leftJoin('job_outputs as o', 'o.job_id', 'l.job_id')
    .where('l.batch_id', '=', p('batch_id'))
    .where('l.line', '>=', p('from'))
    .orderBy('l.line')
    .limit(p('limit'))
const results = statement<From>()((q, p) =>
  linesFrom(q, p)
    .select(['l.line', 'l.custom_id', 'l.job_id', 'l.input_text as waiting_text', 'l.error as refused'])
    .select(['j.input_text', 'j.state', 'j.error', 'j.tokens_generated', 'j.charged_nano', 'o.pieces_json']),
)
const answers = statement<From>()((q, p) =>
  linesFrom(q, p)
    .select(['l.batch_id', 'l.line', 'l.custom_id', 'l.job_id', 'l.error as refused', 'l.form', 'o.pieces_json'])
    .select(['j.state', 'j.model', 'j.created_at', 'j.options_json', 'j.error', 'j.error_message', 'j.finish_reason'])
    .select(['j.prompt_tokens', 'j.cached_tokens', 'j.reasoning_tokens', 'j.tokens_generated']),
)
const sizes = statement<From>()((q, p) =>
  linesFrom(q, p).select(
    bytesOf(...['l.input_text', 'j.input_text', 'j.options_json', 'o.pieces_json'].map((column) => sql.ref(column))),
  ),
)
const ofBatch = statement<One>()((q, p) =>
  q
    .selectFrom('batches')
    .select(['door', 'waiting_for as why', 'state', 'finished_at', 'expires_at'])
    .where('batch_id', '=', p('batch_id')),
)

const paged = <T extends { line: number }>(
  reader: Reader,
  batch_id: string,
  rows: Statement<From, T>,
  sizes: Statement<From, Size>,
) =>
  pagesByBytes<T, number>({
    from: 0,
    sizes: (from, limit) => reader.all(sizes, { batch_id, from, limit }),
    rows: (from, limit) => reader.all(rows, { batch_id, from, limit }),
    behind: ({ line }) => line + 1,
  })

export const insertLine = (tx: Tx, line: NewLine) => tx.run(insert, line)
/** Those whose jobs have ended, of which that was not noted yet. */
export const endedLines = (reader: Reader, batch_id: string, limit: number) => reader.all(ended, { batch_id, limit })
export const sentJobs = (reader: Reader, batch_id: string, limit: number) => reader.all(sent, { batch_id, limit })
export const sendLine = (tx: Tx, line: At & { job_id: string }) => tx.run(send, line)
export const refuseLine = (tx: Tx, line: At & { error: string }) => tx.run(refuse, line)
export const endLine = (tx: Tx, line: At) => tx.run(end, line)
/** Of a batch that goes no further. */
export const dropWaitingTexts = (tx: Tx, batch_id: string) => tx.run(dropText, { batch_id })
export const removeLines = (tx: Tx, batch_id: string) => tx.run(remove, { batch_id })
/** All lines of a batch, a page at a time. */
export const resultLines = (reader: Reader, batch_id: string) => paged(reader, batch_id, results, sizes)
export type ResultLine = RowOf<typeof results>
/** Its lines that are no jobs yet, in their order. */
export const waitingPages = (reader: Reader, batch_id: string) => paged(reader, batch_id, behind, behindSizes)
export const answerLines = (reader: Reader, batch_id: string) => paged(reader, batch_id, answers, sizes)
export type AnswerLine = RowOf<typeof answers>
/** How a batch of a file ended; undefined where it is none, or is no more. */
export async function batchEnd(reader: Reader, batch_id: string) {
  const row = await reader.get(ofBatch, { batch_id })
  if (!row?.door) return undefined
  const { door, why, state, finished_at, expires_at } = row
  return { door, why, expired: state === 'cancelled' && expires_at !== null && (finished_at ?? 0) >= expires_at }
}
