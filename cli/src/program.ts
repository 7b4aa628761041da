import { readFileSync } from 'node:fs'
import { HELP_LINES, helpOutput } from '@mkt/schemas/process/help-text'
import { Command } from 'commander'
import { declareAccount } from './commands/account.ts'
import { declareAdmin } from './commands/admin.ts'
import { declareBatch } from './commands/batch.ts'
import { declareBilling } from './commands/billing.ts'
import { declareChat } from './commands/chat.ts'
import { declareCompletion } from './commands/completion.ts'
import { declareDisputes } from './commands/disputes.ts'
import { declareDocs } from './commands/docs.ts'
import { declareDocumentsKeys } from './commands/documents-keys.ts'
import { declareEarnings } from './commands/earnings.ts'
import { declareEmbed } from './commands/embed.ts'
import { declareJobs } from './commands/jobs.ts'
import { declareMarket } from './commands/market.ts'
import { declareSubmit } from './commands/submit.ts'
import { declareTokens } from './commands/tokens.ts'
import { declareWebhooks } from './commands/webhooks.ts'
import { exitCodeHelp } from './exit-code.ts'
import { keepWhole } from './room.ts'
import type { GlobalOptions } from './session.ts'
import { argumentWords } from './words/arguments.ts'
import { runs } from './words/members.ts'
import { outputWords } from './words/output.ts'

const INTRODUCTION = `
Examples:
  mkt signup                                        make an account and log in
  mkt models                                        what is on offer
  mkt submit --model llama-3.1-8b 'Why is the sky blue?'
  mkt chat --model llama-3.1-8b                     a conversation
  mkt submit --model llama-3.1-8b --json - < question.txt > job.json
  mkt batch questions.jsonl answers.jsonl --model llama-3.1-8b
  mkt embed --model nomic-embed 'a red fox' 'a grey wolf'
  mkt docs analyze statement.pdf --report report.pdf

Environment:
  MKT_SERVER       the marketplace (default http://127.0.0.1:8080)
  MKT_TOKEN        a token to use instead of the saved login
  MKT_PASSWORD     the password for signup and login without a terminal
  MKT_DOCS_SERVER  the documents service (default http://127.0.0.1:8081); MKT_DOCUMENTS_SERVER works too
  MKT_DOCS_KEY     its key, instead of the one that \`mkt docs login\` keeps; MKT_DOCUMENTS_KEY works too
  MKT_CONFIG_DIR   where logins are kept
  NO_COLOR         no colours`

/** The whole command line. What a command does is loaded when it runs, so that --help is quick. */
export function buildProgram(): Command {
  const program = new Command('mkt')
    .description(
      'Buy model inference on the marketplace, and analyse documents: data on standard output, talk on standard error.',
    )
    .version(version(), '-V, --version')
    .option('--server <url>', 'the marketplace (of docs: the documents service), instead of MKT_SERVER')
    .option('--wide', 'cut and wrap nothing to fit the terminal')
    .configureHelp({ ...HELP_LINES, showGlobalOptions: true, subcommandTerm: termOf })
    .configureOutput(helpOutput(process))
    .showHelpAfterError(argumentWords.seeHelp)
    .exitOverride()
    .addHelpText('after', `${INTRODUCTION}\n${exitCodeHelp}`)
  declareAccount(program)
  declareMarket(program)
  declareSubmit(program)
  declareChat(program)
  declareEmbed(program)
  declareBatch(program)
  declareJobs(program)
  declareTokens(program)
  declareBilling(program)
  declareDisputes(program)
  declareEarnings(program)
  declareAdmin(program)
  declareWebhooks(program)
  declareDocs(program)
  declareDocumentsKeys(program)
  declareCompletion(program)
  for (const group of program.commands) refuseUnknown(group)
  return program.hook('preAction', (_program, command) => {
    runs(command)
    if (command.optsWithGlobals<GlobalOptions>().wide) keepWhole()
  })
}

/** `batch <in.jsonl> <out.jsonl>`: that there are options as well is no news, and takes room. */
function termOf(command: Command): string {
  const words = command.registeredArguments.map((argument) => {
    const { required, variadic } = argument
    const word = argument.name() + (variadic ? '...' : '')
    return required ? `<${word}>` : `[${word}]`
  })
  return [command.name(), ...words].join(' ')
}

/** A group runs its list where no subcommand is named; a mistyped one must not pass for an argument of that list. */
function refuseUnknown(group: Command): void {
  if (group.commands.length === 0) return
  group.hook('preSubcommand', () => {
    const [word] = group.args
    if (word === undefined || word.startsWith('-') || group.commands.some((known) => known.name() === word)) return
    group.error(outputWords.unknownCommand(word), { code: 'commander.unknownCommand' })
  })
}

function version(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return manifest.version
}
