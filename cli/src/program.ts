import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { declareAccount } from './commands/account.ts'
import { declareAdmin } from './commands/admin.ts'
import { declareBatch } from './commands/batch.ts'
import { declareCompletion } from './commands/completion.ts'
import { declareDocs } from './commands/docs.ts'
import { declareEarnings } from './commands/earnings.ts'
import { declareJobs } from './commands/jobs.ts'
import { declareMarket } from './commands/market.ts'
import { declareSubmit } from './commands/submit.ts'
import { declareTokens } from './commands/tokens.ts'
import { exitCodeHelp } from './exit-code.ts'

const INTRODUCTION = `
Examples:
  mkt signup                                        make an account and log in
  mkt models                                        what is on offer
  mkt submit --model llama-3.1-8b 'Why is the sky blue?'
  mkt submit --model llama-3.1-8b --json - < question.txt > job.json
  mkt batch questions.jsonl answers.jsonl --model llama-3.1-8b
  mkt docs analyze statement.pdf --report report.pdf

Environment:
  MKT_SERVER            the marketplace (default http://127.0.0.1:8080)
  MKT_TOKEN             a token to use instead of the saved login
  MKT_PASSWORD          the password for signup and login without a terminal
  MKT_DOCUMENTS_SERVER  the documents service (default http://127.0.0.1:8081)
  MKT_DOCUMENTS_KEY     its key, instead of the one that \`mkt docs login\` keeps
  MKT_CONFIG_DIR        where logins are kept
  NO_COLOR              no colours`

/** The whole command line. What a command does is loaded when it runs, so that --help is quick. */
export function buildProgram(): Command {
  const program = new Command('mkt')
    .description(
      'Buy model inference on the marketplace, and analyse documents: data on standard output, talk on standard error.',
    )
    .version(version(), '-V, --version')
    .option('--server <url>', 'the marketplace (of docs: the documents service), instead of MKT_SERVER')
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(--help shows how to use it)')
    .exitOverride()
    .addHelpText('after', `${INTRODUCTION}\n${exitCodeHelp}`)
  declareAccount(program)
  declareMarket(program)
  declareSubmit(program)
  declareBatch(program)
  declareJobs(program)
  declareTokens(program)
  declareEarnings(program)
  declareAdmin(program)
  declareDocs(program)
  declareCompletion(program)
  return program
}

function version(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return manifest.version
}
