import { MOST_CONCURRENCY } from '@mkt/schemas'
import type { ServerProcess } from '../load/server-process.ts'
import { startServer } from '../load/server-process.ts'
import { profileFlags } from './profile.ts'
import { ask } from './wire.ts'

export const MODEL = 'bench'

export interface Scene {
  server: ServerProcess
  /** Authorization headers of the buyers. */
  buyers: string[]
  hosts: { host_id: string; authorization: string }[]
}

export interface BenchOptions {
  full: boolean
  /** Where databases are made: the disk that is measured. */
  under: string
  /** Where servers leave their CPU profiles; none are made where it is not given. Profiled figures count for nothing. */
  profiles?: string | undefined
  /** Another checkout, for the figure that compares with one, and flags of `serve` for the server of this one. */
  against?: string | undefined
  flags?: string[]
}

/** A server with buyers who can pay and hosts that serve one model. */
export async function startScene(
  { under, profiles }: BenchOptions,
  count: { buyers: number; hosts: number },
  checkout?: string | undefined,
): Promise<Scene> {
  const server = await startServer({
    under,
    checkout,
    flags: ['--signup-credits', '1000000'],
    env: { NODE_ENV: 'production' },
    node: profiles === undefined ? [] : profileFlags(profiles),
  })
  return await sceneOf(server, count)
}

/** The same on a server that runs. */
export async function sceneOf(server: ServerProcess, count: { buyers: number; hosts: number }): Promise<Scene> {
  const buyers: string[] = []
  for (let at = 0; at < count.buyers; at++) buyers.push(await signUp(server.url, `buyer-${at}`))
  const hosts: Scene['hosts'] = []
  for (let at = 0; at < count.hosts; at++) hosts.push(await registerHost(server.url, `Bench GPU ${at}`))
  return { server, buyers, hosts }
}

async function signUp(url: string, username: string): Promise<string> {
  const password = 'a password for the bench'
  await ask(url, '/users', '', { username, email: `${username}@example.com`, password })
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const { token } = await ask<{ token: string }>(url, '/users/me/tokens', basic, { name: 'bench' })
  return `Bearer ${token}`
}

export async function registerHost(url: string, gpu: string): Promise<Scene['hosts'][number]> {
  const body = {
    gpu,
    models: [MODEL],
    price_per_token: 0.000001,
    backend: 'huggingface',
    concurrency: MOST_CONCURRENCY,
  }
  const { host_id, api_key } = await ask<{ host_id: string; api_key: string }>(url, '/hosts/register', '', body)
  return { host_id, authorization: `Bearer ${api_key}` }
}

/** Hosts that say nothing for 90 s are sold no more, and on a busy machine a round may take as long. */
export const beat = (url: string, { host_id, authorization }: Scene['hosts'][number]) =>
  ask(url, '/hosts/heartbeat', authorization, { host_id, gpu_utilization: 0, available_models: [MODEL] })

/** The body of a submission: a prompt of a usual size. */
export const SUBMISSION = { model: MODEL, input_text: 'Tell me about the sea. '.repeat(20), max_tokens: 100 }
