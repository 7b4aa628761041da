import type { Command } from 'commander'
import { bashCompletion } from '../completion/bash.ts'
import { fishCompletion } from '../completion/fish.ts'
import { levelsOf } from '../completion/tree.ts'
import { zshCompletion } from '../completion/zsh.ts'

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

/** mkt completion: a script for the shell, made from the commands and flags of `program`. */
export function completion(shell: keyof typeof SCRIPTS, program: Command): void {
  process.stdout.write(SCRIPTS[shell](levelsOf(program)))
}
