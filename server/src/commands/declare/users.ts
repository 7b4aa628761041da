import type { Command } from 'commander'
import { data, examples, json, list } from './shared-flags.ts'

export function declareUsers(program: Command): void {
  const users = program.command('users').description('list users, look at one, set a password, shut users out')
  list(users.command('list'))
    .description('all users, newest first')
    .option('--search <text>', 'only those whose name or email address holds it')
    .addHelpText(
      'after',
      examples('mkt-server users list --data ./data', 'mkt-server users list --data ./data --search example.com'),
    )
    .action(async (flags) => (await import('../users.ts')).listAllUsers(flags))
  json(data(users.command('show')))
    .description('one user: credits, jobs, hosts, names of tokens')
    .argument('<user>', 'username or user id')
    .addHelpText('after', examples('mkt-server users show ada --data ./data'))
    .action(async (name, flags) => (await import('../users.ts')).showUser(name, flags))
  json(data(users.command('password')))
    .description("set a user's password, from standard input or asked for, and revoke their tokens")
    .argument('<user>', 'username or user id')
    .addHelpText('after', examples('mkt-server users password ada --data ./data < password.txt'))
    .action(async (name, flags) => (await import('../users.ts')).setPassword(name, flags))
  json(data(users.command('reset-second-factor')))
    .description("remove a user's second factor, where their app, passkeys and recovery codes are lost")
    .argument('<user>', 'username or user id')
    .addHelpText('after', examples('mkt-server users reset-second-factor ada --data ./data'))
    .action(async (name, flags) => (await import('../users.ts')).resetSecondFactor(name, flags))
  for (const [verb, description] of [
    ['disable', 'refuse everything that the user asks'],
    ['enable', 'let the user in again'],
  ] as const) {
    json(data(users.command(verb)))
      .description(description)
      .argument('<user>', 'username or user id')
      .addHelpText('after', examples(`mkt-server users ${verb} ada --data ./data`))
      .action(async (name, flags) => (await import('../disable.ts')).setUserDisabled(name, verb === 'disable', flags))
  }
}
