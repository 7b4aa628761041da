import { Command } from 'commander'
import { flagsOf, settingOptions } from './setting-options.ts'

const ENVIRONMENT = `
Each flag is also a variable (--endpoint-url: MKT_AGENT_ENDPOINT_URL; MKT_AGENT_MODEL takes several, separated by
commas) and a member of the configuration file ({"endpoint_url": "...", "model": ["a", "b=c"]}, comments allowed).
A flag wins over a variable, a variable over the file. Several engines, each with its models, are given in the file.

  MKT_SERVER            the marketplace, where neither --server, MKT_AGENT_SERVER nor the file says it
  MKT_TOKEN             makes the host yours when it is registered
  HF_TOKEN              the Hugging Face hub's token, for --backend huggingface
  MKT_AGENT_ENGINE_KEY  the engine's key, where it wants one

Examples:
  mkt-agent start --server https://market.example.com --endpoint-url http://127.0.0.1:8000 --price auto
  mkt-agent start --server https://market.example.com --backend langchain --provider ollama \\
    --model all --price 0.001
  mkt-agent start --server https://market.example.com --backend huggingface \\
    --endpoint-url http://127.0.0.1:8000/v1 --model qwen-2.5-7b=Qwen/Qwen2.5-7B-Instruct --price 0.002 --concurrency 8`

/** `mkt-agent start`: the flags. What they start is loaded when it is asked for, so that --help is fast. */
export function startCommand(): Command {
  const command = new Command('start').description('Register this machine once, then run jobs until it is stopped')
  return settingOptions(command)
    .option(
      '--register-again',
      'register as a new host, with the settings of now; the old key is kept in the state directory',
    )
    .option('--yes', 'start with a price that looks like a slip without being asked')
    .addHelpText('after', ENVIRONMENT)
    .action(async (options: Record<string, unknown>) => {
      const { start } = await import('./start-agent.ts')
      const { registerAgain, yes } = options
      process.exitCode = await start({
        ...{ flags: flagsOf(options), registerAgain: registerAgain === true, yes: yes === true },
      })
    })
}
