import { sql } from 'kysely'
import { askedWith } from '../../storage/asked-price.ts'
import { VERIFIED } from '../../storage/capability-mask.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'
import type { HostVerdictsTable } from '../../storage/verification-tables.ts'
import { TIMES_TRUSTED } from '../../storage/verified-price.ts'

export type VerdictRow = HostVerdictsTable
type Key = Pick<VerdictRow, 'host_id' | 'model'>

// On SQLite there is one writer; on Postgres the row is held until the transaction ends.
const one = statement<Key>()((q, p, dialect) => {
  const row = q
    .selectFrom('host_verdicts')
    .selectAll()
    .where('host_id', '=', p('host_id'))
    .where('model', '=', p('model'))
  return dialect === 'postgres' ? row.forUpdate() : row
})
const ofHost = statement<{ host_id: string }>()((q, p) =>
  q.selectFrom('host_verdicts').selectAll().where('host_id', '=', p('host_id')).orderBy('model'),
)
// The host's next test: one more than any before, so that all of them share its one life.
const open = statement<Key & { state_json: string; now: number }>()((q, p) =>
  q
    .insertInto('host_verdicts')
    .columns(['host_id', 'model', 'trial', 'verdict', 'state_json', 'decided_at', 'checked_at'])
    .expression(
      sql`select cast(${p('host_id')} as text), cast(${p('model')} as text), coalesce(max(trial), 0) + 1, 'undecided',
        cast(${p('state_json')} as text), cast(${p('now')} as bigint), cast(${p('now')} as bigint)
        from host_verdicts where host_id = ${p('host_id')}`,
    )
    .onConflict((c) => c.columns(['host_id', 'model']).doUpdateSet({ checked_at: p('now') })),
)
type Decided = Key & Pick<VerdictRow, 'verdict' | 'state_json' | 'decided_at' | 'shown_until'>
const save = statement<Decided>()((q, p) =>
  q
    .updateTable('host_verdicts')
    .set({
      verdict: p('verdict'),
      state_json: p('state_json'),
      decided_at: p('decided_at'),
      shown_until: p('shown_until'),
    })
    .where('host_id', '=', p('host_id'))
    .where('model', '=', p('model')),
)
const restart = statement<Key & { state_json: string; note: string | null; now: number }>()((q, p) =>
  q
    .updateTable('host_verdicts')
    .set({
      verdict: 'undecided',
      state_json: p('state_json'),
      decided_at: p('now'),
      note: p('note'),
      upheld_at: null,
      shown_until: null,
      trial: sql<number>`(select max(trial) + 1 from host_verdicts h where h.host_id = ${p('host_id')})`,
    })
    .where('host_id', '=', p('host_id'))
    .where('model', '=', p('model'))
    .where('verdict', '=', 'refused'),
)
const appeal = statement<{ host_id: string; text: string; now: number }>()((q, p) =>
  q
    .updateTable('host_verdicts')
    .set({ appeal: p('text'), appealed_at: p('now') })
    .where('host_id', '=', p('host_id'))
    .where('verdict', '=', 'refused')
    .where('upheld_at', 'is', null),
)
const uphold = statement<Key & { note: string | null; now: number }>()((q, p) =>
  q
    .updateTable('host_verdicts')
    .set({ upheld_at: p('now'), note: p('note') })
    .where('host_id', '=', p('host_id'))
    .where('model', '=', p('model'))
    .where('verdict', '=', 'refused'),
)
// By host_verdicts_refused: whom an operator has to look at, those first who said something against it.
const queue = statement<{ limit: number; offset: number }>()((q, p) =>
  q
    .selectFrom('host_verdicts')
    .selectAll()
    .where('verdict', 'in', ['refused', 'watch'])
    .orderBy(
      sql`case when appealed_at is not null and upheld_at is null then 0 when verdict = 'refused' then 1 else 2 end`,
    )
    .orderBy('decided_at', 'desc')
    .orderBy('host_id')
    .orderBy('model')
    .limit(p('limit'))
    .offset(p('offset')),
)

const MARK = sql.lit(VERIFIED)
const higher = (model: string) => {
  const [output, input] = ['price_nano', 'input_price_nano'].map((price) =>
    askedWith(sql.ref(`${model}.${price}`), sql.ref(`h.${price}`)),
  )
  return sql`(select case when ${output} > ${input} then ${output} else ${input} end
    from hosts h where h.host_id = ${sql.ref(`${model}.host_id`)})`
}
// Looked at for those alone that have the verdict; where the trusted hosts ask nothing no price is too high.
const tooDear = sql`coalesce(${higher('host_models')} > ${sql.lit(TIMES_TRUSTED)} * (
  select nullif(max(${higher('t')}), 0) from host_models t join hosts r on r.host_id = t.host_id
    where t.model = host_models.model and t.available = 1 and r.trusted = 1 and r.status = 'active'), false)`
const shown = (now: unknown) => sql`(exists (select 1 from hosts h where h.host_id = host_models.host_id
    and h.trusted = 1)
  or exists (select 1 from host_verdicts v where v.host_id = host_models.host_id and v.model = host_models.model
    and (v.verdict = 'verified' or v.verdict <> 'refused' and v.shown_until > ${now})) and not ${tooDear})`
const wanted = (now: unknown) => sql<number>`case when ${shown(now)} then ${MARK} else 0 end`
// Rows that are as they should be are not written.
const markModels = statement<{ now: number }>()((q, p) =>
  q
    .updateTable('host_models')
    .set({ marks: wanted(p('now')) })
    .where(sql<boolean>`marks <> ${wanted(p('now'))}`),
)
const some = sql<number>`case when exists (select 1 from host_models m where m.host_id = hosts.host_id and m.marks <> 0)
  then 1 else 0 end`
const markHosts = statement()((q) =>
  q.updateTable('hosts').set({ verified: some }).where(sql<boolean>`verified <> ${some}`),
)

export const verdictOfModel = (reader: Reader, host_id: string, model: string) => reader.get(one, { host_id, model })
export const verdictsOfHost = (reader: Reader, host_id: string) => reader.all(ofHost, { host_id })
/** Opens the test of a host and model, or notes that a check of it begins. */
export const openVerdict = (tx: Tx, of: Key & { state_json: string; now: number }) => tx.run(open, of)
export const saveVerdict = (tx: Tx, row: Decided) => tx.run(save, row)
/** Begins the test of a refused host and model anew; false where it is not refused. */
export const restartVerdict = async (tx: Tx, of: Key & { state_json: string; note: string | null; now: number }) =>
  (await tx.run(restart, of)) === 1
/** False where nothing is refused on which an operator has not decided yet. */
export const recordAppeal = async (tx: Tx, of: { host_id: string; text: string; now: number }) =>
  (await tx.run(appeal, of)) > 0
export const upholdVerdict = async (tx: Tx, of: Key & { note: string | null; now: number }) =>
  (await tx.run(uphold, of)) === 1
export const verdictsToLookAt = (reader: Reader, page: { limit: number; offset: number }) => reader.all(queue, page)
/** Gives and takes the bits by which claims and ranking know who is verified. */
export async function markVerified(tx: Tx, now: number): Promise<number> {
  const changed = await tx.run(markModels, { now })
  return changed === 0 ? 0 : changed + (await tx.run(markHosts, {}))
}
