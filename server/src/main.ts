import { Command, Option as Flag } from 'commander'
import { VERSION } from './base/version.ts'
import { OPTIONS, type Option } from './config.ts'

const program = new Command('mkt-server')
  .description('The marketplace for model inference and the documents service, in one program.')
  .version(VERSION)
  .showHelpAfterError('(--help shows what is possible)')
  .configureHelp({ sortSubcommands: false })

const data = (command: Command) =>
  command
    .addOption(new Flag('--data <dir>', 'data directory of the server').default('data').env('MKT_DATA'))
    .addOption(new Flag('--database-url <url>', 'postgres:// URL, if the server has one').env('MKT_DATABASE_URL'))

const blobs = (command: Command) =>
  command
    .addOption(new Flag('--blobs <url>', 'where the files of documents lie, as the server was told').env('MKT_BLOBS'))
    .addOption(new Flag('--blobs-endpoint <url>', "URL of an S3 server that is not Amazon's").env('MKT_BLOBS_ENDPOINT'))
    .addOption(new Flag('--blobs-region <name>', 'region of the bucket').default('us-east-1').env('MKT_BLOBS_REGION'))

const json = (command: Command) => command.option('--json', 'print JSON for scripts')

const serveCommand = program
  .command('serve')
  .description('start both services, or one of them')
  .addHelpText(
    'after',
    '\nExample:\n  mkt-server serve --data ./data --market-port 8080 --documents-port 8081\n  mkt-server serve --data ./data --services documents --documents-url https://docs.example.com\n\nEvery flag is also a variable: MKT_DATA, MKT_HOST, ... Limits are variables only: MKT_LIMIT_SIGNUPS_PER_HOUR, ...',
  )
