import { SETTINGS, type SettingKey, variableOf } from './settings.ts'

const HEAD = `// Settings of mkt-agent, for \`mkt-agent start --config FILE\`. JSON with comments; commas at ends of lists may stay.
// A flag wins over a variable (${variableOf('price')} for "price"), a variable over this file. Tokens do not belong here
// but into the environment: MKT_TOKEN (makes the host yours), HF_TOKEN, MKT_AGENT_ENGINE_KEY.
`

const ENGINES = `
  // Several engines, each with its models, instead of the members of one (backend, model, provider, endpoint_url,
  // concurrency, mode and the timeouts). Jobs go to the engine that has their model. "models": "all" offers what it lists.
  //
  //   "engines": [
  //     {
  //       "name": "vllm",
  //       "backend": "huggingface",
  //       "endpoint_url": "http://127.0.0.1:8000",
  //       "concurrency": 8,
  //       "models": ["qwen-2.5-7b=Qwen/Qwen2.5-7B-Instruct", { "name": "x", "engine_model": "y", "max_tokens": 8192 }],
  //     },
  //     { "name": "ollama", "backend": "langchain", "provider": "ollama", "models": "all" },
  //   ],
`

/** What the file starts with; the rest stands in comments, with an example or its default. */
const GIVEN: readonly SettingKey[] = ['server', 'backend', 'model', 'endpoint_url', 'price']

const VALUES: Record<SettingKey, unknown> = {
  server: 'https://market.example.com',
  backend: 'worker',
  model: ['llama-3.1-8b', 'qwen-2.5-7b=Qwen/Qwen2.5-7B-Instruct'],
  provider: 'ollama',
  endpoint_url: 'http://127.0.0.1:8000/v1',
  price: 0.001,
  price_factor: 0.9,
  price_file: '/etc/mkt-agent/prices.json',
  input_price: 0.0002,
  price_min: 0.0005,
  price_max: 0.002,
  gpu: 'NVIDIA RTX 4090',
  concurrency: 1,
  state: '/var/lib/mkt-agent',
  max_tokens: 4096,
  mode: 'chat',
  first_token_timeout: 120,
  idle_timeout: 60,
  channel: 'on',
  log_level: 'info',
}

/** A configuration file with every setting, ready to be changed. */
export function exampleConfig(): string {
  const members = SETTINGS.map(({ key, help }) => {
    const member = `"${key}": ${JSON.stringify(VALUES[key]).replaceAll('","', '", "')},`
    return `  // ${help}\n  ${GIVEN.includes(key) ? '' : '// '}${member}`
  })
  return `${HEAD}{\n${members.join('\n\n')}\n${ENGINES}}\n`
}
