import type { Command } from 'commander'
import { data, examples, json, list } from './shared-flags.ts'

export function declareEarnings(program: Command): void {
  const earnings = program.command('earnings').description('earnings of hosts that were shut out, which are frozen')
  list(earnings.command('list'))
    .description('hosts with frozen earnings, newest first')
    .addHelpText('after', examples('mkt-server earnings list --data ./data'))
    .action(async (flags) => (await import('../earnings.ts')).listFrozen(flags))
  json(data(earnings.command('show')))
    .description('frozen earnings of a host, and what was frozen, given back or taken so far')
    .argument('<host>', 'host id')
    .addHelpText('after', examples('mkt-server earnings show host_01k9zq4v7m --data ./data'))
    .action(async (id, flags) => (await import('../earnings.ts')).showHostFrozen(id, flags))
  for (const [name, decision, what] of [
    ['release', 'release', 'give a host, which is enabled again, its frozen earnings back'],
    ['claw-back', 'claw_back', 'take the frozen earnings of a host for good'],
  ] as const) {
    json(data(earnings.command(name)))
      .description(what)
      .argument('<host>', 'host id')
      .requiredOption('--reason <text>', 'kept in the ledger, with who decided')
      .addHelpText(
        'after',
        examples(`mkt-server earnings ${name} host_01k9zq4v7m --data ./data --reason "complaint 12"`),
      )
      .action(async (id, flags) => (await import('../earnings.ts')).decideFrozen(id, decision, flags))
  }
}
