import { sql } from 'kysely'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

type One = { batch_id: string }
type At = One & { line: number }

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
const waiting = statement<One & { limit: number }>()((q, p) =>
  q
    .selectFrom('batch_lines')
    .select(['line', 'input_text'])
    .where('batch_id', '=', p('batch_id'))
    .where('state', '=', 'waiting')
    .orderBy('line')
    .limit(p('limit')),
)
const behind = statement<One & { from: number; limit: number }>()((q, p) =>
  q
    .selectFrom('batch_lines')
    .select(['line', 'custom_id', 'input_text'])
    .where('batch_id', '=', p('batch_id'))
    .where('state', '=', 'waiting')
    .where('line', '>=', p('from'))
    .orderBy('line')
    .limit(p('limit')),
)
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
const results = statement<One & { from: number; limit: number }>()((q, p) =>
  q
    .selectFrom('batch_lines as l')
    .leftJoin('jobs as j', 'j.job_id', 'l.job_id')
    .leftJoin('job_outputs as o', 'o.job_id', 'l.job_id')
    .select(['l.line', 'l.custom_id', 'l.job_id', 'l.input_text as waiting_text', 'l.error as refused'])
    .select(['j.input_text', 'j.state', 'j.error', 'j.tokens_generated', 'j.charged_nano', 'o.pieces_json'])
    .where('l.batch_id', '=', p('batch_id'))
    .where('l.line', '>=', p('from'))
    .orderBy('l.line')
    .limit(p('limit')),
)

const answers = statement<One & { from: number; limit: number }>()((q, p) =>
  q
    .selectFrom('batch_lines as l')
    .leftJoin('jobs as j', 'j.job_id', 'l.job_id')
    .leftJoin('job_outputs as o', 'o.job_id', 'l.job_id')
    .select(['l.batch_id', 'l.line', 'l.custom_id', 'l.job_id', 'l.error as refused', 'l.form', 'o.pieces_json'])
    .select(['j.state', 'j.model', 'j.created_at', 'j.options_json', 'j.error', 'j.error_message', 'j.finish_reason'])
    .select(['j.prompt_tokens', 'j.cached_tokens', 'j.reasoning_tokens', 'j.tokens_generated'])
    .where('l.batch_id', '=', p('batch_id'))
    .where('l.line', '>=', p('from'))
    .orderBy('l.line')
    .limit(p('limit')),
)
const ofBatch = statement<One>()((q, p) =>
  q
    .selectFrom('batches')
    .select(['door', 'waiting_for as why', 'state', 'finished_at', 'expires_at'])
    .where('batch_id', '=', p('batch_id')),
)

export const insertLine = (tx: Tx, line: NewLine) => tx.run(insert, line)
/** The next to become jobs, in their order. */
export const waitingLines = (reader: Reader, batch_id: string, limit: number) =>
  reader.all(waiting, { batch_id, limit })
/** Those whose jobs have ended, of which that was not noted yet. */
export const endedLines = (reader: Reader, batch_id: string, limit: number) => reader.all(ended, { batch_id, limit })
export const sentJobs = (reader: Reader, batch_id: string, limit: number) => reader.all(sent, { batch_id, limit })
export const sendLine = (tx: Tx, line: At & { job_id: string }) => tx.run(send, line)
export const refuseLine = (tx: Tx, line: At & { error: string }) => tx.run(refuse, line)
export const endLine = (tx: Tx, line: At) => tx.run(end, line)
/** Of a batch that goes no further. */
export const dropWaitingTexts = (tx: Tx, batch_id: string) => tx.run(dropText, { batch_id })
export const removeLines = (tx: Tx, batch_id: string) => tx.run(remove, { batch_id })
export const resultLines = (reader: Reader, of: One & { from: number; limit: number }) => reader.all(results, of)
export type ResultLine = Awaited<ReturnType<typeof resultLines>>[number]
/** Lines that are no jobs yet, from a place on. */
export const waitingBehind = (reader: Reader, of: One & { from: number; limit: number }) => reader.all(behind, of)
export const answerLines = (reader: Reader, of: One & { from: number; limit: number }) => reader.all(answers, of)
export type AnswerLine = Awaited<ReturnType<typeof answerLines>>[number]
/** How a batch of a file ended; undefined where it is none, or is no more. */
export async function batchEnd(reader: Reader, batch_id: string) {
  const row = await reader.get(ofBatch, { batch_id })
  if (!row?.door) return undefined
  const { door, why, state, finished_at, expires_at } = row
  return { door, why, expired: state === 'cancelled' && expires_at !== null && (finished_at ?? 0) >= expires_at }
}
