import { HELP_LINES, helpOutput } from '@mkt/schemas/process/help-text'
import { Command } from 'commander'
import { VERSION } from './base/version.ts'
import { declareAdmin } from './commands/declare/admin.ts'
import { declareAliases } from './commands/declare/aliases.ts'
import { declareBackup } from './commands/declare/backup.ts'
import { declareCompletion } from './commands/declare/completion.ts'
import { declareCredits } from './commands/declare/credits.ts'
import { declareDisputes } from './commands/declare/disputes.ts'
import { declareEarnings } from './commands/declare/earnings.ts'
import { declareHosts } from './commands/declare/hosts.ts'
import { declareKeys } from './commands/declare/keys.ts'
import { declareLog } from './commands/declare/log.ts'
import { declarePurchases } from './commands/declare/purchases.ts'
import { declarePurges } from './commands/declare/purge.ts'
import { declareServe } from './commands/declare/serve.ts'
import { declareService } from './commands/declare/service.ts'
import { declareUsers } from './commands/declare/users.ts'
import { declareWithdrawals } from './commands/declare/withdrawals.ts'
import { exitCodeHelp } from './exit-code.ts'

/** In the order of `--help`. A group of commands is one file, which loads what a command does when it runs. */
const GROUPS = [
  declareServe,
  declareAdmin,
  declareUsers,
  declareCredits,
  declarePurchases,
  declareKeys,
  declareHosts,
  declareAliases,
  declareWithdrawals,
  declareEarnings,
  declareDisputes,
  declarePurges,
  declareLog,
  declareBackup,
  declareService,
  declareCompletion,
]

/** `mkt-server` with all its commands; faults of usage are thrown (CommanderError). */
export function buildProgram(): Command {
  const program = new Command('mkt-server')
    .description('The marketplace for model inference and the documents service, in one program.')
    .version(VERSION)
    .configureHelp({ sortSubcommands: false })
    .addHelpText('after', exitCodeHelp)
  for (const declare of GROUPS) declare(program)
  throwInsteadOfExit(program, 'mkt-server')
  return program
}

function throwInsteadOfExit(command: Command, path: string): void {
  command
    .exitOverride()
    .showHelpAfterError(`(${path} --help shows what there is)`)
    .configureHelp({ ...command.configureHelp(), ...HELP_LINES })
    .configureOutput(helpOutput(process))
  for (const sub of command.commands) throwInsteadOfExit(sub, `${path} ${sub.name()}`)
}
