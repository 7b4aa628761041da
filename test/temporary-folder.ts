import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const NAME = /^mkt-test-(\d+)$/
const GIB = 2 ** 30
/** Bytes that must be free: a run has had some 300 MiB of files there, and its processes 5 GiB. */
const ROOM = 4 * GIB
const MEMORY_LEFT = 8 * GIB

/** What test runs keep in memory, if they do: the folder of the run that this process has. */
export const memoryFolderOf = (runPid: number): string => join(MEMORY, `mkt-test-${runPid}`)

/**
 * Vitest calls it before its workers start. What tests write to the temporary folder is of no use behind the run, yet
 * they wait for its disk at each commit, and a database's hundreds of files cost half a second of processor time each
 * on some: where there is room, files are kept in memory. Who names a folder as TMPDIR has that one.
 */
export default function setUp(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return undefined
  sweep()
  const folder = memoryFolderOf(process.pid)
  // Open to all: what drops to a user of its own must reach its data in here.
  mkdirSync(folder, { mode: 0o755 })
  process.env.TMPDIR = folder
  return () => {
    // Postgres ends after the run, and its keeper removes the folder then.
    if (!readdirSync(folder).some((name) => name.startsWith('mkt-test-postgres-'))) remove(folder)
  }
}

export function hasRoom(): boolean {
  if (process.platform !== 'linux') return false
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM && process.availableMemory() >= MEMORY_LEFT
  } catch {
    return false
  }
}

/** Removes what runs left that were killed. */
function sweep(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = NAME.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) remove(join(MEMORY, name))
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })
