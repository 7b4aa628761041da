import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Failure } from '../failure.ts'
import { systemFault } from '../words/system-fault.ts'

/**
 * Keeps a second run away from an output. A listening socket is the lock: the system gives it up whenever the
 * process ends, however it ends. Throws a Failure (usage) where another run has it, or its folder is not there.
 */
export async function lockOutput(path: string): Promise<{ release(): void }> {
  const folder = await realpath(dirname(path)).catch((error: Error) => {
    throw new Failure('usage', `cannot write the output: ${dirname(path)}: ${systemFault(error)}`)
  })
  const name = createHash('sha256')
    .update(join(folder, basename(path)))
    .digest('hex')
  const address = addressOf(`mkt-batch-${name}`)
  const server = (await listen(address)) ?? (await listenPastStale(address))
  if (!server) throw new Failure('usage', `another \`mkt batch\` is writing ${path}`)
  return { release: () => void server.close() }
}

/** Linux has socket names that live in no directory and vanish with their process; elsewhere it is a file or a pipe. */
function addressOf(name: string): string {
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  // Socket paths are limited to about 100 bytes.
  return join(tmpdir(), `${name.slice(0, 42)}.sock`)
}

function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(address, () => resolve(server.unref()))
  })
}

/** A socket file that nobody answers on was left behind by a killed run. */
async function listenPastStale(address: string): Promise<Server | undefined> {
  if (address.startsWith('\0') || address.startsWith('\\\\')) return undefined
  const alive = await new Promise<boolean>((resolve) => {
    const socket = createConnection(address, () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('close', () => resolve(true))
  })
  if (alive) return undefined
  rmSync(address, { force: true })
  return await listen(address)
}
