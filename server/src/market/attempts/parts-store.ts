import type { Reader, Tx } from '../../storage/database.ts'
import type { JobPartsTable } from '../../storage/part-tables.ts'
import { statement } from '../../storage/statement.ts'

export type PartRow = JobPartsTable

const insert = statement<PartRow>()((q, p) =>
  q.insertInto('job_parts').values({
    job_id: p('job_id'),
    attempt: p('attempt'),
    host_id: p('host_id'),
    price_nano: p('price_nano'),
    first_offset: p('first_offset'),
    pieces: p('pieces'),
    billed_tokens: p('billed_tokens'),
    charged_nano: p('charged_nano'),
    charged_promo_nano: p('charged_promo_nano'),
    earned_nano: p('earned_nano'),
    error: p('error'),
    ended_at: p('ended_at'),
    pieces_json: p('pieces_json'),
  }),
)
const ofJob = statement<{ job_id: string }>()((q, p) =>
  q.selectFrom('job_parts').selectAll().where('job_id', '=', p('job_id')).orderBy('attempt'),
)
type Settled = Pick<
  PartRow,
  'job_id' | 'attempt' | 'billed_tokens' | 'charged_nano' | 'charged_promo_nano' | 'earned_nano'
>
const settle = statement<Settled>()((q, p) =>
  q
    .updateTable('job_parts')
    .set({
      billed_tokens: p('billed_tokens'),
      charged_nano: p('charged_nano'),
      charged_promo_nano: p('charged_promo_nano'),
      earned_nano: p('earned_nano'),
    })
    .where('job_id', '=', p('job_id'))
    .where('attempt', '=', p('attempt')),
)
// The job's end has written the whole text.
const forget = statement<{ job_id: string }>()((q, p) =>
  q.updateTable('job_parts').set({ pieces_json: null }).where('job_id', '=', p('job_id')),
)

export const insertPart = (tx: Tx, part: PartRow) => tx.run(insert, part)
/** In the order of the text. */
export const partsOf = (reader: Reader, job_id: string) => reader.all(ofJob, { job_id })
export const settlePart = (tx: Tx, part: Settled) => tx.run(settle, part)
export const forgetPartTexts = (tx: Tx, job_id: string) => tx.run(forget, { job_id })
