import { sql } from 'kysely'
import { VERIFIED } from '../../storage/capability-mask.ts'
import type { Reader } from '../../storage/database.ts'
import { type Bind, type Builder, statement } from '../../storage/statement.ts'

type Payers = { since: number; limit: number }
/** Of the dearest rows, since a customer may have one for each of their tokens. */
const MOST_ROWS = 400
// By usage_days_by_day. On SQLite it holds the thread for 65 ms where 100,000 bought a model within two days; grouped
// before they are sorted 210 ms, by another index.
const payers = (q: Builder, p: Bind<Payers>, model?: ReturnType<Bind<{ model: string }>>) =>
  q
    .selectFrom((e) =>
      e
        .selectFrom('usage_days as u')
        .select(['u.user_id', 'u.charged_nano'])
        .where('u.day', '>=', p('since'))
        .$if(model !== undefined, (some) => some.where('u.model', '=', model ?? ''))
        .where('u.charged_nano', '>', 0n)
        .where((has) =>
          has.not(
            has.exists(
              has.selectFrom('verification_buyers as b').select('b.user_id').whereRef('b.user_id', '=', 'u.user_id'),
            ),
          ),
        )
        .orderBy('u.charged_nano', 'desc')
        .limit(MOST_ROWS)
        .as('d'),
    )
    .select(['d.user_id', sql<bigint>`sum(d.charged_nano)`.as('paid_nano')])
    .groupBy('d.user_id')
    .orderBy('paid_nano', 'desc')
    .orderBy('d.user_id')
    .limit(p('limit'))
const ofAll = statement<Payers>()((q, p) => payers(q, p))
const ofModel = statement<Payers & { model: string }>()((q, p) => payers(q, p, p('model')))

type Jobs = { user_id: string; newest: number; limit: number; least_tokens: number }
/** No check asks more: see draw-job.ts. What is longer is not read, however often it is asked. */
const MOST_CHAT_BYTES = 16_384
// Of the newest of one buyer, by the index of theirs: who fills those with what is not paid for hides nobody else.
// Prompts stay in the database: what is copied of a customer's job is how long it is and how it is sampled.
const jobs = (q: Builder, p: Bind<Jobs>, model?: ReturnType<Bind<{ model: string }>>) =>
  q
    .selectFrom((e) =>
      e
        .selectFrom('jobs')
        .select('job_id')
        .where('user_id', '=', p('user_id'))
        .$if(model !== undefined, (some) => some.where('model', '=', model ?? ''))
        .orderBy('job_id', 'desc')
        .limit(p('newest'))
        .as('n'),
    )
    .innerJoin('jobs as j', 'j.job_id', 'n.job_id')
    .innerJoin('hosts as h', 'h.host_id', 'j.host_id')
    .where('j.state', '=', 'completed')
    .where('j.charged_nano', '>', 0n)
    .where(sql<boolean>`(h.owner_user_id is null or h.owner_user_id <> j.user_id)`)
    .where('j.target_host_id', 'is', null)
    .where('j.needs', 'in', [0, VERIFIED])
    .where('j.erased', '=', 0)
    .where('j.max_tokens', '>=', p('least_tokens'))
    .where((e) => e.or([e('j.options_json', 'is', null), e('j.prompt_bytes', '<=', MOST_CHAT_BYTES)]))
    .select(['j.model', 'j.max_tokens', 'j.temperature', 'j.options_json', 'j.prompt_bytes'])
    .orderBy('j.job_id', 'desc')
    .limit(p('limit'))
const jobsOfAll = statement<Jobs>()((q, p) => jobs(q, p))
const jobsOfModel = statement<Jobs & { model: string }>()((q, p) => jobs(q, p, p('model')))

/** Who paid most since a day, of a model or of all, the dearest first. */
export const payersSince = (reader: Reader, model: string | undefined, of: Payers) =>
  model === undefined ? reader.all(ofAll, of) : reader.all(ofModel, { ...of, model })
/** What a customer asked of others' hosts lately and paid for, newest first, without what they wrote. */
export const paidJobs = (reader: Reader, model: string | undefined, of: Jobs) =>
  model === undefined ? reader.all(jobsOfAll, of) : reader.all(jobsOfModel, { ...of, model })
export type CustomersJob = Awaited<ReturnType<typeof paidJobs>>[number]
