import pg from 'pg'
import { migrate } from '../../server/src/storage/migrate.ts'

export interface FreshDatabase {
  url: string
  /** What autovacuum does within a minute: without counts of rows Postgres sorts the whole queue for each claim. */
  analyze(): Promise<void>
  /** Transactions that were committed in it so far, as far as its connections have told; they do within a second. */
  commits(): Promise<number>
  /** Transactions that wrote something so far, in any database of the same Postgres. */
  writes(): Promise<number>
  remove(): Promise<void>
}

/** A database of a Postgres for one figure, with the schema in it; `empty`: without, for a server that makes its own. */
export async function freshDatabase(postgres: string, name: string, empty = false): Promise<FreshDatabase> {
  const database = `mkt_bench_${name}_${process.pid}_${Date.now().toString(36)}`
  await administer(postgres, `create database ${database}`)
  const location = new URL(postgres)
  location.pathname = `/${database}`
  const url = String(location)
  const remove = async () => void (await administer(postgres, `drop database if exists ${database} with (force)`))
  if (!empty)
    await migrate({ postgres: url }).catch(async (error) => {
      await remove()
      throw error
    })
  const commits = async () => {
    const rows = await administer(url, 'select xact_commit from pg_stat_database where datname = current_database()')
    return Number(rows[0]?.xact_commit)
  }
  const writes = async () => {
    const rows = await administer(url, 'select pg_snapshot_xmax(pg_current_snapshot())::text as next')
    return Number(rows[0]?.next)
  }
  return { url, writes, analyze: async () => void (await administer(url, 'analyze')), commits, remove }
}

async function administer(url: string, sql: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
