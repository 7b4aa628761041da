import { hashSecret } from '../../server/src/accounts/secrets.ts'
import { migrate } from '../../server/src/storage/migrate.ts'
import { connect } from '../../server/src/storage/sqlite.ts'
import { MODEL } from './scene.ts'

export interface Size {
  users: number
  hosts: number
  queued: number
  /** Further ledger transactions, of two entries each. */
  transactions: number
}

type Connection = ReturnType<typeof connect>

/** As many users and hosts speak over HTTP; the others are there. */
export const SPEAKERS = 8

const PRICE = 1000
const TOKENS = 100
const RESERVED = PRICE * TOKENS
const GRANTED = 1_000_000_000_000
/** Numbers become ids of the usual length, so that rows of two tables find each other. */
const ID = (prefix: string, number: string) => `'${prefix}_' || printf('%026d', ${number})`

export const buyerToken = (at: number) => `mkt_u_scale-buyer-${at}`
export const hostKey = (at: number) => `mkt_h_scale-host-${at}`
export const hostId = (at: number) => `host_${String(at).padStart(26, '0')}`

/**
 * Writes a marketplace of a size into a database file by plain SQL: balanced books, queued jobs spread evenly over the
 * users, hosts that all serve one model.
 */
export async function writeMarket(file: string, size: Size): Promise<void> {
  await migrate({ sqlite: file })
  const database = connect(file)
  database.pragma('synchronous = OFF')
  database.exec('begin')
  writePeople(database, size)
  writeHosts(database, size)
  writeJobs(database, size)
  writeBooks(database, size)
  database.exec('commit')

  database.close()
}

function fill(database: Connection, count: number, into: string, select: string): void {
  if (count === 0) return
  const numbers = `with recursive n (i) as (select 0 union all select i + 1 from n where i < ${count - 1})`
  database.exec(`insert into ${into} ${numbers} select ${select} from n`)
}

function writePeople(database: Connection, { users }: Size): void {
  const columns = 'user_id, username, username_key, email, email_key, password_hash, role, created_at'
  const named = `'user-' || i, 'user-' || i, 'u' || i || '@example.com', 'u' || i || '@example.com'`
  fill(database, users, `users (${columns})`, `${ID('usr', 'i')}, ${named}, 'none', 'user', 0`)
  const credential = database.prepare(`insert into credentials
    (credential_id, kind, subject_id, name, secret_hash, created_at) values (?, ?, ?, 'scale', ?, 0)`)
  for (let at = 0; at < SPEAKERS; at++) {
    const user = `usr_${String(at).padStart(26, '0')}`
    credential.run(`tok_user_${at}`, 'user', user, hashSecret(buyerToken(at)))
    credential.run(`tok_host_${at}`, 'host', hostId(at), hashSecret(hostKey(at)))
  }
}

function writeHosts(database: Connection, { hosts }: Size): void {
  const columns = 'host_id, gpu, backend, price_nano, max_tokens, status, registered_at, last_heartbeat_at'
  const values = `${ID('host', 'i')}, 'GPU', 'huggingface', ${PRICE}, 4096, 'active', ${Date.now()}, ${Date.now()}`
  fill(database, hosts, `hosts (${columns})`, values)
  fill(database, hosts, 'host_models (host_id, model)', `${ID('host', 'i')}, '${MODEL}'`)
}

function writeJobs(database: Connection, { users, queued }: Size): void {
  const columns = `job_id, user_id, model, state, input_text, max_tokens, temperature, price_limit_nano, reserved_nano,
    price_cap_nano, created_at`
  const values = `${ID('job', 'i')}, ${ID('usr', `i % ${users}`)}, '${MODEL}', 'queued', 'Tell me about the sea.',
    ${TOKENS}, 0.7, ${PRICE}, ${RESERVED}, ${PRICE}, ${Date.now()}`
  fill(database, queued, `jobs (${columns})`, values)
  database.exec(`insert into queues (user_id, model, waiting, turn)
    select user_id, model, count(*), 0 from jobs group by user_id, model`)
  database.exec(`update users set total_jobs = (select count(*) from jobs j where j.user_id = users.user_id)`)
}

/** Each user was granted credits, each queued job has its reserve; balances are the sums of the entries. */
function writeBooks(database: Connection, { users, hosts, queued, transactions }: Size): void {
  fill(database, users, 'accounts (account_id, floored)', `'user:' || ${ID('usr', 'i')}, 1`)
  fill(database, users, 'accounts (account_id, floored)', `'reserve:' || ${ID('usr', 'i')}, 1`)
  fill(database, hosts, 'accounts (account_id, floored)', `'host:' || ${ID('host', 'i')}, 1`)
  const post = (name: string, count: number, kind: string, amount: number, from: string, to: string, job = 'null') => {
    const into = 'ledger_transactions (transaction_id, kind, job_id, created_at)'
    fill(database, count, into, `'ltx_${name}' || i, '${kind}', ${job}, 0`)
    const entries = 'ledger_entries (transaction_id, account_id, amount_nano)'
    fill(database, count, entries, `'ltx_${name}' || i, ${from}, ${-amount}`)
    fill(database, count, entries, `'ltx_${name}' || i, ${to}, ${amount}`)
  }
  const user = `'user:' || ${ID('usr', `i % ${users}`)}`
  post('g', users, 'issue', GRANTED, `'platform:issuance'`, user)
  post('x', transactions, 'issue', 1, `'platform:issuance'`, user)
  post('r', queued, 'reserve', RESERVED, user, `'reserve:' || ${ID('usr', `i % ${users}`)}`, ID('job', 'i'))
  database.exec(`update accounts set balance_nano =
    coalesce((select sum(amount_nano) from ledger_entries e where e.account_id = accounts.account_id), 0)`)
}
