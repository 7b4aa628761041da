import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freshFolder } from './figure.ts'
import { MODEL } from './scene.ts'

const CHECKOUT = join(import.meta.dirname, '../..')

export interface HostAgent {
  pid: number
  stop(): Promise<void>
}

export interface HostAgentOptions {
  concurrency: number
  /** Where its state is kept. */
  under: string
  /** Whose agent it is; this one's by default. */
  checkout?: string | undefined
  flags?: string[]
}

/** `mkt-agent start` as a process of its own, before an engine; resolves when the marketplace lists its model. */
export async function startHostAgent(url: string, engine: string, options: HostAgentOptions) {
  const { concurrency, under, checkout = CHECKOUT, flags = [] } = options
  const main = join(checkout, 'agent/src/main.ts')
  const folder = freshFolder(under)
  const to = ['--server', url, '--backend', 'worker', '--endpoint-url', engine, '--model', MODEL]
  const terms = ['--price', '0.000001', '--gpu', 'Bench GPU', '--concurrency', String(concurrency)]
  const own = ['--state', folder.path, '--log-level', 'warn']
  const child = spawn(process.execPath, ['--conditions=mkt-source', main, 'start', ...to, ...terms, ...own, ...flags], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  while (!(await listed(url))) {
    if (child.exitCode !== null) throw new Error(`mkt-agent ended with ${child.exitCode}`)
    await pause(50)
  }
  const agent: HostAgent = {
    pid: child.pid as number,
    async stop() {
      if (child.exitCode === null && child.kill('SIGTERM')) await ended
      folder.remove()
    },
  }
  return agent
}

async function listed(url: string): Promise<boolean> {
  const response = await fetch(`${url}/models`)
  return (await response.text()).includes(`"${MODEL}"`)
}
