import type { Command } from 'commander'
import { examples, list } from './shared-flags.ts'

export function declareLog(program: Command): void {
  list(program.command('log'))
    .description('what admins and operators did, newest first; nothing in it can be changed unseen (see audit)')
    .option('--on <whom>', 'only acts on this user, by name or id, or on this host or withdrawal')
    .addHelpText('after', examples('mkt-server log --data ./data', 'mkt-server log --data ./data --on ada --json'))
    .action(async (flags) => (await import('../log.ts')).listActs(flags))
}
