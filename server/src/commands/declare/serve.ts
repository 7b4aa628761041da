import type { Command } from 'commander'
import { OPTIONS, type ServeOption } from '../../serve-options.ts'
import { examples } from './shared-flags.ts'

export function declareServe(program: Command): void {
  const serve = program
    .command('serve')
    .description('start both services, or one of them')
    .addHelpText(
      'after',
      `${examples(
        'mkt-server serve --data ./data --market-port 8080 --documents-port 8081',
        'mkt-server serve --data ./data --services documents --documents-url https://docs.example.com',
      )}\n\nEvery flag is also a variable: MKT_DATA, MKT_HOST, ... Limits are variables only: MKT_LIMIT_SIGNUPS_PER_HOUR, ...`,
    )
  for (const { flag, help, variable, fallback } of Object.values(OPTIONS) as ServeOption[]) {
    serve.option(flag, `${help}${fallback ? ` (default ${fallback}` : ' ('}${fallback ? ', ' : ''}${variable})`)
  }
  serve.action(async (flags) => (await import('../serve.ts')).runServe(flags))
}
