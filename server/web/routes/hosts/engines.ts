import { t } from '../../texts/texts.ts'

interface Engine {
  name: string
  text: string
  /** What the agent is told beside the server and the price. */
  flags: string
}

/** The engines that people run, where they listen, and how the agent reaches each. */
export const ENGINES: readonly Engine[] = [
  { name: 'vllm', text: 'vLLM', flags: '--endpoint-url http://127.0.0.1:8000 --model all' },
  { name: 'ollama', text: 'Ollama', flags: '--backend langchain --provider ollama --model all' },
  { name: 'llamacpp', text: 'llama.cpp', flags: '--endpoint-url http://127.0.0.1:8080 --model all' },
  {
    name: 'tgi',
    text: 'Text Generation Inference',
    flags: '--backend huggingface --endpoint-url http://127.0.0.1:3000/v1 --model all',
  },
  {
    name: 'openai',
    text: t.addHost.other,
    flags: '--backend langchain --provider openai --endpoint-url http://127.0.0.1:8000/v1 --model all',
  },
]

/** What a person runs on the machine with the GPU. */
export function commandFor(engine: string, price: string, token: string): string {
  const { flags } = ENGINES.find(({ name }) => name === engine) ?? (ENGINES[0] as Engine)
  return `MKT_TOKEN=${token} \\
npx mkt-agent start --server ${location.origin} \\
  ${flags} --price ${price}`
}
