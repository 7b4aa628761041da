import type { Command } from 'commander'
import { blobs, data, examples, json } from './shared-flags.ts'

/** Copies of the data, and the proof that its books are right. */
export function declareBackup(program: Command): void {
  json(blobs(data(program.command('backup'))))
    .description('copy the SQLite database and the files of documents while the server runs, and prove the copy')
    .requiredOption(
      '--to <file>',
      'the copy of the database; files of documents go to FILE-documents; neither may exist',
    )
    .addHelpText('after', examples('mkt-server backup --data ./data --to mkt-2026-11-20.db'))
    .action(async (flags) => (await import('../backup.ts')).runBackup(flags))

  json(blobs(data(program.command('restore'))))
    .description('bring a backup into the data directory of a stopped server: proved before and after')
    .requiredOption('--from <file>', 'the copy of the database; files of documents are looked for in FILE-documents')
    .option('--replace', 'where there is a database: keep it aside under a dated name')
    .addHelpText('after', examples('mkt-server restore --from mkt-2026-11-20.db --data ./data'))
    .action(async (flags) => (await import('../restore-backup.ts')).runRestore(flags))

  json(data(program.command('audit')))
    .description('prove the ledger: exits 0 only when every sum is right')
    .addHelpText('after', examples('mkt-server audit --data ./data'))
    .action(async (flags) => (await import('../audit.ts')).runAudit(flags))
}
