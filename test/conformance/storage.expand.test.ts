import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../../server/src/storage/sqlite.ts'

/** From here on servers of two releases run on one database; what came before was changed by one server alone. */
const FIRST = '0034-moves-to-sum'

const MIGRATIONS = join(import.meta.dirname, '../../server/src/storage/migrations')
const modules: Record<string, Migration> = Object.fromEntries(
  await Promise.all(
    readdirSync(MIGRATIONS).map(async (file) => [basename(file, '.ts'), await import(join(MIGRATIONS, file))] as const),
  ),
)
const levels = Object.keys(modules).sort()

const folder = mkdtempSync(join(tmpdir(), 'mkt-expand-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Column {
  name: string
  type: string
  notnull: number
  dflt_value: string | null
}

/** The columns of each table. */
async function schemaOf(db: Kysely<unknown>): Promise<Map<string, Map<string, Column>>> {
  const { rows: tables } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
  const schema = new Map<string, Map<string, Column>>()
  for (const { name } of tables) {
    const { rows } =
      await sql<Column>`select name, type, "notnull", dflt_value from pragma_table_info(${name})`.execute(db)
    schema.set(name, new Map(rows.map((column) => [column.name, column])))
  }
  return schema
}

type Schema = Awaited<ReturnType<typeof schemaOf>>

/** What a server that knows only `before` would stumble over. */
function faultsBetween(before: Schema, after: Schema): string[] {
  const faults: string[] = []
  for (const [table, columns] of before) {
    const now = after.get(table)
    if (!now) faults.push(`${table} is gone`)
    for (const [name, { type, notnull }] of columns) {
      const left = now?.get(name)
      if (now && !left) faults.push(`${table}.${name} is gone`)
      if (left && (left.type !== type || left.notnull > notnull)) faults.push(`${table}.${name} takes less than before`)
    }
    for (const [name, { notnull, dflt_value }] of now ?? [])
      if (!columns.has(name) && notnull === 1 && dflt_value === null) faults.push(`${table}.${name} must be given`)
  }
  return faults
}

test('what an older server would stumble over is found', () => {
  const column = (name: string, more: Partial<Column> = {}) =>
    [name, { name, type: 'TEXT', notnull: 0, dflt_value: null, ...more }] as const
  const before: Schema = new Map([
    ['t', new Map([column('a'), column('b'), column('c')])],
    ['gone', new Map()],
  ])
  const after: Schema = new Map([
    ['t', new Map([column('a'), column('b', { notnull: 1 }), column('d', { notnull: 1 }), column('e')])],
  ])
  expect(faultsBetween(before, after)).toEqual([
    't.b takes less than before',
    't.c is gone',
    't.d must be given',
    'gone is gone',
  ])
})

test('migrations only add: a server of the release before goes on beside them', async () => {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: connect(join(folder, 'mkt.db')) }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => modules } })
  const faults: string[] = []
  let before: Schema = new Map()
  for (const level of levels) {
    const { error } = await migrator.migrateTo(level)
    if (error) throw error
    const after = await schemaOf(db)
    if (level >= FIRST) faults.push(...faultsBetween(before, after).map((fault) => `${level}: ${fault}`))
    before = after
  }
  await db.destroy()
  expect(faults).toEqual([])
})
