import type { Command } from 'commander'
import { data, examples, json, list } from './shared-flags.ts'

const DESPITE_DEBT = 'it was paid although the owner of the host owes credits'

export function declareWithdrawals(program: Command): void {
  const withdrawals = program.command('withdrawals').description("withdrawals of hosts' earnings")
  list(withdrawals.command('list'))
    .description('withdrawals, newest first')
    .option('--status <status>', 'pending, paid or rejected')
    .addHelpText('after', examples('mkt-server withdrawals list --data ./data --status pending'))
    .action(async (flags) => (await import('../withdrawals.ts')).listWithdrawals(flags))
  for (const [name, status, what] of [
    ['pay', 'paid', 'mark a pending withdrawal as paid'],
    ['reject', 'rejected', 'reject a pending withdrawal: its amount goes back to the host'],
  ] as const) {
    const command = json(data(withdrawals.command(name)))
    if (name === 'pay') command.option('--despite-debt', DESPITE_DEBT)
    command
      .description(what)
      .argument('<withdrawal-id>', 'as withdrawals list shows it')
      .option('--reference <text>', 'note of the payment, or why not')
      .addHelpText(
        'after',
        examples(`mkt-server withdrawals ${name} wdr_01k9zq4v7m --data ./data --reference "bank transfer 88"`),
      )
      .action(async (id, flags) => (await import('../withdrawals.ts')).resolvePending(id, status, flags))
  }
}
