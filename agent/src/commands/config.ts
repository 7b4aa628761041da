import { Command } from 'commander'

export function configCommand(): Command {
  return new Command('config')
    .description('Print a configuration file with all settings, explained by comments')
    .addHelpText(
      'after',
      '\nExamples:\n  mkt-agent config > agent.json\n  mkt-agent doctor --config agent.json && mkt-agent start --config agent.json',
    )
    .action(async () => {
      const { exampleConfig } = await import('../example-config.ts')
      process.stdout.write(exampleConfig())
    })
}
