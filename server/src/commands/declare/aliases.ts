import type { Command } from 'commander'
import { data, examples, json, list } from './shared-flags.ts'

export function declareAliases(program: Command): void {
  const aliases = program.command('aliases').description('names that stand for models, for buyers to ask for')
  list(aliases.command('list'))
    .description('all of them, by name')
    .addHelpText('after', examples('mkt-server aliases list --data ./data'))
    .action(async (flags) => (await import('../aliases.ts')).listAliases(flags))
  json(data(aliases.command('set')))
    .description('let a name stand for models: the first of them that can be served gets a request')
    .argument('<name>', 'what buyers ask for')
    .argument('<model...>', 'models as hosts offer them, the most wanted first')
    .addHelpText('after', examples('mkt-server aliases set fast llama-3.1-8b qwen2.5-7b --data ./data'))
    .action(async (name, models, flags) => (await import('../aliases.ts')).nameModels(name, models, flags))
  json(data(aliases.command('remove')))
    .description('take a name away')
    .argument('<name>', 'as aliases list shows it')
    .addHelpText('after', examples('mkt-server aliases remove fast --data ./data'))
    .action(async (name, flags) => (await import('../aliases.ts')).removeName(name, flags))
}
