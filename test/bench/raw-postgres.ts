import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { RawSubmission } from './raw-queue.ts'

const PRICE = 1000

const MOVE = `update accounts set balance_nano = balance_nano + $2
  where account_id = $1 and balance_nano + $2 >= 0`
const TRANSACT = `insert into ledger_transactions (transaction_id, kind, job_id, created_at) values ($1, 'reserve', $2, $3)`
const ENTER = 'insert into ledger_entries (transaction_id, account_id, amount_nano) values ($1, $2, $3)'
const INSERT = `insert into jobs (job_id, user_id, model, state, input_text, max_tokens, temperature, price_limit_nano,
  price_cap_nano, reserved_nano, created_at) values ($1, $2, $3, 'queued', $4, $5, 0.7, ${PRICE}, ${PRICE}, $6, $7)`
const ENQUEUE = `insert into queues (user_id, model, waiting, turn) values ($1, $2, 1, 0)
  on conflict (user_id, model) do update set waiting = queues.waiting + 1`
const COUNT = 'update users set total_jobs = total_jobs + 1 where user_id = $1'
const OLDEST = `select * from jobs where state = 'queued' and model = $1 order by job_id limit 1 for update skip locked`
const TAKE = `update jobs set state = 'running', host_id = 'host_bench', price_nano = ${PRICE}, attempt = attempt + 1,
  started_at = $2 where job_id = $1`

/** Users who can pay, each with the accounts that a submission moves. */
export async function rawUsers(client: pg.ClientBase, count: number): Promise<string[]> {
  const users = Array.from({ length: count }, (_, at) => `usr_bench_${at}`)
  for (const user of users) {
    const columns = 'user_id, username, username_key, email, email_key, password_hash, role, created_at'
    await client.query(`insert into users (${columns}) values ($1, $1, $1, $1, $1, 'none', 'user', 0)`, [user])
    await client.query(`insert into accounts (account_id, balance_nano, floored)
      values ('user:${user}', 9000000000000000, 1), ('reserve:${user}', 0, 1)`)
  }
  return users
}

/** A submission's rows as hand-written SQL in one transaction, the statements prepared on their connection. */
export async function submitRaw(client: pg.ClientBase, user: string, job: RawSubmission): Promise<void> {
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  const now = Date.now()
  const job_id = `job_${now}${randomBytes(9).toString('hex')}`
  const reserved = job.max_tokens * PRICE
  await client.query('begin')
  await run('count', COUNT, [user])
  await run('move', MOVE, [`reserve:${user}`, reserved])
  await run('move', MOVE, [`user:${user}`, -reserved])
  await run('transact', TRANSACT, [`ltx_${job_id}`, job_id, now])
  await run('enter', ENTER, [`ltx_${job_id}`, `reserve:${user}`, reserved])
  await run('enter', ENTER, [`ltx_${job_id}`, `user:${user}`, -reserved])
  await run('insert', INSERT, [job_id, user, job.model, job.input_text, job.max_tokens, reserved, now])
  await run('enqueue', ENQUEUE, [user, job.model])
  await client.query('commit')
}

/** The oldest job that nobody else is taking; false where there is none. */
export async function claimRaw(client: pg.ClientBase, model: string): Promise<boolean> {
  await client.query('begin')
  const { rows } = await client.query({ name: 'oldest', text: OLDEST, values: [model] })
  if (rows[0]) await client.query({ name: 'take', text: TAKE, values: [rows[0].job_id, Date.now()] })
  await client.query('commit')
  return rows.length > 0
}
