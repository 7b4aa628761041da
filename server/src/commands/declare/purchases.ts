import type { Command } from 'commander'
import { data, examples, json } from './shared-flags.ts'

export function declarePurchases(program: Command): void {
  const purchases = program.command('purchases').description('credits that users bought')
  json(data(purchases.command('list')))
    .description('purchases, newest first, and payments that no purchase explains')
    .option('--status <status>', 'pending, paid, expired, failed, refunded or disputed')
    .addHelpText('after', examples('mkt-server purchases list --data ./data --status disputed'))
    .action(async (flags) => (await import('../purchases.ts')).listPurchases(flags))
}
