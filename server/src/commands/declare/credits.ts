import type { Command } from 'commander'
import { data, examples, json } from './shared-flags.ts'

export function declareCredits(program: Command): void {
  const credits = program.command('credits').description('credits of users')
  json(data(credits.command('grant')))
    .description('issue credits to a user')
    .requiredOption('--user <name>', 'username or user id')
    .requiredOption('--amount <credits>', 'how many, with at most 9 decimals')
    .requiredOption('--reason <text>', 'kept in the ledger')
    .option('--promotional', 'a present: it can be spent, and what hosts earn of it is never paid out')
    .addHelpText(
      'after',
      examples('mkt-server credits grant --data ./data --user ada --amount 250 --reason "invoice 17"'),
    )
    .action(async (flags) => (await import('../credits.ts')).grantCredits(flags))
}
