import { type Command, Option } from 'commander'
import { idOf, wholeNumber } from './argument.ts'

const jobId = idOf('job')
const hostId = idOf('host')
const disputesOf = () => import('../operations/admin-disputes.ts')
const earningsOf = () => import('../operations/admin-earnings.ts')

/** What operators decide on: jobs whose buyers want their credits back, earnings of hosts that were shut out. */
export function declareDecisions(admin: Command): void {
  const disputes = admin.command('disputes').description('jobs whose buyers want their credits back')
  declareDisputes(disputes.addHelpText('after', '\nExample:\n  mkt admin disputes list --status open'))
  const earnings = admin.command('earnings').description('frozen earnings of hosts that were shut out')
  declareEarnings(earnings.addHelpText('after', '\nExample:\n  mkt admin earnings list'))
}

function declareDisputes(disputes: Command): void {
  paged(disputes.command('list'), 'GET /admin/disputes')
    .description('disputes, newest job first')
    .addOption(new Option('--status <status>').choices(['open', 'refunded', 'rejected']))
    .addHelpText('after', '\nExample:\n  mkt admin disputes list --status open')
    .action(async (_options, command: Command) => (await disputesOf()).disputes(command.optsWithGlobals()))
  disputes
    .command('show')
    .description('a dispute with what its job was asked and answered')
    .argument('<job>', 'job_...', jobId)
    .option('--json', 'print what GET /admin/jobs/{id}/dispute answers')
    .addHelpText('after', '\nExample:\n  mkt admin disputes show job_01k9zq4v7m')
    .action(async (id: string, _options, command: Command) =>
      (await disputesOf()).showDispute(id, command.optsWithGlobals()),
    )
  for (const [decision, description] of [
    ['refund', 'bring all that the job cost back to its buyer'],
    ['reject', 'give the host what it earned'],
  ] as const) {
    disputes
      .command(decision)
      .description(description)
      .argument('<job>', 'job_...', jobId)
      .option('--note <text>', 'why; buyer and host see it')
      .option('--json', 'print what POST /admin/jobs/{id}/dispute answers')
      .addHelpText('after', `\nExample:\n  mkt admin disputes ${decision} job_01k9zq4v7m --note 'as you said'`)
      .action(async (id: string, _options, command: Command) =>
        (await disputesOf()).decideDispute(id, decision, command.optsWithGlobals()),
      )
  }
}

function declareEarnings(earnings: Command): void {
  paged(earnings.command('list'), 'GET /admin/earnings')
    .description('hosts with frozen earnings, newest first')
    .addHelpText('after', '\nExample:\n  mkt admin earnings list')
    .action(async (_options, command: Command) => (await earningsOf()).frozenEarnings(command.optsWithGlobals()))
  earnings
    .command('show')
    .description('frozen earnings of a host, and what was frozen, given back or taken so far')
    .argument('<host>', 'host_...', hostId)
    .option('--json', 'print what GET /admin/hosts/{id}/earnings answers')
    .addHelpText('after', '\nExample:\n  mkt admin earnings show host_01k9zq4v7m')
    .action(async (id: string, _options, command: Command) =>
      (await earningsOf()).showEarnings(id, command.optsWithGlobals()),
    )
  for (const [name, decision, description] of [
    ['release', 'release', 'give a host, which is enabled again, its frozen earnings back'],
    ['claw-back', 'claw_back', 'take the frozen earnings of a host for good'],
  ] as const) {
    earnings
      .command(name)
      .description(description)
      .argument('<host>', 'host_...', hostId)
      .requiredOption('--reason <text>', 'kept in the ledger, with who decided')
      .option('--json', 'print what POST /admin/hosts/{id}/earnings answers')
      .addHelpText('after', `\nExample:\n  mkt admin earnings ${name} host_01k9zq4v7m --reason 'complaint 12'`)
      .action(async (id: string, _options, command: Command) =>
        (await earningsOf()).decideEarnings(id, decision, command.optsWithGlobals()),
      )
  }
}

function paged(command: Command, path: string): Command {
  return command
    .option('--limit <n>', 'how many, 1 to 100 (default: 20)', wholeNumber(1, 100))
    .option('--offset <n>', 'leave out the newest n', wholeNumber(0))
    .option('--json', `print what ${path} answers`)
}
