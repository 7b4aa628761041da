import { bashCompletion } from './completion/bash.ts'
import { fishCompletion } from './completion/fish.ts'
import { type CommandLine, levelsOf } from './completion/tree.ts'
import { zshCompletion } from './completion/zsh.ts'

export type { CommandLine } from './completion/tree.ts'

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

export type Shell = keyof typeof SCRIPTS
export const SHELLS = Object.keys(SCRIPTS) as Shell[]

/** The script that completes a program's commands and options in a shell; `program` is its Command of commander. */
export function completionScript(shell: Shell, program: CommandLine): string {
  return SCRIPTS[shell](levelsOf(program))
}

/** The examples under the help of a program's `completion` command. */
export function completionHelp(name: string): string {
  const rows = [
    [`source <(${name} completion bash)`, 'in ~/.bashrc'],
    [`${name} completion zsh > "\${fpath[1]}/_${name}"`, 'once'],
    [`${name} completion fish > ~/.config/fish/completions/${name}.fish`, 'once'],
  ] as const
  const width = Math.max(...rows.map(([command]) => command.length))
  return `\nExamples:\n${rows.map(([command, when]) => `  ${command.padEnd(width)}  ${when}`).join('\n')}`
}
