import type { RefundsToldTable } from '../../storage/billing-tables.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

const insert = statement<RefundsToldTable>()((q, p) =>
  q.insertInto('refunds_told').values({
    purchase_id: p('purchase_id'),
    event_id: p('event_id'),
    said_at: p('said_at'),
    refunded_minor: p('refunded_minor'),
    failed_minor: p('failed_minor'),
  }),
)
const of = statement<{ purchase_id: string }>()((q, p) =>
  q
    .selectFrom('refunds_told')
    .select(['said_at', 'refunded_minor', 'failed_minor'])
    .where('purchase_id', '=', p('purchase_id')),
)

export const insertRefundTold = (tx: Tx, row: RefundsToldTable) => tx.run(insert, row)
export const refundsTold = (reader: Reader, purchase_id: string) => reader.all(of, { purchase_id })
