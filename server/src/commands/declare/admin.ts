import type { Command } from 'commander'
import { data, examples, json } from './shared-flags.ts'

export function declareAdmin(program: Command): void {
  const admin = program.command('admin').description('accounts with the admin role')
  json(data(admin.command('create')))
    .description('make an admin account, or give an existing one the role')
    .requiredOption('--username <name>', 'username')
    .requiredOption('--email <address>', 'email address')
    .option('--password <password>', 'password; without this flag it is read from standard input')
    .addHelpText(
      'after',
      examples('echo "$PASSWORD" | mkt-server admin create --data ./data --username olga --email olga@example.com'),
    )
    .action(async (flags) => (await import('../admin.ts')).createAdmin(flags))
  json(data(admin.command('remove')))
    .description("take an admin's role back; the account stays")
    .argument('<user>', 'username or user id')
    .addHelpText('after', examples('mkt-server admin remove hedy --data ./data'))
    .action(async (name, flags) => (await import('../admin.ts')).removeAdmin(name, flags))
}
