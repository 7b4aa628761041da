import type { Fault } from '../fault.ts'

const WRITER = 'server/src/storage/sqlite-writer.ts'
const SQLITE = 'server/src/storage/sqlite.ts'
const MIGRATE = 'server/src/storage/migrate.ts'

const TRANSACTIONS = ['test/conformance/storage.transactions.test.ts']
const GROUPS = ['test/conformance/storage.sqlite.test.ts']
const MIGRATIONS = ['test/conformance/storage.migrations.test.ts']
const COMMANDS = ['test/server/commands.exit.test.ts']
const BACKUPS = ['test/server/backup.copy.test.ts']

export const STORAGE: readonly Fault[] = [
  {
    name: 'writer-goes-on-after-a-lost-commit',
    file: WRITER,
    find: 'if (this.#broken) for (const unit of units)',
    replace: 'if (this.#broken && units.length < 0) for (const unit of units)',
    why: 'what is told as done stands behind a gap in the log, and is gone after a loss of power',
    tests: ['test/conformance/storage.sqlite.test.ts'],
  },
  {
    name: 'storage-effects-before-commit',
    file: WRITER,
    find: 'onCommit: (effect) => void outcome.effects.push(effect),',
    replace: 'onCommit: (effect) => effect(),',
    why: 'hosts are told of jobs that are not there yet, or never come to be',
    tests: TRANSACTIONS,
  },
  {
    name: 'storage-savepoint-kept',
    file: WRITER,
    find: '      this.#control.revert.run()\n',
    replace: '',
    why: 'half of a request that failed is kept',
    tests: TRANSACTIONS,
  },
  {
    name: 'storage-caught-failure-committed',
    file: WRITER,
    find: '      this.#demandSound()\n',
    replace: '',
    why: 'a request whose write failed is answered as done',
    tests: TRANSACTIONS,
  },
  {
    name: 'storage-group-half-done',
    file: WRITER,
    find: 'outcomes.flatMap(withFollowers)])) unit.reject(error)\n      return\n',
    replace:
      'outcomes.flatMap(withFollowers)])) if (!units.slice(0, outcomes.length).includes(unit)) unit.reject(error)\n',
    why: 'requests are answered as done whose commit failed',
    tests: GROUPS,
  },
  {
    name: 'storage-answered-before-the-disk',
    file: WRITER,
    find: '      await this.#durable()\n',
    replace: '      void this.#durable()\n',
    why: 'a loss of power loses what somebody was told is done',
    tests: GROUPS,
  },
  {
    name: 'storage-shares-an-earlier-sync',
    file: 'server/src/storage/wal-sync.ts',
    find: '    return this.#next\n',
    replace: '    return this.#running\n',
    why: 'a commit is answered for by a wait for the disk that began before it',
    tests: GROUPS,
  },
  {
    name: 'storage-writes-after-a-lost-commit',
    file: WRITER,
    find: 'if (this.#broken) unit.reject',
    replace: 'if (this.#broken && this.#queue.length < 0) unit.reject',
    why: 'a server goes on whose disk has lost what it wrote',
    tests: GROUPS,
  },
  {
    name: 'storage-follows-a-failure',
    file: WRITER,
    find: 'if (outcome.failure) follower.reject(outcome.failure.error)\n      else await',
    replace: 'await',
    why: 'a host gets the job of a submission that was refused',
    tests: TRANSACTIONS,
  },
  {
    name: 'storage-log-never-starts-over',
    file: 'server/src/storage/checkpoints.ts',
    find: 'log - checkpointed >= this.#worthwhile',
    replace: 'log - checkpointed > Number.MAX_SAFE_INTEGER',
    why: 'under load the log grows until the disk is full',
    tests: GROUPS,
  },
  {
    name: 'storage-money-as-number',
    file: SQLITE,
    find: 'if (money) native.safeIntegers()',
    replace: 'if (columns.length > 1_000_000) native.safeIntegers()',
    why: 'great sums are off by some nano-credits',
    tests: ['test/conformance/storage.values.test.ts'],
  },
  {
    name: 'storage-not-locked',
    file: 'server/src/storage/location.ts',
    find: "if (code === 'SQLITE_BUSY') throw new LockedError(data)",
    replace: "if (code === 'SQLITE_BUSY') return () => undefined",
    why: 'two servers write one data directory, and each forgets what the other streams',
    tests: ['test/server/data-directory.lock.test.ts'],
  },
  {
    name: 'migration-step-skipped',
    file: MIGRATE,
    find: "  '0008-recent-charges': recentCharges,\n",
    replace: '',
    why: 'the page of withdrawals gets slower with each job, or a later step fails',
    tests: MIGRATIONS,
  },
  {
    name: 'migration-newer-accepted',
    file: MIGRATE,
    find: "if (stateOf(await applied(db)) === 'newer') throw new SchemaError('newer')",
    replace: '',
    why: 'an old server writes into the database of a newer one',
    tests: MIGRATIONS,
  },
  {
    name: 'migration-half-done',
    file: MIGRATE,
    find: '  override get supportsTransactionalDdl(): boolean {\n    return true',
    replace: '  override get supportsTransactionalDdl(): boolean {\n    return false',
    why: 'an upgrade that fails leaves a database that no version opens',
    tests: MIGRATIONS,
  },
  {
    name: 'audit-command-always-succeeds',
    file: 'server/src/commands/audit.ts',
    find: 'if (faults.length > 0) process.exitCode = 1',
    replace: '',
    why: 'the nightly audit is green while money is missing',
    tests: COMMANDS,
  },
  {
    name: 'command-failure-is-success',
    file: 'server/src/commands/report.ts',
    find: '  process.exitCode = 1\n',
    replace: '',
    why: 'scripts go on after a grant that was refused',
    tests: COMMANDS,
  },
  {
    name: 'backup-over-a-file',
    file: 'server/src/storage/backup.ts',
    find: 'if (existsSync(to)) throw',
    replace: "if (existsSync(to) && to === '') throw",
    why: 'a backup writes over the one before it',
    tests: BACKUPS,
  },
  {
    name: 'backup-damaged-is-kept',
    file: 'server/src/storage/backup.ts',
    find: "if (verdict !== 'ok') throw",
    replace: "if (verdict === '') throw",
    why: 'a damaged copy is called sound until it is needed',
    tests: BACKUPS,
  },
  {
    name: 'backup-wrong-books-are-kept',
    file: 'server/src/commands/backup.ts',
    find: 'if (report.faults.length > 0)',
    replace: 'if (report.faults.length > 1000)',
    why: 'a backup whose books are wrong is called sound',
    tests: BACKUPS,
  },
  {
    name: 'backup-files-in-one-heap',
    file: 'server/src/documents/store/copy-files.ts',
    find: 'join(to, document_id)',
    replace: 'to',
    why: 'of all documents in a backup the files of one are left',
    tests: BACKUPS,
  },
]
