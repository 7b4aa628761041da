import { sql } from 'kysely'
import type { Tx } from '../../storage/database.ts'
import type { HoldingColumns } from '../../storage/holding-columns.ts'
import { statement } from '../../storage/statement.ts'

type HoldOff = Pick<HoldingColumns, 'hand_backs_json' | 'held_off_at' | 'held_off_ms'>

const drain = statement<{ host_id: string; now: number }>()((q, p) =>
  q
    .updateTable('hosts')
    .set({ draining: 1, drained_at: p('now') })
    .where('host_id', '=', p('host_id')),
)
// A hand-back weighs as a third of a failure. Guarded by what was read: two calls at once must not be counted as one.
const handBacks = statement<HoldOff & { host_id: string; before: string; kept: number }>()((q, p) =>
  q
    .updateTable('hosts')
    .set({
      hand_backs_json: p('hand_backs_json'),
      held_off_at: p('held_off_at'),
      held_off_ms: p('held_off_ms'),
      success_rate: sql<number>`success_rate * ${p('kept')}`,
    })
    .where('host_id', '=', p('host_id'))
    .where(sql<boolean>`coalesce(hand_backs_json, '') = ${p('before')}`),
)

const hold = statement<HoldOff & { host_id: string }>()((q, p) =>
  q
    .updateTable('hosts')
    .set({ hand_backs_json: p('hand_backs_json'), held_off_at: p('held_off_at'), held_off_ms: p('held_off_ms') })
    .where('host_id', '=', p('host_id')),
)

/** Of a host whose row is held. */
export const saveHoldOff = (
  tx: Tx,
  { host_id, hand_backs_json, held_off_at, held_off_ms }: HoldOff & { host_id: string },
) => tx.run(hold, { host_id, hand_backs_json, held_off_at, held_off_ms })
/** From here on what it hands back costs it nothing. */
export const drainHost = (tx: Tx, host_id: string, now: number) => tx.run(drain, { host_id, now })
/** False where another call was counted since `before` was read. */
export const saveHandBacks = async (
  tx: Tx,
  { host_id, before, counted, ...after }: HoldOff & { host_id: string; before: string; counted: number },
): Promise<boolean> => {
  const { hand_backs_json, held_off_at, held_off_ms } = after
  const kept = (1 - 0.1 / 3) ** counted
  return (await tx.run(handBacks, { host_id, before, kept, hand_backs_json, held_off_at, held_off_ms })) === 1
}
