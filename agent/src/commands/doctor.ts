import { Command } from 'commander'
import { does } from './place-options.ts'
import { flagsOf, settingOptions } from './setting-options.ts'

const EXAMPLES = `
Looks at the server, the key, the clock, the GPU, the engine and the state directory, has each model generate 4 tokens
and shows the price beside what others ask; with the flags or the --config of \`start\`. Ends with 1 where something
fails.

Examples:
  mkt-agent doctor --config agent.json
  mkt-agent doctor --server https://market.example.com --backend langchain --provider ollama \\
    --model llama-3.1-8b=llama3.1:8b --price auto --json`

export function doctorCommand(): Command {
  const command = settingOptions(new Command('doctor').description('Find out what keeps this machine from earning'))
    .option('--json', 'for scripts: {"ok": ..., "checks": [...]}')
    .addHelpText('after', EXAMPLES)
  return does(command, async (io, options) =>
    (await import('../operations/doctor.ts')).doctor(io, { ...flagsOf(options), json: options.json }),
  )
}
