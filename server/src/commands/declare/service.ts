import type { Command } from 'commander'
import { examples } from './shared-flags.ts'

export function declareService(program: Command): void {
  const service = program.command('service').description('the server under systemd, with no more rights than it needs')
  const named = (command: Command) => command.option('--name <name>', "the service's name", 'mkt-server')
  named(service.command('install'))
    .description('install the service and start it, or change it')
    .option('--set <variable=value...>', 'settings of serve, kept in a file that only root reads')
    .option('--print', 'only print the unit')
    .addHelpText(
      'after',
      examples(
        'mkt-server service install --print',
        'sudo mkt-server service install --set MKT_TRUSTED_PROXIES=1 MKT_MARKET_URL=https://market.example.com',
      ),
    )
    .action(async (flags) => (await import('../service.ts')).installService(flags))
  named(service.command('uninstall'))
    .description('stop the service and remove it; data and settings stay')
    .addHelpText('after', examples('sudo mkt-server service uninstall'))
    .action(async (flags) => (await import('../service.ts')).uninstallService(flags))
  named(service.command('status'))
    .description('whether it runs, and what it said last')
    .addHelpText('after', examples('mkt-server service status'))
    .action(async (flags) => (await import('../service.ts')).serviceStatus(flags))
}
