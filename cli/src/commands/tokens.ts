import { SCOPES } from '@mkt/schemas/scopes'
import type { Command } from 'commander'
import { amount, idOf, repeated, scopeList, wholeNumber } from './argument.ts'

export function declareTokens(program: Command): void {
  const tokens = program
    .command('tokens')
    .description('your tokens: list, create, revoke')
    .addHelpText(
      'after',
      '\nExamples:\n  mkt tokens\n  MKT_TOKEN=$(mkt tokens create agent --scopes hosts:write)\n  mkt tokens revoke tok_01k9zq4v7m',
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
    .option(
      '--scopes <list>',
      `what it may do, with commas: ${SCOPES.join(', ')}; or all (default: jobs:write,jobs:read)`,
      scopeList,
    )
    .option('--model <name>', 'only for this model; may be given several times', repeated(100))
    .option('--spend-limit <credits>', 'what its jobs may cost in all', amount)
    .option('--daily-limit <credits>', 'what its jobs may cost on one day (UTC)', amount)
    .option('--json', 'print what POST /users/me/tokens answers')
    .addHelpText(
      'after',
      `
The scopes withdraw and account need your password: \`mkt login\` again before, where the market is for strangers.

Examples:
  mkt tokens create laptop --expires-in-days 90
  mkt tokens create bot --model llama3 --daily-limit 0.5
  mkt tokens create agent --scopes hosts:write`,
    )
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
