import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** What is published, each after what it depends on. */
export const FOLDERS = ['schemas', 'server', 'agent', 'cli'] as const

export interface Manifest {
  name: string
  version: string
  dependencies?: Record<string, string>
  repository?: { type: string; url: string; directory: string }
  homepage?: string
  bugs?: { url: string }
}

export function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest
}

export interface Tarball {
  name: string
  version: string
  /** With its folder. */
  file: string
  /** Bytes, packed and unpacked. */
  size: number
  unpackedSize: number
  files: string[]
}

const run = promisify(execFile)

/** Builds and packs all four into a folder, in the order in which they are published. */
export async function packAll(into: string): Promise<Tarball[]> {
  const workspaces = FOLDERS.flatMap((folder) => ['-w', folder])
  const args = ['pack', '--json', '--pack-destination', into, ...workspaces]
  // What the build prints stands before the JSON.
  const { stdout } = await run('npm', args, { cwd: ROOT, maxBuffer: 64e6 })
  const answer = JSON.parse(stdout.slice(stdout.search(/^[[{]/m))) as unknown
  const packed = Object.values(answer as Record<string, Packed>)
  return packed.map(({ name, version, filename, size, unpackedSize, files }) => {
    return { name, version, file: join(into, filename), size, unpackedSize, files: files.map(({ path }) => path) }
  })
}

type Packed = Omit<Tarball, 'file' | 'files'> & { filename: string; files: { path: string }[] }

const LINTERS = [
  ['publint', (file: string) => ['node_modules/publint/src/cli.js', 'run', file, '--strict']],
  ['attw', (file: string) => ['node_modules/@arethetypeswrong/cli/dist/index.js', file, '--profile', 'esm-only']],
] as const

/** What publint and attw find wrong with a tarball: nothing, or what they print. */
export async function faultsOf({ name, file }: Tarball): Promise<string[]> {
  const findings = LINTERS.map(async ([linter, argsFor]) => {
    try {
      await run(process.execPath, argsFor(file), { cwd: ROOT, env: { ...process.env, NO_COLOR: '1' } })
      return []
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      return [`${linter} finds faults in ${name}:\n${stdout}${stderr}`]
    }
  })
  return (await Promise.all(findings)).flat()
}
