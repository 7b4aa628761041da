import type { Command } from 'commander'
import { amount, idOf, wholeNumber } from './argument.ts'

const hostId = idOf('host')

/** What the owner of a GPU does with what it earned. */
export function declareEarnings(program: Command): void {
  program
    .command('earnings')
    .description('your hosts and what they have earned for you to withdraw')
    .option('--json', 'print what GET /users/me/hosts answers')
    .addHelpText('after', "\nExamples:\n  mkt earnings\n  mkt earnings --json | jq '[.hosts[].balance] | add'")
    .action(async (_options, command: Command) =>
      (await import('../operations/earnings.ts')).earnings(command.optsWithGlobals()),
    )

  program
    .command('withdraw')
    .description("take a host's earnings out, or spend them here")
    .requiredOption('--host <id>', 'one of `mkt earnings`', hostId)
    .requiredOption('--amount <credits>', 'at most its balance', amount)
    .requiredOption('--to <destination>', 'where the operator pays it to; `credits` makes it your own credits at once')
    .option('--password-stdin', 'read the password, where the market asks for it, from standard input')
    .option('--again', 'make another one although the same one was never answered')
    .option('--json', 'print what POST /hosts/withdrawals answers')
    .addHelpText(
      'after',
      `
Examples:
  mkt withdraw --host host_01k9zq4v7m --amount 12.5 --to 'IBAN DE02 1203 ...'
  mkt withdraw --host host_01k9zq4v7m --amount 12.5 --to credits`,
    )
    .action(async (_options, command: Command) =>
      (await import('../operations/earnings.ts')).withdraw(command.optsWithGlobals()),
    )

  program
    .command('withdrawals')
    .description('your withdrawals, newest first')
    .option('--host <id>', 'of this host only', hostId)
    .option('--limit <n>', 'how many, 1 to 100 (default: 20)', wholeNumber(1, 100))
    .option('--offset <n>', 'leave out the newest n', wholeNumber(0))
    .option('--json', 'print what GET /hosts/withdrawals answers')
    .addHelpText('after', '\nExamples:\n  mkt withdrawals\n  mkt withdrawals --host host_01k9zq4v7m --json')
    .action(async (_options, command: Command) =>
      (await import('../operations/earnings.ts')).withdrawals(command.optsWithGlobals()),
    )
}
