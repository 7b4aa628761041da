import { sql } from 'kysely'
import type { Reader } from '../../storage/database.ts'
import { bytesOf, pagesByBytes } from '../../storage/pages-by-bytes.ts'
import { type Bind, type Builder, type RowOf, statement } from '../../storage/statement.ts'

/** All rows of a person behind an id, in the order of their ids. */
interface Behind {
  user_id: string
  after: string
  limit: number
}

const jobsOf = (q: Builder, p: Bind<Behind>) =>
  q
    .selectFrom('jobs as j')
    .leftJoin('job_outputs as o', 'o.job_id', 'j.job_id')
    .where('j.user_id', '=', p('user_id'))
    .where('j.job_id', '>', p('after'))
    .orderBy('j.job_id')
    .limit(p('limit'))
const jobs = statement<Behind>()((q, p) => jobsOf(q, p).selectAll('j').select('o.pieces_json'))
const jobSizes = statement<Behind>()((q, p) =>
  jobsOf(q, p).select(bytesOf(...['j.input_text', 'j.options_json', 'o.pieces_json'].map((text) => sql.ref(text)))),
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

export type JobBehind = RowOf<typeof jobs>
/** All jobs of a person with their texts, a page at a time. */
export const jobPagesOf = (reader: Reader, user_id: string) =>
  pagesByBytes({
    from: '',
    sizes: (after, limit) => reader.all(jobSizes, { user_id, after, limit }),
    rows: (after, limit) => reader.all(jobs, { user_id, after, limit }),
    behind: ({ job_id }) => job_id,
  })
export const credentialsBehind = (reader: Reader, behind: Behind) => reader.all(credentials, behind)
export const hostsBehind = (reader: Reader, behind: Behind) => reader.all(hosts, behind)
export const withdrawalsBehind = (reader: Reader, behind: Behind) => reader.all(withdrawals, behind)
export const purchasesBehind = (reader: Reader, behind: Behind) => reader.all(purchases, behind)
export const actsBehind = (reader: Reader, behind: { user_id: string; after: number; limit: number }) =>
  reader.all(acts, behind)
