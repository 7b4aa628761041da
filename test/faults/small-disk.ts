import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Program, tempFolder } from '../e2e/bins.ts'

/** A disk that a test can fill while a server works on it. */
export interface SmallDisk {
  /** The data directory on it. */
  data: string
  /** From now on there is room for so many bytes: in all, or (where `perFile`) in each file. */
  leave(bytes: number): void
  /** There is room again. */
  free(): void
  perFile: boolean
  close(): void
}

export type DiskKind = 'a file system of its own' | 'a limit on the size of files'

/** Opens a disk for the server that `program` will be; or says why this machine has none of that kind. */
export function openSmallDisk(kind: DiskKind, program: () => Program): SmallDisk | { why: string } {
  if (process.platform !== 'linux') return { why: 'it needs Linux' }
  return kind === 'a file system of its own' ? mounted() : limited(program)
}

const SIZE_MB = 48

/** A real file system, and so a real ENOSPC. */
function mounted(): SmallDisk | { why: string } {
  const data = tempFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', data], { stdio: 'pipe' })
  } catch (error) {
    return {
      why: `this user may not mount a tmpfs (${String((error as Error).message)
        .split('\n')
        .at(-2)})`,
    }
  }
  const filler = join(data, 'filler')
  const free = () => rmSync(filler, { force: true })
  return {
    data,
    perFile: false,
    leave(bytes) {
      free()
      const { bavail, bsize } = statfsSync(data)
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - bytes)))
    },
    free,
    close: () => void execFileSync('umount', ['--lazy', data], { stdio: 'pipe' }),
  }
}

/** Needs no rights: the system refuses the running server every write beyond so many bytes of a file. */
function limited(program: () => Program): SmallDisk | { why: string } {
  const limit = (most: string) => {
    // The bin starts the program as a child of its own.
    const { pid } = program()
    const [child = String(pid)] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    execFileSync('prlimit', ['--pid', child === '' ? String(pid) : child, `--fsize=${most}:unlimited`], {
      stdio: 'pipe',
    })
  }
  try {
    execFileSync('prlimit', ['--version'], { stdio: 'pipe' })
  } catch {
    return { why: 'there is no prlimit (util-linux) on the PATH' }
  }
  return {
    data: tempFolder(),
    perFile: true,
    leave: (bytes) => limit(String(bytes)),
    free: () => limit('unlimited'),
    close: () => undefined,
  }
}
