import type { Command } from 'commander'
import { data, examples, json, list } from './shared-flags.ts'

export function declareDisputes(program: Command): void {
  const disputes = program.command('disputes').description('jobs whose buyers want their credits back')
  list(disputes.command('list'))
    .description('disputes, newest job first')
    .option('--status <status>', 'open, refunded or rejected')
    .addHelpText('after', examples('mkt-server disputes list --data ./data --status open'))
    .action(async (flags) => (await import('../disputes.ts')).listDisputes(flags))
  json(data(disputes.command('show')))
    .description('a dispute with what its job was asked and answered')
    .argument('<job>', 'as disputes list shows it')
    .addHelpText('after', examples('mkt-server disputes show job_01k9zq4v7m --data ./data'))
    .action(async (id, flags) => (await import('../disputes.ts')).showOne(id, flags))
  for (const [name, what] of [
    ['refund', 'bring all that the job cost back to its buyer'],
    ['reject', 'give the host what it earned'],
  ] as const) {
    json(data(disputes.command(name)))
      .description(what)
      .argument('<job>', 'as disputes list shows it')
      .option('--note <text>', 'why; buyer and host see it')
      .addHelpText('after', examples(`mkt-server disputes ${name} job_01k9zq4v7m --data ./data --note "as you said"`))
      .action(async (id, flags) => (await import('../disputes.ts')).decideOpen(id, name, flags))
  }
}
