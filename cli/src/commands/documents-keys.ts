import type { Command } from 'commander'
import { idOf } from './argument.ts'

const load = () => import('../operations/documents-keys.ts')

export function declareDocumentsKeys(program: Command): void {
  const keys = program
    .command('documents-keys')
    .description('your keys of the documents service: list, fetch, revoke')
    .addHelpText(
      'after',
      `
The operator of the server makes them, and only you can fetch their secrets.

Examples:
  mkt documents-keys
  mkt documents-keys claim | mkt docs login`,
    )

  keys
    .command('list', { isDefault: true })
    .description('keys in force: who made them, when, when each was used last')
    .option('--json', 'print what GET /users/me/documents-keys answers')
    .addHelpText('after', '\nExample:\n  mkt documents-keys list --json')
    .action(async (_options, command: Command) => (await load()).listDocumentsKeys(command.optsWithGlobals()))

  keys
    .command('claim')
    .description('fetch the secret of a key that was made for you and print it, this once')
    .argument('[id]', 'tok_...; without it the newest that waits', idOf('tok'))
    .option('--password-stdin', 'read the password, where the market asks for it, from standard input')
    .option('--json', 'print what POST /users/me/documents-keys/{id}/claim answers')
    .addHelpText('after', '\nExample:\n  mkt documents-keys claim | mkt docs login')
    .action(async (id: string | undefined, _options, command: Command) =>
      (await load()).claimDocumentsKey(id, command.optsWithGlobals()),
    )

  keys
    .command('revoke')
    .description('revoke a key at once')
    .argument('<id>', 'tok_...', idOf('tok'))
    .addHelpText('after', '\nExample:\n  mkt documents-keys revoke tok_01k9zq4v7m')
    .action(async (id: string, _options, command: Command) =>
      (await load()).revokeDocumentsKey(id, command.optsWithGlobals()),
    )
}
