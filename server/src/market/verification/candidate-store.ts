import { sql } from 'kysely'
import { ASKED, ASKED_INPUT } from '../../storage/asked-price.ts'
import { bitOf } from '../../storage/capability-mask.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { type Builder, statement } from '../../storage/statement.ts'

const serving = (q: Builder) =>
  q
    .selectFrom('host_models as m')
    .innerJoin('hosts as h', 'h.host_id', 'm.host_id')
    .where('m.available', '=', 1)
    .where('h.status', '=', 'active')
    .where('h.paused', '=', 0)
    .where('h.disabled', '=', 0)

const SCORES = sql.lit(bitOf('scoring'))
// Few: hosts that the operator vouches for.
const references = statement()((q) =>
  serving(q)
    .where('h.trusted', '=', 1)
    .select([
      'h.host_id',
      'm.model',
      ASKED.as('price_nano'),
      ASKED_INPUT.as('input_price_nano'),
      sql<number>`coalesce(m.max_tokens, h.max_tokens)`.as('max_tokens'),
      sql<number>`case when (coalesce(m.capabilities, h.capabilities) & ${SCORES}) <> 0 then 1 else 0 end`.as('scores'),
    ])
    .orderBy('m.model')
    .orderBy('h.host_id'),
)
// By host_models_model.
const suspects = statement<{ model: string; since: number }>()((q, p) =>
  serving(q)
    .leftJoin('host_verdicts as v', (join) =>
      join.onRef('v.host_id', '=', 'h.host_id').onRef('v.model', '=', 'm.model'),
    )
    .where('m.model', '=', p('model'))
    .where('h.trusted', '=', 0)
    .select([
      'h.host_id',
      'h.owner_user_id',
      'm.model',
      ASKED.as('price_nano'),
      ASKED_INPUT.as('input_price_nano'),
      sql<number>`coalesce(m.max_tokens, h.max_tokens)`.as('max_tokens'),
      'v.verdict',
      'v.state_json',
      'h.flagged',
      sql<number>`case when exists (select 1 from disputes d where d.host_id = h.host_id
        and d.created_at > ${p('since')}) then 1 else 0 end`.as('disputed'),
      sql<number>`case when exists (select 1 from hosts o join host_verdicts r on r.host_id = o.host_id
        where o.owner_user_id = h.owner_user_id and r.verdict = 'refused' and r.decided_at > ${p('since')})
        then 1 else 0 end`.as('related'),
    ])
    .orderBy('h.host_id'),
)
const setTrusted = statement<{ host_id: string; trusted: number }>()((q, p) =>
  q
    .updateTable('hosts')
    .set({ trusted: p('trusted') })
    .where('host_id', '=', p('host_id')),
)

/** Hosts that the operator trusts, and serve a model now: a row each. */
export const allReferences = (reader: Reader) => reader.all(references, {})
export type Reference = Awaited<ReturnType<typeof allReferences>>[number]
/** Everybody else's hosts that serve it, with what is known of them; `since`: of disputes. */
export const suspectsOf = (reader: Reader, model: string, since: number) => reader.all(suspects, { model, since })
export type Suspect = Awaited<ReturnType<typeof suspectsOf>>[number]
export const setTrust = (tx: Tx, host_id: string, trusted: boolean) =>
  tx.run(setTrusted, { host_id, trusted: Number(trusted) })
