import { completionScript, type Shell } from '@mkt/schemas/process/completion'
import type { Command } from 'commander'

/** mkt completion: a script for the shell, made from the commands and flags of `program`. */
export function completion(shell: Shell, program: Command): void {
  process.stdout.write(completionScript(shell, program))
}
