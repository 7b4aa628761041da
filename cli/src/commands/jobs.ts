import { type Command, Option } from 'commander'
import { idOf, position, wholeNumber } from './argument.ts'

const jobId = idOf('job')

export function declareJobs(program: Command): void {
  program
    .command('jobs')
    .description('your jobs, newest first')
    .option('--json', 'print what GET /jobs answers')
    .addOption(new Option('--status <status>').choices(['queued', 'running', 'completed', 'failed']))
    .option('--limit <n>', 'how many, 1 to 100 (default: 20)', wholeNumber(1, 100))
    .option('--offset <n>', 'leave out the newest n', wholeNumber(0))
    .addHelpText(
      'after',
      "\nExamples:\n  mkt jobs --status running\n  mkt jobs --limit 100 --json | jq -r '.jobs[].job_id'",
    )
    .action(async (_options, command: Command) =>
      (await import('../operations/jobs.ts')).jobs(command.optsWithGlobals()),
    )

  program
    .command('job')
    .description('everything about one job')
    .argument('<id>', 'job_...', jobId)
    .option('--json', 'print what GET /jobs/{id} answers')
    .addHelpText('after', '\nExamples:\n  mkt job job_01k9zq4v7m\n  mkt job job_01k9zq4v7m --json | jq -r .output_text')
    .action(async (id: string, _options, command: Command) =>
      (await import('../operations/jobs.ts')).job(id, command.optsWithGlobals()),
    )

  program
    .command('stream')
    .description("print a job's text from its beginning, and go on as it comes")
    .argument('<id>', 'job_...', jobId)
    .option('--from <attempt.offset>', 'only what comes after this piece', position)
    .addHelpText('after', '\nExamples:\n  mkt stream job_01k9zq4v7m\n  mkt stream job_01k9zq4v7m --from 1.42')
    .action(async (id: string, _options, command: Command) =>
      (await import('../operations/stream.ts')).stream(id, command.optsWithGlobals()),
    )

  program
    .command('cancel')
    .description('stop a job; what was generated is charged, the rest released')
    .argument('<id>', 'job_...', jobId)
    .option('--json', 'print the job as GET /jobs/{id} gives it')
    .addHelpText('after', '\nExample:\n  mkt cancel job_01k9zq4v7m')
    .action(async (id: string, _options, command: Command) =>
      (await import('../operations/jobs.ts')).cancel(id, command.optsWithGlobals()),
    )
}
