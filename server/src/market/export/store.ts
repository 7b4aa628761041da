import type { Reader } from '../../storage/database.ts'
import { statement } from '../../storage/statement.ts'

/** All rows of a person behind an id, in the order of their ids. */
interface Behind {
  user_id: string
  after: string
  limit: number
}

const jobs = statement<Behind>()((q, p) =>
  q
    .selectFrom('jobs as j')
    .leftJoin('job_outputs as o', 'o.job_id', 'j.job_id')
    .selectAll('j')
    .select('o.pieces_json')
    .where('j.user_id', '=', p('user_id'))
    .where('j.job_id', '>', p('after'))
    .orderBy('j.job_id')
    .limit(p('limit')),
)
const credentials = statement<Behind>()((q, p) =>
  q
    .selectFrom('credentials')
    .selectAll()
    .where('subject_id', '=', p('user_id'))
    .where('credential_id', '>', p('after'))
    .orderBy('credential_id')
    .limit(p('limit')),
)
const hosts = statement<Behind>()((q, p) =>
  q
    .selectFrom('hosts')
    .selectAll()
    .where('owner_user_id', '=', p('user_id'))
    .where('host_id', '>', p('after'))
    .orderBy('host_id')
    .limit(p('limit')),
)
const withdrawals = statement<Behind>()((q, p) =>
  q
    .selectFrom('withdrawals as w')
    .innerJoin('hosts as h', 'h.host_id', 'w.host_id')
    .selectAll('w')
    .where('h.owner_user_id', '=', p('user_id'))
    .where('w.withdrawal_id', '>', p('after'))
    .orderBy('w.withdrawal_id')
    .limit(p('limit')),
)
const purchases = statement<Behind>()((q, p) =>
  q
    .selectFrom('purchases')
    .selectAll()
    .where('user_id', '=', p('user_id'))
    .where('purchase_id', '>', p('after'))
    .orderBy('purchase_id')
    .limit(p('limit')),
)
const acts = statement<{ user_id: string; after: number; limit: number }>()((q, p) =>
  q
    .selectFrom('act_log')
    .select(['entry', 'at', 'act', 'actor', 'before_json', 'after_json'])
    .where('subject', '=', p('user_id'))
    .where('entry', '>', p('after'))
    .orderBy('entry')
    .limit(p('limit')),
)

export const jobsBehind = (reader: Reader, behind: Behind) => reader.all(jobs, behind)
export const credentialsBehind = (reader: Reader, behind: Behind) => reader.all(credentials, behind)
export const hostsBehind = (reader: Reader, behind: Behind) => reader.all(hosts, behind)
export const withdrawalsBehind = (reader: Reader, behind: Behind) => reader.all(withdrawals, behind)
export const purchasesBehind = (reader: Reader, behind: Behind) => reader.all(purchases, behind)
export const actsBehind = (reader: Reader, behind: { user_id: string; after: number; limit: number }) =>
  reader.all(acts, behind)
