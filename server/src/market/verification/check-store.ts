import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'
import type { VerificationChecksTable } from '../../storage/verification-tables.ts'

export type CheckRow = VerificationChecksTable
type NewCheck = Pick<
  CheckRow,
  'check_id' | 'host_id' | 'model' | 'reference_host_id' | 'job_id' | 'reference_job_id' | 'routine' | 'created_at'
>

const insert = statement<NewCheck>()((q, p) =>
  q.insertInto('verification_checks').values({
    check_id: p('check_id'),
    host_id: p('host_id'),
    model: p('model'),
    reference_host_id: p('reference_host_id'),
    job_id: p('job_id'),
    reference_job_id: p('reference_job_id'),
    state: 'answering',
    routine: p('routine'),
    created_at: p('created_at'),
  }),
)
const open = statement<{ limit: number }>()((q, p) =>
  q
    .selectFrom('verification_checks')
    .selectAll()
    .where('state', 'in', ['answering', 'scoring'])
    .orderBy('check_id')
    .limit(p('limit')),
)
const one = statement<{ check_id: string }>()((q, p) =>
  q.selectFrom('verification_checks').selectAll().where('check_id', '=', p('check_id')),
)
type Scoring = Pick<CheckRow, 'check_id' | 'score_job_id' | 'reference_score_job_id'>
const scoring = statement<Scoring>()((q, p) =>
  q
    .updateTable('verification_checks')
    .set({
      state: 'scoring',
      score_job_id: p('score_job_id'),
      reference_score_job_id: p('reference_score_job_id'),
    })
    .where('check_id', '=', p('check_id'))
    .where('state', '=', 'answering'),
)
type Scored = { check_id: string; score_job_id: string }
const scored = statement<Scored>()((q, p) =>
  q
    .updateTable('verification_checks')
    .set({ score_job_id: p('score_job_id') })
    .where('check_id', '=', p('check_id'))
    .where('state', '=', 'answering')
    .where('score_job_id', 'is', null),
)
type Paired = Pick<CheckRow, 'check_id' | 'reference_job_id'>
const pair = statement<Paired>()((q, p) =>
  q
    .updateTable('verification_checks')
    .set({ reference_job_id: p('reference_job_id') })
    .where('check_id', '=', p('check_id'))
    .where('state', '=', 'answering')
    .whereRef('reference_job_id', '=', 'job_id'),
)
type Ended = Pick<CheckRow, 'check_id' | 'state' | 'ended_at' | 'findings_json' | 'nats'>
const close = statement<Ended>()((q, p) =>
  q
    .updateTable('verification_checks')
    .set({ state: p('state'), ended_at: p('ended_at'), findings_json: p('findings_json'), nats: p('nats') })
    .where('check_id', '=', p('check_id'))
    .where('state', 'in', ['answering', 'scoring']),
)
const counted = statement<{ host_id: string; model: string; limit: number }>()((q, p) =>
  q
    .selectFrom('verification_checks')
    .selectAll()
    .where('host_id', '=', p('host_id'))
    .where('model', '=', p('model'))
    .where('state', '=', 'counted')
    .orderBy('check_id', 'desc')
    .limit(p('limit')),
)
const NEWEST = 300
// The newest of all models by the primary key, since those of one are found by no index.
const recent = statement<{ model: string }>()((q, p) =>
  q
    .selectFrom((e) =>
      e.selectFrom('verification_checks').selectAll().orderBy('check_id', 'desc').limit(NEWEST).as('c'),
    )
    .selectAll()
    .where('model', '=', p('model'))
    .where('state', '=', 'counted'),
)
const asked = statement<{ host_id: string; model: string; limit: number }>()((q, p) =>
  q
    .selectFrom('verification_checks as c')
    .innerJoin('jobs as j', 'j.job_id', 'c.job_id')
    .select(['j.input_text', 'j.options_json'])
    .where('c.host_id', '=', p('host_id'))
    .where('c.model', '=', p('model'))
    .where('c.state', '=', 'counted')
    .orderBy('c.check_id', 'desc')
    .limit(p('limit')),
)
type Told = { host_id: string; model: string; before: number }
const told = statement<Told & { limit: number }>()((q, p) =>
  q
    .selectFrom('verification_checks')
    .selectAll()
    .where('host_id', '=', p('host_id'))
    .where('model', '=', p('model'))
    .where('state', '=', 'counted')
    .where('ended_at', '<=', p('before'))
    .orderBy('check_id', 'desc')
    .limit(p('limit')),
)
const untold = statement<Told>()((q, p) =>
  q
    .selectFrom('verification_checks')
    .select((e) => e.fn.countAll<number>().as('checks'))
    .where('host_id', '=', p('host_id'))
    .where('model', '=', p('model'))
    .where('state', '=', 'counted')
    .where('ended_at', '>', p('before')),
)
/** Whether the reference answered too: else only what it says of the suspect's answer counts. */
export const isPaired = ({ job_id, reference_job_id }: CheckRow) => job_id !== reference_job_id
export const insertCheck = (tx: Tx, check: NewCheck) => tx.run(insert, check)
export const openChecks = (reader: Reader, limit: number) => reader.all(open, { limit })
/** Whether it stands otherwise by now than it was read: another server goes on with it. */
export async function hasMoved(reader: Reader, { check_id, ...read }: CheckRow): Promise<boolean> {
  const now = await reader.get(one, { check_id })
  const same = ['state', 'reference_job_id', 'score_job_id'] as const
  return same.some((column) => now?.[column] !== read[column])
}
export const setScoring = async (tx: Tx, of: Scoring) => (await tx.run(scoring, of)) === 1
/** The suspect's text is being read, and the reference's is to be; false where it was already, or the check is over. */
export const noteScore = async (tx: Tx, of: Scored) => (await tx.run(scored, of)) === 1
/** From here on the reference's own answer is waited for and compared; false where one is, or the check went on. */
export const pairCheck = async (tx: Tx, of: Paired) => (await tx.run(pair, of)) === 1
/** False where it ended already: a second server may have counted it. */
export const closeCheck = async (tx: Tx, of: Ended) => (await tx.run(close, of)) === 1
/** What counted for a host and model, newest first. */
export const countedChecks = (reader: Reader, host_id: string, model: string, limit: number) =>
  reader.all(counted, { host_id, model, limit })
/** What a host was asked in those, newest first. */
export const askedBefore = (reader: Reader, host_id: string, model: string, limit: number) =>
  reader.all(asked, { host_id, model, limit })
/** Of a model, as far as they are among the newest of all. */
export const recentChecks = (reader: Reader, model: string) => reader.all(recent, { model })
/** The newest of those that had counted at a moment. */
export const countedBefore = (reader: Reader, of: Told & { limit: number }) => reader.all(told, of)
/** How many have counted since. */
export const countedSince = async (reader: Reader, of: Told) => (await reader.get(untold, of))?.checks ?? 0
