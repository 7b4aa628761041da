import type { Environment } from './config-reader.ts'

export const SECRETS = ['MKT_TOKEN', 'HF_TOKEN', 'MKT_AGENT_ENGINE_KEY'] as const

/** What the agent takes from its environment only, as it is set now. */
export function readSecrets(env: Environment = process.env): Environment {
  return Object.fromEntries(SECRETS.filter((name) => env[name]).map((name) => [name, env[name]]))
}
