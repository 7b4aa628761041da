import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

const measures = statement()((q) =>
  q
    .selectFrom('host_models')
    .select(['host_id', 'model', 'bytes_per_token', 'measured_jobs as jobs'])
    .where('bytes_per_token', 'is not', null),
)
const flagged = statement()((q) => q.selectFrom('hosts').select('host_id').where('flagged', '=', 1))
const setFlag = statement<{ host_id: string; flagged: number }>()((q, p) =>
  q
    .updateTable('hosts')
    .set({ flagged: p('flagged') })
    .where('host_id', '=', p('host_id')),
)

export async function allMeasures(reader: Reader) {
  const rows = await reader.all(measures, {})
  return rows.map((row) => ({ ...row, bytes_per_token: row.bytes_per_token ?? 0 }))
}
export const flaggedHosts = async (reader: Reader) => (await reader.all(flagged, {})).map(({ host_id }) => host_id)
export const flagHost = (tx: Tx, host_id: string, on: boolean) => tx.run(setFlag, { host_id, flagged: Number(on) })
