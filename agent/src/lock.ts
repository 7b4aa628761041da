import { createHash } from 'node:crypto'
import { existsSync, realpathSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The state directory is in use; `pid` of the agent that has it, where it says so. */
export class StateInUseError extends Error {
  override name = 'StateInUseError'

  constructor(dir: string, pid: string | undefined) {
    super(
      `another agent${pid ? ` (pid ${pid})` : ''} already runs with the state directory ${dir}: stop it, or give this one its own with --state DIR`,
    )
  }
}

export interface StateLock {
  release(): Promise<void>
}

/**
 * Locks a state directory (which must exist) for this process. A listening socket is the lock: the system gives it
 * up whenever the process ends, however it ends, so holding it proves that no earlier agent is alive.
 */
export async function lockState(dir: string, platform: NodeJS.Platform = process.platform): Promise<StateLock> {
  const address = lockAddress(dir, platform)
  const server = (await listen(address)) ?? (await listenPastStale(address))
  if (!server) throw new StateInUseError(dir, await askPid(address))
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** The pid of the agent that runs with a state directory, where one does. */
export async function lockHolder(
  dir: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string | undefined> {
  return existsSync(dir) ? await askPid(lockAddress(dir, platform)) : undefined
}

/** Linux has socket names that live in no directory and vanish with their process; elsewhere it is a file or a pipe. */
export function lockAddress(dir: string, platform: NodeJS.Platform): string {
  const name = `mkt-agent-${createHash('sha256').update(realpathSync(dir)).digest('hex')}`
  if (platform === 'linux') return `\0${name}`
  if (platform === 'win32') return `\\\\.\\pipe\\${name}`
  // Socket paths are limited to about 100 bytes.
  return join(tmpdir(), `${name.slice(0, 42)}.sock`)
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.on('error', () => undefined).end(`${process.pid}\n`))
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(address, () => resolve(server.unref()))
  })
}

/** A socket file that nobody answers on was left behind by a killed agent. */
async function listenPastStale(address: string): Promise<Server | undefined> {
  if (address.startsWith('\0') || address.startsWith('\\\\')) return undefined
  if ((await askPid(address)) !== undefined) return undefined
  rmSync(address, { force: true })
  return await listen(address)
}

/** What the holder says on a connection; undefined where none answers. */
function askPid(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = ''
    const socket = createConnection(address)
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('data', (data) => {
      said += data
    })
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(said.trim() || undefined))
  })
}
