import type { Command } from 'commander'

export function declareMarket(program: Command): void {
  program
    .command('models')
    .description('models on offer, their hosts and prices')
    .option('--detail', 'with what is paid, what a job may cost now, proven hosts and their speed')
    .option('--json', 'print what GET /models answers, all pages in one')
    .addHelpText(
      'after',
      "\nExamples:\n  mkt models\n  mkt models --detail\n  mkt models --json | jq -r '.models[].name'",
    )
    .action(async (_options, command: Command) =>
      (await import('../operations/market.ts')).models(command.optsWithGlobals()),
    )

  const hosts = program
    .command('hosts')
    .description('hosts: list all, adopt one')
    .addHelpText(
      'after',
      "\nExamples:\n  mkt hosts\n  mkt hosts --json | jq '.hosts | length'\n  mkt hosts adopt < host-key.txt",
    )

  hosts
    .command('list', { isDefault: true })
    .description('hosts that are active now or were in the last day')
    .option('--detail', 'with uptime, jobs completed and refunded, speed, and which models were verified')
    .option('--json', 'print what GET /hosts answers, all pages in one')
    .addHelpText('after', '\nExamples:\n  mkt hosts list --detail\n  mkt hosts list --json')
    .action(async (_options, command: Command) =>
      (await import('../operations/market.ts')).hosts(command.optsWithGlobals()),
    )

  hosts
    .command('adopt')
    .description('make a host yours that was registered without an account; its key is the proof')
    .option('--json', 'print what POST /users/me/hosts answers')
    .addHelpText(
      'after',
      `
The key comes on standard input or is asked for: on the command line others could see it.
From then on the earnings of the host are withdrawn with your account (\`mkt earnings\`), not with its key.

Examples:
  mkt hosts adopt
  mkt hosts adopt < host-key.txt`,
    )
    .action(async (_options, command: Command) =>
      (await import('../operations/adopt.ts')).adopt(command.optsWithGlobals()),
    )
}
