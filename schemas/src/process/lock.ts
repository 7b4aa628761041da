import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Lock {
  release(): Promise<void>
}

/** The process that has a lock; its pid where it says so. */
export interface Holder {
  pid: string | undefined
}

/** What is locked: the kind of lock, and the path, which has to be the real one. */
export interface Locked {
  kind: string
  path: string
}

/**
 * Locks something for this process; the answer is the holder where another has it. A listening socket is the lock: the
 * system gives it up whenever the process ends, however it ends, so holding it proves that no earlier one is alive.
 */
export async function takeLock(what: Locked, platform: NodeJS.Platform = process.platform): Promise<Lock | Holder> {
  const address = lockAddress(what, platform)
  const server = (await listen(address)) ?? (await listenPastStale(address))
  if (!server) return (await holderAt(address)) ?? { pid: undefined }
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** The process that has the lock; undefined where none has. */
export async function lockHolder(
  what: Locked,
  platform: NodeJS.Platform = process.platform,
): Promise<Holder | undefined> {
  return await holderAt(lockAddress(what, platform))
}

/** Linux has socket names that live in no directory and vanish with their process; elsewhere it is a file or a pipe. */
export function lockAddress({ kind, path }: Locked, platform: NodeJS.Platform): string {
  const name = `${kind}-${createHash('sha256').update(path).digest('hex')}`
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

/** A socket file that nobody answers on was left behind by a process that was killed. */
async function listenPastStale(address: string): Promise<Server | undefined> {
  if (address.startsWith('\0') || address.startsWith('\\\\')) return undefined
  if (await holderAt(address)) return undefined
  rmSync(address, { force: true })
  return await listen(address)
}

/** Whoever takes connections there has the lock, also one that is stopped and says nothing. */
function holderAt(address: string): Promise<Holder | undefined> {
  return new Promise((resolve) => {
    let said = ''
    let taken = false
    const socket = createConnection(address, () => {
      taken = true
    })
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('data', (data) => {
      said += data
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(taken ? { pid: said.trim() || undefined } : undefined))
  })
}
