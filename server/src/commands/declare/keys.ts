import type { Command } from 'commander'
import { data, examples, json } from './shared-flags.ts'

export function declareKeys(program: Command): void {
  const keys = program.command('keys').description('keys of the documents service')
  json(data(keys.command('create')))
    .description('make a documents key; makes the account when there is none')
    .requiredOption('--user <name>', 'username')
    .addHelpText('after', examples('mkt-server keys create --data ./data --user ada --json'))
    .action(async (flags) => (await import('../keys.ts')).createKey(flags))
  json(data(keys.command('list')))
    .description("a user's documents keys in force")
    .requiredOption('--user <name>', 'username')
    .addHelpText('after', examples('mkt-server keys list --data ./data --user ada'))
    .action(async (flags) => (await import('../keys.ts')).listKeys(flags))
  json(data(keys.command('revoke')))
    .description('revoke a documents key at once')
    .argument('<key-id>', 'as keys list shows it')
    .requiredOption('--user <name>', 'username')
    .addHelpText('after', examples('mkt-server keys revoke tok_01k9zq4v7m --data ./data --user ada'))
    .action(async (id, flags) => (await import('../keys.ts')).revokeKey(id, flags))
}
