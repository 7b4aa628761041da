import { Argument, type Command } from 'commander'

export function declareCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes the commands and options of mkt in your shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Examples:
  source <(mkt completion bash)                                    in ~/.bashrc
  mkt completion zsh > "\${fpath[1]}/_mkt"                          once
  mkt completion fish > ~/.config/fish/completions/mkt.fish        once`,
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') =>
      (await import('../operations/completion.ts')).completion(shell, program),
    )
}
