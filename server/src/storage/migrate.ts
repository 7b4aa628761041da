import { Kysely, PostgresDialect, SqliteAdapter, SqliteDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import * as market from './migrations/0001-market.ts'
import * as idempotency from './migrations/0002-idempotency.ts'
import * as selfService from './migrations/0003-self-service.ts'
import * as engineOptions from './migrations/0004-engine-options.ts'
import * as boundedWork from './migrations/0005-bounded-work.ts'
import * as retention from './migrations/0006-retention.ts'
import * as modelsAndHonesty from './migrations/0007-models-and-honesty.ts'
import * as recentCharges from './migrations/0008-recent-charges.ts'
import * as documents from './migrations/0009-documents.ts'
import * as comingBack from './migrations/0010-coming-back.ts'
import * as billing from './migrations/0011-billing.ts'
import * as webhooks from './migrations/0012-webhooks.ts'
import * as tokenRights from './migrations/0013-token-rights.ts'
import * as actLog from './migrations/0014-act-log.ts'
import * as kindsOfCredits from './migrations/0015-kinds-of-credits.ts'
import * as proof from './migrations/0016-proof.ts'
import * as erasure from './migrations/0017-erasure.ts'
import * as chosenHosts from './migrations/0018-chosen-hosts.ts'
import * as shutOut from './migrations/0019-shut-out.ts'
import * as holding from './migrations/0020-holding.ts'
import * as ownHostLines from './migrations/0021-own-host-lines.ts'
import * as mail from './migrations/0022-mail.ts'
import * as storedBytes from './migrations/0023-stored-bytes.ts'
import * as earningsHold from './migrations/0024-earnings-hold.ts'
import * as secondFactor from './migrations/0025-second-factor.ts'
import * as disputes from './migrations/0026-disputes.ts'
import * as earlyDisputes from './migrations/0027-early-disputes.ts'
import * as passkeys from './migrations/0028-passkeys.ts'
import * as modelPatience from './migrations/0029-model-patience.ts'
import * as secondTries from './migrations/0030-second-tries.ts'
import * as promotionalSales from './migrations/0031-promotional-sales.ts'
import * as owedAndAsked from './migrations/0032-owed-and-asked.ts'
import * as claimsReadAnIndex from './migrations/0033-claims-read-an-index.ts'
import * as movesToSum from './migrations/0034-moves-to-sum.ts'
import * as sessions from './migrations/0035-sessions.ts'
import * as documentReviews from './migrations/0036-document-reviews.ts'
import * as capabilities from './migrations/0037-capabilities.ts'
import * as jobsByModel from './migrations/0038-jobs-by-model.ts'
import * as modelFacts from './migrations/0039-model-facts.ts'
import * as documentTasks from './migrations/0040-document-tasks.ts'
import * as inputPrices from './migrations/0041-input-prices.ts'
import * as batches from './migrations/0042-batches.ts'
import * as documentTypes from './migrations/0043-document-types.ts'
import * as continuedTexts from './migrations/0044-continued-texts.ts'
import * as schemaLevel from './migrations/0045-schema-level.ts'
import * as engineCounts from './migrations/0046-engine-counts.ts'
import * as conversations from './migrations/0047-conversations.ts'
import * as verification from './migrations/0048-verification.ts'
import * as disputeShares from './migrations/0049-dispute-shares.ts'
import * as files from './migrations/0065-files.ts'
import * as routineChecks from './migrations/0073-routine-checks.ts'
import * as spendingAlerts from './migrations/0076-spending-alerts.ts'
import * as documentReports from './migrations/0081-document-reports.ts'
import * as hourlyFigures from './migrations/0083-hourly-figures.ts'
import * as refundsTold from './migrations/0084-refunds-told.ts'
import * as firstWords from './migrations/0085-first-words.ts'
import * as servers from './migrations/0086-servers.ts'
import * as queuesAreVacuumed from './migrations/0087-queues-are-vacuumed.ts'
import * as modelPrices from './migrations/0089-model-prices.ts'
import * as uptime from './migrations/0092-uptime.ts'
import * as disputesRead from './migrations/0093-disputes-read.ts'
import * as ownLinesReadAnIndex from './migrations/0095-own-lines-read-an-index.ts'
import * as usageByDay from './migrations/0098-usage-by-day.ts'
import * as batchesThatStop from './migrations/0099-batches-that-stop.ts'
import * as tasksByDocument from './migrations/0100-tasks-by-document.ts'
import * as askedPrices from './migrations/0102-asked-prices.ts'
import * as reportedFailures from './migrations/0103-reported-failures.ts'
import * as thumbnails from './migrations/0105-thumbnails.ts'
import { connect } from './sqlite.ts'

/** Every released migration in order, forward only; a name never changes once released. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-market': market,
  '0002-idempotency': idempotency,
  '0003-self-service': selfService,
  '0004-engine-options': engineOptions,
  '0005-bounded-work': boundedWork,
  '0006-retention': retention,
  '0007-models-and-honesty': modelsAndHonesty,
  '0008-recent-charges': recentCharges,
  '0009-documents': documents,
  '0010-coming-back': comingBack,
  '0011-billing': billing,
  '0012-webhooks': webhooks,
  '0013-token-rights': tokenRights,
  '0014-act-log': actLog,
  '0015-kinds-of-credits': kindsOfCredits,
  '0016-proof': proof,
  '0017-erasure': erasure,
  '0018-chosen-hosts': chosenHosts,
  '0019-shut-out': shutOut,
  '0020-holding': holding,
  '0021-own-host-lines': ownHostLines,
  '0022-mail': mail,
  '0023-stored-bytes': storedBytes,
  '0024-earnings-hold': earningsHold,
  '0025-second-factor': secondFactor,
  '0026-disputes': disputes,
  '0027-early-disputes': earlyDisputes,
  '0028-passkeys': passkeys,
  '0029-model-patience': modelPatience,
  '0030-second-tries': secondTries,
  '0031-promotional-sales': promotionalSales,
  '0032-owed-and-asked': owedAndAsked,
  '0033-claims-read-an-index': claimsReadAnIndex,
  '0034-moves-to-sum': movesToSum,
  '0035-sessions': sessions,
  '0036-document-reviews': documentReviews,
  '0037-capabilities': capabilities,
  '0038-jobs-by-model': jobsByModel,
  '0039-model-facts': modelFacts,
  '0040-document-tasks': documentTasks,
  '0041-input-prices': inputPrices,
  '0042-batches': batches,
  '0043-document-types': documentTypes,
  '0044-continued-texts': continuedTexts,
  '0045-schema-level': schemaLevel,
  '0046-engine-counts': engineCounts,
  '0047-conversations': conversations,
  '0048-verification': verification,
  '0049-dispute-shares': disputeShares,
  '0065-files': files,
  '0073-routine-checks': routineChecks,
  '0076-spending-alerts': spendingAlerts,
  '0081-document-reports': documentReports,
  '0083-hourly-figures': hourlyFigures,
  '0084-refunds-told': refundsTold,
  '0085-first-words': firstWords,
  '0086-servers': servers,
  '0087-queues-are-vacuumed': queuesAreVacuumed,
  '0089-model-prices': modelPrices,
  '0092-uptime': uptime,
  '0093-disputes-read': disputesRead,
  '0095-own-lines-read-an-index': ownLinesReadAnIndex,
  '0098-usage-by-day': usageByDay,
  '0099-batches-that-stop': batchesThatStop,
  '0100-tasks-by-document': tasksByDocument,
  '0102-asked-prices': askedPrices,
  '0103-reported-failures': reportedFailures,
  '0105-thumbnails': thumbnails,
}

/**
 * Raised by one with each release that has migrations. They only add (expand): a release removes what the one before it
 * still used at the earliest (contract), so that servers of both may run on one database.
 */
export const SCHEMA_LEVEL = 1

/** `ahead`: of the next release, beside whose servers this one goes on. */
export type SchemaState = 'current' | 'older' | 'ahead' | 'newer' | 'empty'

/** Brings the schema to this program's version; refuses one that is too new. Errors leave the database as it was. */
export async function migrate(location: Location): Promise<void> {
  await using(location, async (db) => {
    const state = await stateIn(db)
    if (state === 'newer') throw new SchemaError('newer')
    if (state === 'ahead') return
    const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
    await sayLevel(db)
  })
}

/** Where the schema stands against this program's. */
export async function schemaState(location: Location): Promise<SchemaState> {
  return await using(location, stateIn)
}

/** The database is of another version than this program. */
export class SchemaError extends Error {
  override name = 'SchemaError'
  constructor(state: SchemaState) {
    super(
      state === 'newer'
        ? 'the database was written by a newer mkt-server; run that version or a later one'
        : 'the database is of an older version; start mkt-server serve once, which brings it up to date',
    )
  }
}

export type Location = { sqlite: string } | { postgres: string }

/** Names of the migrations that the database has. */
async function applied(db: Kysely<unknown>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}

async function stateIn(db: Kysely<unknown>): Promise<SchemaState> {
  const names = await applied(db)
  const known = names.filter((name) => Object.hasOwn(MIGRATIONS, name))
  const whole = known.length === Object.keys(MIGRATIONS).length
  if (known.length < names.length) return whole && (await levelOf(db)) === SCHEMA_LEVEL + 1 ? 'ahead' : 'newer'
  if (names.length === 0) return 'empty'
  return whole ? 'current' : 'older'
}

async function levelOf(db: Kysely<unknown>): Promise<number | undefined> {
  const { rows } = await sql<{ level: number | null }>`select max(level) as level from schema_level`.execute(db)
  return rows[0]?.level ?? undefined
}

async function sayLevel(db: Kysely<unknown>): Promise<void> {
  if ((await levelOf(db)) === SCHEMA_LEVEL) return
  await sql`insert into schema_level (level) values (${sql.lit(SCHEMA_LEVEL)})`.execute(db)
}

/** Kysely runs migrations on SQLite without a transaction, though SQLite's DDL can roll back like anything else. */
class AtomicSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new AtomicSqliteAdapter()
  }
}

class AtomicSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

async function using<T>(location: Location, work: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const db = new Kysely<unknown>({
    dialect:
      'sqlite' in location
        ? new AtomicSqliteDialect({ database: connect(location.sqlite) })
        : new PostgresDialect({ pool: new pg.Pool({ connectionString: location.postgres, max: 2 }) }),
  })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
