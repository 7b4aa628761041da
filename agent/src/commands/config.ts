import { Command } from 'commander'

export function configCommand(): Command {
  return new Command('config')
    .description('Print a configuration file with all settings, explained by comments')
    .option('--schema', 'print the JSON Schema of the file instead, for editors')
    .addHelpText(
      'after',
      '\nExamples:\n  mkt-agent config > mkt-agent.json\n  mkt-agent doctor --config mkt-agent.json && mkt-agent start --config mkt-agent.json',
    )
    .action(async ({ schema }: { schema?: boolean }) => {
      if (schema) {
        const { configSchemaText } = await import('../config-declaration.ts')
        return void process.stdout.write(configSchemaText())
      }
      const { exampleConfig } = await import('../example-config.ts')
      process.stdout.write(exampleConfig())
    })
}
