import type { Command } from 'commander'

export function declareMarket(program: Command): void {
  program
    .command('models')
    .description('models on offer, their hosts and prices')
    .option('--json', 'print what GET /models answers')
    .addHelpText('after', "\nExamples:\n  mkt models\n  mkt models --json | jq -r '.models[].name'")
    .action(async (_options, command: Command) =>
      (await import('../operations/market.ts')).models(command.optsWithGlobals()),
    )

  program
    .command('hosts')
    .description('hosts that are active now or were in the last day')
    .option('--json', 'print what GET /hosts answers')
    .addHelpText('after', "\nExamples:\n  mkt hosts\n  mkt hosts --json | jq '.hosts | length'")
    .action(async (_options, command: Command) =>
      (await import('../operations/market.ts')).hosts(command.optsWithGlobals()),
    )
}
