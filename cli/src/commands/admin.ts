import { type Command, Option } from 'commander'
import { declareDecisions } from './admin-decisions.ts'
import { amount, idOf, userOrHost, userRef, wholeNumber } from './argument.ts'

type Operations = typeof import('../operations/admin.ts')

const load = (): Promise<Operations> => import('../operations/admin.ts')
const withdrawalId = idOf('wdr')

/** What the operator of a marketplace does. */
export function declareAdmin(program: Command): void {
  const admin = program
    .command('admin')
    .description('for operators: users, hosts, credits, withdrawals, disputes')
    .addHelpText(
      'after',
      `
The account needs the admin role, which \`mkt-server admin create\` gives.

Examples:
  mkt admin users
  mkt admin grant ada --amount 50 --reason 'invoice 2026-117'
  mkt admin withdrawals --status pending`,
    )
  declareLists(admin)
  declareChanges(admin)
  declareWithdrawals(admin)
  declareDecisions(admin)
}

function declareLists(admin: Command): void {
  paged(admin.command('users'), 'GET /admin/users')
    .description('all users, newest first')
    .option('--search <text>', 'only those whose name or email address holds it')
    .addHelpText('after', "\nExamples:\n  mkt admin users --limit 100\n  mkt admin users --json | jq '.total'")
    .action(async (_options, command: Command) => (await load()).users(command.optsWithGlobals()))

  paged(admin.command('hosts'), 'GET /admin/hosts')
    .description('all hosts, newest first')
    .addHelpText('after', '\nExample:\n  mkt admin hosts --offset 20')
    .action(async (_options, command: Command) => (await load()).hosts(command.optsWithGlobals()))

  paged(admin.command('log'), 'GET /admin/log')
    .description('what admins and operators did, newest first')
    .option('--on <id>', 'only acts on this usr_..., host_... or wdr_...')
    .addHelpText('after', '\nExample:\n  mkt admin log --on usr_01k9zq4v7m')
    .action(async (_options, command: Command) => (await load()).log(command.optsWithGlobals()))
}

function declareChanges(admin: Command): void {
  admin
    .command('grant')
    .description('issue credits to a user')
    .argument('<user>', 'username or usr_...', userRef)
    .requiredOption('--amount <credits>', 'more than 0', amount)
    .requiredOption('--reason <text>', 'what for; the ledger keeps it')
    .option('--promotional', 'a present: it can be spent, and what hosts earn of it is never paid out')
    .option('--again', 'make another one although the same one was never answered')
    .option('--json', 'print what POST /admin/users/{id}/credits answers')
    .addHelpText('after', "\nExample:\n  mkt admin grant ada --amount 50 --reason 'invoice 2026-117'")
    .action(async (id: string, _options, command: Command) => (await load()).grant(id, command.optsWithGlobals()))

  for (const [name, description, disabled] of [
    ['disable', 'shut a user or a host out, until it is enabled again', true],
    ['enable', 'let a user or a host in again', false],
  ] as const) {
    admin
      .command(name)
      .description(description)
      .argument('<id>', 'username, usr_... or host_...', userOrHost)
      .option('--json', 'print what PATCH /admin/users/{id} or /admin/hosts/{id} answers')
      .addHelpText('after', `\nExamples:\n  mkt admin ${name} ada\n  mkt admin ${name} host_01k9zq4v7m`)
      .action(async (id: string, _options, command: Command) =>
        (await load()).setDisabled(id, disabled, command.optsWithGlobals()),
      )
  }

  admin
    .command('remove')
    .description("take an admin's role back; the account stays")
    .argument('<user>', 'username or usr_...', userRef)
    .addHelpText('after', '\nExample:\n  mkt admin remove olga')
    .action(async (id: string, _options, command: Command) => (await load()).removeAdmin(id, command.optsWithGlobals()))

  admin
    .command('documents-key')
    .description('make a key of the documents service for a user, who fetches its secret; your own is printed')
    .argument('<user>', 'username or usr_...', userRef)
    .option('--json', 'print what POST /admin/users/{id}/documents-keys answers')
    .addHelpText('after', '\nExample:\n  mkt admin documents-key ada')
    .action(async (id: string, _options, command: Command) =>
      (await load()).documentsKey(id, command.optsWithGlobals()),
    )
}

function declareWithdrawals(admin: Command): void {
  paged(admin.command('withdrawals'), 'GET /admin/withdrawals')
    .description('withdrawals of all hosts, newest first')
    .addOption(new Option('--status <status>').choices(['pending', 'paid', 'rejected']))
    .addHelpText('after', '\nExample:\n  mkt admin withdrawals --status pending')
    .action(async (_options, command: Command) => (await load()).withdrawals(command.optsWithGlobals()))

  for (const [name, description, status] of [
    ['pay', 'mark a pending withdrawal as paid', 'paid'],
    ['reject', 'reject a pending withdrawal; its host gets the amount back', 'rejected'],
  ] as const) {
    const command = admin.command(name)
    if (name === 'pay') command.option('--despite-debt', 'it was paid although the owner of the host owes credits')
    command
      .description(description)
      .argument('<withdrawal>', 'wdr_...', withdrawalId)
      .option('--reference <text>', 'of the payment, or the reason; its owner sees it')
      .option('--json', 'print what POST /admin/withdrawals/{id} answers')
      .addHelpText('after', `\nExample:\n  mkt admin ${name} wdr_01k9zq4v7m --reference 'transfer 8861'`)
      .action(async (id: string, _options, command: Command) =>
        (await load()).resolveWithdrawal(id, status, command.optsWithGlobals()),
      )
  }
}

function paged(command: Command, path: string): Command {
  return command
    .option('--limit <n>', 'how many, 1 to 100 (default: 20)', wholeNumber(1, 100))
    .option('--offset <n>', 'leave out the newest n', wholeNumber(0))
    .option('--json', `print what ${path} answers`)
}
