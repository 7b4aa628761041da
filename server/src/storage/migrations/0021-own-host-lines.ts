import { type Kysely, sql } from 'kysely'

/**
 * Jobs for a host of the submitter's own wait in a line of that host (a queue whose name starts with a tab), where no
 * other host's look for work meets them. Hosts that were made an ended account's at the moment of its end are nobody's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index jobs_in_line on jobs (user_id, target_host_id, model, job_id) where state = 'queued'`.execute(
    db,
  )
  await sql`create index jobs_open_affordable on jobs (model, price_cap_nano)
    where state = 'queued' and target_host_id is null`.execute(db)
  await sql`create index jobs_open_short on jobs (model, max_tokens)
    where state = 'queued' and target_host_id is null`.execute(db)
  await sql`create index jobs_for_host on jobs (target_host_id, model, job_id)
    where state = 'queued' and target_host_id is not null`.execute(db)
  // Each index that a submission writes and a claim empties costs both: these are the same with fewer jobs in them.
  for (const index of ['jobs_queued', 'jobs_affordable', 'jobs_short']) await db.schema.dropIndex(index).execute()
  await sql`update queues set waiting = waiting - (select count(*) from jobs j where j.state = 'queued'
    and j.target_host_id is not null and j.user_id = queues.user_id and j.model = queues.model)`.execute(db)
  await sql`insert into queues (user_id, model, waiting, turn)
    select user_id, ${sql.lit('\t')} || target_host_id, count(*), 0 from jobs
    where state = 'queued' and target_host_id is not null group by user_id, target_host_id`.execute(db)
  await sql`update hosts set owner_user_id = null where owner_user_id in
    (select user_id from users where deleted_at is not null)`.execute(db)
}
