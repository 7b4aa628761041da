import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanUp, type Program, start, tempFolder } from '../../e2e/bins.ts'
import type { Attacked } from './service-attack.ts'

export interface RealService extends Attacked {
  /** Resident memory of the server's process, in MiB. */
  rss(): number
  /** What its log calls an error, so far. */
  errors(): string[]
  stop(): Promise<void>
}

/** A process of `mkt-server serve --services documents` with a data directory of its own. */
export async function startServer(threads: number): Promise<RealService> {
  const data = tempFolder()
  const args = ['--data', data, '--market-port', '0', '--documents-port', '0', '--documents-threads', String(threads)]
  const env = { MKT_LIMIT_DOCUMENTS_PER_HOUR: '10000000' }
  const program = server(['serve', '--services', 'documents', ...args], env)
  const [line] = await program.says(/\{[^\n]*mkt-server is up[^\n]*\}/)
  const { documents: url } = JSON.parse(line) as { documents: string }
  return {
    url,
    data,
    uploads: () => readdirSync(join(data, 'uploads')),
    async user(name) {
      const { stdout, stderr } = await server(['keys', 'create', '--user', name, '--data', data, '--json']).ended
      if (stdout === '') throw new Error(stderr)
      return { authorization: `Bearer ${(JSON.parse(stdout) as { key: string }).key}` }
    },
    rss: () => Math.round(residentKb(program.pid) / 1024),
    errors: () =>
      program
        .stdout()
        .split('\n')
        .filter((line) => /"level":[56]0/.test(line)),
    async stop() {
      const { code, signal } = await program.stop()
      if (code !== 0) throw new Error(`the server ended with ${code ?? signal}: ${program.stderr().slice(-2000)}`)
      await cleanUp()
    },
  }
}

/** From its sources: in a tree that is worked on the bin would build itself first. */
function server(args: readonly string[], env: Record<string, string> = {}): Program {
  return start(process.execPath, ['--conditions=mkt-source', 'server/src/main.ts', ...args], { env })
}

function residentKb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}
