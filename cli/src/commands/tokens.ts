import type { Command } from 'commander'
import { idOf, wholeNumber } from './argument.ts'

export function declareTokens(program: Command): void {
  const tokens = program
    .command('tokens')
    .description('your tokens: list, create, revoke')
    .addHelpText(
      'after',
      '\nExamples:\n  mkt tokens\n  MKT_TOKEN=$(mkt tokens create agent)\n  mkt tokens revoke tok_01k9zq4v7m',
    )

  tokens
    .command('list', { isDefault: true })
    .description('tokens in force')
    .option('--json', 'print what GET /users/me/tokens answers')
    .addHelpText('after', '\nExample:\n  mkt tokens list --json')
    .action(async (_options, command: Command) =>
      (await import('../operations/tokens.ts')).listTokens(command.optsWithGlobals()),
    )

  tokens
    .command('create')
    .description('make a token and print it, this once')
    .argument('<name>', 'what it is for')
    .option('--expires-in-days <n>', '1 to 3650 (default: never expires)', wholeNumber(1, 3650))
    .option('--json', 'print what POST /users/me/tokens answers')
    .addHelpText('after', '\nExample:\n  mkt tokens create laptop --expires-in-days 90')
    .action(async (name: string, _options, command: Command) =>
      (await import('../operations/tokens.ts')).createToken(name, command.optsWithGlobals()),
    )

  tokens
    .command('revoke')
    .description('revoke a token at once')
    .argument('<id>', 'tok_...', idOf('tok'))
    .addHelpText('after', '\nExample:\n  mkt tokens revoke tok_01k9zq4v7m')
    .action(async (id: string, _options, command: Command) =>
      (await import('../operations/tokens.ts')).revokeToken(id, command.optsWithGlobals()),
    )
}
