import type { Command } from 'commander'
import { amount, idOf, matching, moment, wholeNumber } from './argument.ts'

const day = matching(/^\d{4}-\d\d-\d\d$/, 'a day such as 2026-11-22')
const parts = matching(/^(day|model|token)(,(day|model|token)){0,2}$/, 'day, model or token, or several with commas')
const hostId = idOf('host')

/** Credits coming in and going out, over time. */
export function declareBilling(program: Command): void {
  declareBuying(program)
  declareReports(program)
}

function declareBuying(program: Command): void {
  program
    .command('buy')
    .description('buy credits: prints where to pay, and waits for the payment')
    .argument('<credits>', 'how many', amount)
    .option('--no-wait', 'do not wait for the payment')
    .option('--again', 'make another purchase although the same one was never answered')
    .option('--json', 'print what POST /users/me/purchases answers; paid, what GET of it answers')
    .addHelpText('after', '\nExamples:\n  mkt buy 500\n  mkt buy 500 --no-wait')
    .action(async (credits: bigint, _options, command: Command) =>
      (await import('../operations/buy.ts')).buy(credits, command.optsWithGlobals()),
    )

  program
    .command('purchases')
    .description('your purchases, newest first')
    .option('--limit <n>', 'how many, 1 to 100 (default: 20)', wholeNumber(1, 100))
    .option('--offset <n>', 'leave out the newest n', wholeNumber(0))
    .option('--json', 'print what GET /users/me/purchases answers')
    .addHelpText('after', '\nExamples:\n  mkt purchases\n  mkt purchases --json')
    .action(async (_options, command: Command) =>
      (await import('../operations/buy.ts')).purchases(command.optsWithGlobals()),
    )
}

function declareReports(program: Command): void {
  program
    .command('balance')
    .description('what you can spend: credits paid for and promotional ones, and what open jobs have set aside')
    .option('--json', 'print what GET /users/me?detail=full answers')
    .addHelpText('after', "\nExamples:\n  mkt balance\n  mkt balance --json | jq '.credits'")
    .action(async (_options, command: Command) =>
      (await import('../operations/account.ts')).balance(command.optsWithGlobals()),
    )

  program
    .command('statement')
    .description('every change of your balance, oldest first: credits bought and given, jobs, earnings')
    .option('--from <time>', 'from this day or time on, in UTC (default: 30 days before --to)', moment)
    .option('--to <time>', 'up to this day or time, which is left out (default: now)', moment)
    .option('--host <id>', 'of what this host of yours has earned', hostId)
    .option('--csv', 'print CSV for a spreadsheet')
    .option('--json', 'print all entries as one statement')
    .addHelpText(
      'after',
      '\nExamples:\n  mkt statement\n  mkt statement --from 2026-11-01 --to 2026-12-01 --csv > november.csv',
    )
    .action(async (_options, command: Command) =>
      (await import('../operations/statement.ts')).printStatement(command.optsWithGlobals()),
    )

  program
    .command('usage')
    .description('what your jobs used, by day, model and token')
    .option('--by <parts>', 'day, model or token, or several with commas (default: day)', parts)
    .option('--from <day>', 'from this day on, in UTC (default: 30 days before --to)', day)
    .option('--to <day>', 'up to this day, which is left out (default: tomorrow)', day)
    .option('--csv', 'print CSV for a spreadsheet')
    .option('--json', 'print what GET /users/me/usage answers')
    .addHelpText(
      'after',
      '\nExamples:\n  mkt usage\n  mkt usage --by model,token --from 2026-11-01 --csv > november.csv',
    )
    .action(async (_options, command: Command) =>
      (await import('../operations/usage.ts')).printUsage(command.optsWithGlobals()),
    )
}
