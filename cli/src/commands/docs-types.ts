import type { Command } from 'commander'
import { completedBy } from '../words/kinds.ts'
import { idOf } from './argument.ts'

const documentId = idOf('doc')
const documentIds = completedBy('doc', (text: string, before: string[] = []) => [...before, documentId(text)])

const ABOUT = `
A type is a JSON file: {"name": "RENTAL_AGREEMENT", "languages": ["en"], "fields": [{"name": "monthly_rent", "kind":
"amount", "labels": ["rent per month", "monthly rent"]}], "tables": []}. Kinds are amount, date, year and text; labels
are what papers call the value; a table has a name and columns, which are written as fields are.

Examples:
  mkt docs types try lease.json doc_01k9zq4v7m
  mkt docs types add lease.json`

/** `mkt docs types`: kinds of papers that one declares oneself. */
export function declareTypes(docs: Command): void {
  const types = docs
    .command('types')
    .description('types of documents of your own: declare them, try them, forget them')
    .addHelpText('after', ABOUT)
  types
    .command('list', { isDefault: true })
    .description('the types that you have declared')
    .option('--json', 'print what GET /document-types answers')
    .addHelpText('after', '\nExample:\n  mkt docs types')
    .action(async (_options, command: Command) =>
      (await import('../operations/docs-types.ts')).listTypes(command.optsWithGlobals()),
    )
  types
    .command('add')
    .description('declare the type that a file holds; one of the same name is replaced')
    .argument('<file>', 'JSON')
    .option('--json', 'print what POST /document-types answers')
    .addHelpText('after', '\nExample:\n  mkt docs types add lease.json')
    .action(async (file: string, _options, command: Command) =>
      (await import('../operations/docs-types.ts')).addType(file, command.optsWithGlobals()),
    )
  types
    .command('try')
    .description('print what the type in a file would read of documents of yours; nothing is kept')
    .argument('<file>', 'JSON')
    .argument('<ids...>', 'doc_..., 10 at most', documentIds)
    .option('--json', 'print what POST /document-types/try answers')
    .addHelpText('after', '\nExample:\n  mkt docs types try lease.json doc_01k9zq4v7m')
    .action(async (file: string, ids: string[], _options, command: Command) =>
      (await import('../operations/docs-types.ts')).tryType(file, ids, command.optsWithGlobals()),
    )
  types
    .command('delete')
    .description('forget types; documents that were read by them stay as they are')
    .argument('<names...>', 'as the list names them')
    .addHelpText('after', '\nExample:\n  mkt docs types delete RENTAL_AGREEMENT')
    .action(async (names: string[], _options, command: Command) =>
      (await import('../operations/docs-types.ts')).deleteTypes(names, command.optsWithGlobals()),
    )
}