for (const { flag, help, variable, fallback } of Object.values(OPTIONS) as Option[]) {
  serveCommand.option(flag, `${help}${fallback ? ` (default ${fallback}` : ' ('}${fallback ? ', ' : ''}${variable})`)
}
serveCommand.action(async (flags) => (await import('./commands/serve.ts')).runServe(flags))

const admin = program.command('admin').description('accounts with the admin role')
json(data(admin.command('create')))
  .description('make an admin account, or give an existing one the role')
  .requiredOption('--username <name>', 'username')
  .requiredOption('--email <address>', 'email address')
  .option('--password <password>', 'password; without this flag it is read from standard input')
  .addHelpText(
    'after',
    '\nExample:\n  echo "$PASSWORD" | mkt-server admin create --data ./data --username op --email op@example.com',
  )
  .action(async (flags) => (await import('./commands/admin.ts')).createAdmin(flags))

const credits = program.command('credits').description('credits of users')
json(data(credits.command('grant')))
  .description('issue credits to a user')
  .requiredOption('--user <name>', 'username or user id')
  .requiredOption('--amount <credits>', 'how many, with at most 9 decimals')
  .requiredOption('--reason <text>', 'kept in the ledger')
  .addHelpText(
    'after',
    '\nExample:\n  mkt-server credits grant --data ./data --user ada --amount 250 --reason "invoice 17"',
  )
  .action(async (flags) => (await import('./commands/credits.ts')).grantCredits(flags))

const keys = program.command('keys').description('keys of the documents service')
json(data(keys.command('create')))
  .description('make a documents key; makes the account when there is none')
  .requiredOption('--user <name>', 'username')
  .addHelpText('after', '\nExample:\n  mkt-server keys create --data ./data --user ada --json')
  .action(async (flags) => (await import('./commands/keys.ts')).createKey(flags))

json(data(keys.command('list')))
  .description("a user's documents keys in force")
  .requiredOption('--user <name>', 'username')
  .action(async (flags) => (await import('./commands/keys.ts')).listKeys(flags))
json(data(keys.command('revoke')))
  .description('revoke a documents key at once')
  .argument('<key-id>', 'as keys list shows it')
  .requiredOption('--user <name>', 'username')
  .action(async (id, flags) => (await import('./commands/keys.ts')).revokeKey(id, flags))

const withdrawals = program.command('withdrawals').description("withdrawals of hosts' earnings")
json(data(withdrawals.command('list')))
  .description('withdrawals, newest first')
  .option('--status <status>', 'pending, paid or rejected')
  .action(async (flags) => (await import('./commands/withdrawals.ts')).listWithdrawals(flags))
for (const [name, status, what] of [
  ['pay', 'paid', 'mark a pending withdrawal as paid'],
  ['reject', 'rejected', 'reject a pending withdrawal: its amount goes back to the host'],
] as const) {
  json(data(withdrawals.command(name)))
    .description(what)
    .argument('<withdrawal-id>', 'as withdrawals list shows it')
    .option('--reference <text>', 'note of the payment, or why not')
    .addHelpText(
      'after',
      `\nExample:\n  mkt-server withdrawals ${name} wdr_01... --data ./data --reference "bank transfer 88"`,
    )
    .action(async (id, flags) => (await import('./commands/withdrawals.ts')).resolvePending(id, status, flags))
}

for (const noun of ['user', 'host'] as const) {
  const group = program.command(`${noun}s`).description(`shut ${noun}s out, or let them in again`)
  if (noun === 'host') {
    json(data(group.command('list')))
      .description('all hosts, newest first')
      .option('--flagged', 'only those that seem to bill tokens which their text does not hold')
      .action(async (flags) => (await import('./commands/hosts.ts')).listAllHosts(flags))
  }
  for (const verb of ['disable', 'enable'] as const) {
    json(data(group.command(verb)))
      .description(verb === 'disable' ? `refuse everything that the ${noun} asks` : `let the ${noun} in again`)
      .argument(`<${noun}>`, noun === 'user' ? 'username or user id' : 'host id')
      .action(async (id, flags) => {
        const { setHostDisabled, setUserDisabled } = await import('./commands/disable.ts')
        await (noun === 'user' ? setUserDisabled : setHostDisabled)(id, verb === 'disable', flags)
      })
  }
}

const jobs = program.command('jobs').description('jobs that have ended')
json(data(jobs.command('purge')))
  .description('erase prompts and texts of jobs that ended long ago; the ledger stays')
  .requiredOption('--older-than <days>', 'days since their end')
  .addHelpText('after', '\nExample:\n  mkt-server jobs purge --data ./data --older-than 30')
  .action(async (flags) => (await import('./commands/jobs.ts')).purgeJobs(flags))

const documents = program.command('documents').description('documents that were analysed')
json(blobs(data(documents.command('purge'))))
  .description('erase documents and their files that were analysed long ago')
  .requiredOption('--older-than <days>', 'days since their analysis')
  .option('--user <name>', 'of this user only')
  .addHelpText('after', '\nExample:\n  mkt-server documents purge --data ./data --older-than 365 --user ada')
  .action(async (flags) => (await import('./commands/documents.ts')).purgeDocuments(flags))

json(blobs(data(program.command('backup'))))
  .description('copy the SQLite database and the files of documents while the server runs, and prove the copy')
  .requiredOption('--to <file>', 'the copy of the database; files of documents go to FILE-documents; neither may exist')
  .addHelpText('after', '\nExample:\n  mkt-server backup --data ./data --to mkt-2026-11-20.db')
  .action(async (flags) => (await import('./commands/backup.ts')).runBackup(flags))

json(data(program.command('audit')))
  .description('prove the ledger: exits 0 only when every sum is right')
  .addHelpText('after', '\nExample:\n  mkt-server audit --data ./data')
  .action(async (flags) => (await import('./commands/audit.ts')).runAudit(flags))

// Databases, logs and keys that this program writes are its user's alone.
process.umask(0o077)

try {
  await program.parseAsync()
} catch (error) {
  const { reportFailure } = await import('./commands/report.ts')
  reportFailure(error)
}
