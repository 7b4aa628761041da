import type { Command } from 'commander'
import { blobs, data, examples, json } from './shared-flags.ts'

const YES = 'do not ask; needed where no terminal is there to ask on'

/** Erasing what is old: texts of jobs, documents. */
export function declarePurges(program: Command): void {
  const jobs = program.command('jobs').description('jobs that have ended')
  json(data(jobs.command('purge')))
    .description('erase prompts and texts of jobs that ended long ago; the ledger stays')
    .requiredOption('--older-than <days>', 'days since their end')
    .option('--yes', YES)
    .addHelpText('after', examples('mkt-server jobs purge --data ./data --older-than 30 --yes'))
    .action(async (flags) => (await import('../jobs.ts')).purgeJobs(flags))

  const documents = program.command('documents').description('documents that were analysed')
  json(blobs(data(documents.command('purge'))))
    .description('erase documents and their files that were analysed long ago')
    .requiredOption('--older-than <days>', 'days since their analysis')
    .option('--user <name>', 'of this user only')
    .option('--yes', YES)
    .addHelpText('after', examples('mkt-server documents purge --data ./data --older-than 365 --user ada --yes'))
    .action(async (flags) => (await import('../documents.ts')).purgeDocuments(flags))
}
