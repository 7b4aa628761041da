import { market as endpoints } from '@mkt/schemas'
import Sqlite from 'better-sqlite3'
import type { Marketplace, TestUser } from '../server/marketplace.ts'

/** Gives a user so many ended jobs, by copies of a cancelled one: in the time that as many submissions do not have. */
export async function insertJobs({ location }: Marketplace, { client }: TestUser, model: string, count: number) {
  const { job_id } = await client.call(endpoints.runModel, { body: { model, input_text: 'x', max_tokens: 1 } })
  await client.call(endpoints.cancelJob, { params: { job_id } })
  if (!('sqlite' in location)) throw new Error('copies are made in SQLite only')
  const connection = new Sqlite(location.sqlite)
  const columns = (connection.pragma('table_info(jobs)') as { name: string }[]).map(({ name }) => name)
  const values = columns.map((name) => (name === 'job_id' ? `job_id || printf('%05d', n.i)` : name))
  connection.exec(`with recursive n (i) as (select 2 union all select i + 1 from n where i < ${count})
    insert into jobs (${columns}) select ${values} from jobs, n where job_id = '${job_id}'`)
  // What a user has had is counted where it is written.
  connection
    .prepare('update users set total_jobs = total_jobs + ? where user_id = (select user_id from jobs where job_id = ?)')
    .run(count - 1, job_id)
  connection.close()
}
