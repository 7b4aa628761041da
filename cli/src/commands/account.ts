import type { Command } from 'commander'
import { idOf } from './argument.ts'

export function declareAccount(program: Command): void {
  program
    .command('signup')
    .description('make an account and log in; asks for what is not given')
    .option('--username <name>')
    .option('--email <address>')
    .option('--password-stdin', 'read the password from standard input (or set MKT_PASSWORD)')
    .addHelpText(
      'after',
      `
Examples:
  mkt signup
  mkt signup --username ada --email ada@example.org --password-stdin < pw.txt`,
    )
    .action(async (_options, command: Command) =>
      (await import('../operations/account.ts')).signup(command.optsWithGlobals()),
    )

  program
    .command('login')
    .description('make a token for this machine and keep it, in a file that only you can read')
    .option('--username <name>')
    .option('--password-stdin', 'read the password from standard input (or set MKT_PASSWORD)')
    .option('--token <->', 'take an existing token from standard input instead')
    .addHelpText(
      'after',
      `
Examples:
  mkt login
  mkt login --username ada --password-stdin < password.txt
  mkt login --server https://market.example.org --token - < token.txt`,
    )
    .action(async (_options, command: Command) =>
      (await import('../operations/account.ts')).login(command.optsWithGlobals()),
    )

  program
    .command('logout')
    .description('revoke the saved token and forget it')
    .addHelpText('after', '\nExample:\n  mkt logout')
    .action(async (_options, command: Command) =>
      (await import('../operations/account.ts')).logout(command.optsWithGlobals()),
    )

  program
    .command('whoami')
    .description('your account and its credits')
    .option('--json', 'print what GET /users/me answers')
    .addHelpText('after', '\nExamples:\n  mkt whoami\n  mkt whoami --json | jq .credits')
    .action(async (_options, command: Command) =>
      (await import('../operations/account.ts')).whoami(command.optsWithGlobals()),
    )

  declareEnds(program)
}

function declareEnds(program: Command): void {
  program
    .command('password')
    .description('change your password; every token of the account is revoked, and you are logged in anew')
    .addHelpText(
      'after',
      `
Without a terminal, standard input holds two lines: the current password and the new one.

Examples:
  mkt password
  printf '%s\\n' "$OLD" "$NEW" | mkt password`,
    )
    .action(async (_options, command: Command) =>
      (await import('../operations/own-account.ts')).changePassword(command.optsWithGlobals()),
    )

  declareEnd(declareAddress(program))
}

function declareAddress(program: Command): Command {
  const account = program
    .command('account')
    .description('your account: address, forgotten password, second factor, passkeys, export, delete')
    .addHelpText('after', '\nExamples:\n  mkt account export > everything.json\n  mkt account delete')

  account
    .command('reset-password')
    .description('set a new password where the old one is forgotten: asks for a code by mail, then takes it')
    .option('--email <address>', 'the proven address of the account')
    .option('--code <code>', 'the code from the mail; the new password is asked for, or read from standard input')
    .addHelpText(
      'after',
      `
Examples:
  mkt account reset-password --email ada@example.org
  mkt account reset-password --code mkt_m_...`,
    )
    .action(async (_options, command: Command) =>
      (await import('../operations/address.ts')).resetPassword(command.optsWithGlobals()),
    )

  account
    .command('second-factor')
    .description('have logins need a code of an authenticator app, or (--off) remove it')
    .option('--off', 'remove it; needs a code, or a recovery code')
    .option('--code <code>', 'the code, where there is no terminal to ask on')
    .addHelpText('after', '\nExamples:\n  mkt account second-factor\n  mkt account second-factor --off')
    .action(async (_options, command: Command) =>
      (await import('../operations/second-factor.ts')).secondFactor(command.optsWithGlobals()),
    )

  account
    .command('email')
    .description('change your address, or with --verify have the link sent again that proves it')
    .argument('[address]', 'the new address')
    .option('--verify', 'send the link again')
    .option('--password-stdin', 'read the password from standard input (or set MKT_PASSWORD)')
    .addHelpText('after', '\nExamples:\n  mkt account email ada@example.org\n  mkt account email --verify')
    .action(async (address: string | undefined, _options, command: Command) =>
      (await import('../operations/address.ts')).changeEmail(address, command.optsWithGlobals()),
    )
  declarePasskeys(account)
  return account
}

function declarePasskeys(account: Command): void {
  const load = () => import('../operations/passkeys.ts')
  const passkeys = account
    .command('passkeys')
    .description('your passkeys, which open your account by themselves: list, remove')
    .addHelpText('after', '\nThey are added in a browser.\n\nExample:\n  mkt account passkeys')

  passkeys
    .command('list', { isDefault: true })
    .description('their names, when they were added and used last')
    .option('--json', 'print what GET /users/me/passkeys answers')
    .addHelpText('after', '\nExample:\n  mkt account passkeys list --json')
    .action(async (_options, command: Command) => (await load()).listPasskeys(command.optsWithGlobals()))

  passkeys
    .command('remove')
    .description('remove one; asks for the password and a code. With the last, and without an app, logins need no code')
    .argument('<id>', 'psk_...', idOf('psk'))
    .option('--code <code>', 'the code, where there is no terminal to ask on')
    .addHelpText('after', '\nExample:\n  mkt account passkeys remove psk_01k9zq4v7m')
    .action(async (id: string, _options, command: Command) =>
      (await load()).removePasskey(id, command.optsWithGlobals()),
    )
}

function declareEnd(account: Command): void {
  account
    .command('export')
    .description('all that the server holds about you, as JSON on standard output')
    .option('--password-stdin', 'read the password, where the market asks for it, from standard input')
    .addHelpText('after', '\nExample:\n  mkt account export > everything.json')
    .action(async (_options, command: Command) =>
      (await import('../operations/export-account.ts')).exportAccount(command.optsWithGlobals()),
    )

  account
    .command('delete')
    .description('end your account for good; asks for a confirmation and the password')
    .option('--yes', 'do not ask for the confirmation; without a terminal the password comes on standard input')
    .addHelpText(
      'after',
      `
Its credits are lost, its queued jobs are cancelled, and its hosts become unowned, or are shut out on a
market of strangers: withdraw before (\`mkt earnings\`).

Examples:
  mkt account delete
  mkt account delete --yes < password.txt`,
    )
    .action(async (_options, command: Command) =>
      (await import('../operations/own-account.ts')).deleteAccount(command.optsWithGlobals()),
    )
}
