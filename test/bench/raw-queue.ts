import { randomBytes } from 'node:crypto'
import type { connect } from '../../server/src/storage/sqlite.ts'

type Connection = ReturnType<typeof connect>

export interface RawSubmission {
  model: string
  input_text: string
  max_tokens: number
}

const USER = 'usr_bench'
const PRICE = 1000

/** Submission and claim as hand-written SQL, prepared once, one transaction each: what the server is held against. */
export function rawQueue(database: Connection) {
  const insertUser = `insert into users (user_id, username, username_key, email, email_key, password_hash, role, created_at)
    values ('${USER}', 'bench', 'bench', 'b@example.com', 'b@example.com', 'none', 'user', 0)`
  database.exec(insertUser)
  database.exec(`insert into accounts (account_id, balance_nano, floored)
    values ('user:${USER}', 9000000000000000, 1), ('reserve:${USER}', 0, 1)`)
  return { submit: submitter(database), claim: claimer(database) }
}

function submitter(database: Connection) {
  const move = database.prepare(
    'update accounts set balance_nano = balance_nano + ? where account_id = ? and balance_nano + ? >= 0',
  )
  const transact = database.prepare(
    'insert into ledger_transactions (transaction_id, kind, job_id, created_at) values (?, ?, ?, ?)',
  )
  const enter = database.prepare(
    'insert into ledger_entries (transaction_id, account_id, amount_nano) values (?, ?, ?)',
  )
  const insert = database.prepare(`insert into jobs (job_id, user_id, model, state, input_text, max_tokens, temperature,
    price_limit_nano, reserved_nano, created_at) values (?, ?, ?, 'queued', ?, ?, 0.7, ?, ?, ?)`)
  const enqueue = database.prepare(`insert into queues (user_id, model, waiting, turn) values (?, ?, 1, 0)
    on conflict (user_id, model) do update set waiting = waiting + 1`)
  const count = database.prepare('update users set total_jobs = total_jobs + 1 where user_id = ?')
  const write = database.transaction((job_id: string, job: RawSubmission, now: number) => {
    const reserved = job.max_tokens * PRICE
    if (move.run(-reserved, `user:${USER}`, -reserved).changes === 0) throw new Error('no credits')
    move.run(reserved, `reserve:${USER}`, reserved)
    const id = `ltx_${job_id}`
    transact.run(id, 'reserve', job_id, now)
    enter.run(id, `user:${USER}`, -reserved)
    enter.run(id, `reserve:${USER}`, reserved)
    insert.run(job_id, USER, job.model, job.input_text, job.max_tokens, PRICE, reserved, now)
    enqueue.run(USER, job.model)
    count.run(USER)
    return reserved
  })
  let serial = 0
  return (job: RawSubmission) => {
    const now = Date.now()
    const job_id = `job_${String(++serial).padStart(12, '0')}${randomBytes(7).toString('hex')}`
    const reserved = write.immediate(job_id, job, now)
    return {
      job_id,
      status: 'queued',
      model: job.model,
      credits_reserved: reserved / 1e9,
      created_at: new Date(now).toISOString(),
    }
  }
}

function claimer(database: Connection) {
  const next = database.prepare(
    'select user_id from queues where model = ? and waiting > 0 order by turn, user_id limit 1',
  )
  const oldest =
    database.prepare(`select * from jobs where state = 'queued' and user_id = ? and target_host_id is null and model = ?
    and +max_tokens <= 4096 and reserved_nano / max_tokens >= ${PRICE} order by job_id limit 1`)
  const take =
    database.prepare(`update jobs set state = 'running', host_id = ?, price_nano = ${PRICE}, attempt = attempt + 1,
    started_at = ? where job_id = ? and state = 'queued'`)
  const dequeue = database.prepare('update queues set waiting = waiting - 1 where user_id = ? and model = ?')
  const endTurn = database.prepare('update queues set turn = (select max(turn) + 1 from queues) where user_id = ?')
  const claim = database.transaction((model: string, host: string) => {
    const user = next.get(model) as { user_id: string } | undefined
    const job = user && (oldest.get(user.user_id, model) as { job_id: string } | undefined)
    if (!user || !job) return undefined
    take.run(host, Date.now(), job.job_id)
    dequeue.run(user.user_id, model)
    endTurn.run(user.user_id)
    return job
  })
  return (model: string, host: string) => claim.immediate(model, host)
}
