import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

// Any numbers, as long as they are ours alone: "mkt" in ASCII, and "mktd", "mktu".
const LOCK_KEYS = { market: 0x6d_6b_74, documents: 0x6d_6b_74_64, upkeep: 0x6d_6b_74_75 } as const
type Served = keyof typeof LOCK_KEYS
const RETAKE_MS = 1000
const CONNECT_MS = 10_000

/**
 * Takes the database for one service of one server until released, or until this process ends. False: another server holds it.
 * A lock lives in its connection: when that breaks (Postgres restarts) it is taken anew; where another server was
 * faster, `stolen` is called, and this one must stop. `shared`: it is one of several, and keeps out who is alone.
 */
export async function lockPostgres(
  url: string,
  service: Served,
  stolen: () => void,
  { shared = false } = {},
): Promise<(() => Promise<void>) | false> {
  let held = await tryLock(url, service, shared)
  if (!held) return false
  let released = false
  const watch = (client: pg.Client) => client.once('end', () => void retake())
  const retake = async () => {
    while (!released) {
      const again = await tryLock(url, service, shared).catch(() => undefined)
      if (again === false) return stolen()
      if (again) {
        held = again
        return void watch(again)
      }
      await pause(RETAKE_MS, undefined, { ref: false })
    }
  }
  watch(held)
  return async () => {
    released = true
    if (held) await held.end()
  }
}

/** The connection that holds the lock; false where another one does. */
async function tryLock(url: string, service: Served, shared: boolean): Promise<pg.Client | false> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'mkt-server lock',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: CONNECT_MS,
  })
  // Its end is what counts; without a listener the error would end the process.
  client.on('error', () => undefined)
  await client.connect()
  const lock = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  const { rows } = await client.query(`select ${lock}($1) as locked`, [LOCK_KEYS[service]])
  if (rows[0].locked) return client
  await client.end()
  return false
}
