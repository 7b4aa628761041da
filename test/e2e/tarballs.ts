import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Ended, type Program, REPOSITORY, type RunOptions, start, tempFolder } from './bins.ts'
import { layOut } from './lay-out.ts'

export const VERSION = (
  JSON.parse(readFileSync(join(REPOSITORY, 'server/package.json'), 'utf8')) as { version: string }
).version
export const PACKAGES = ['@mkt/schemas', 'mkt-server', 'mkt-agent', 'mkt'] as const
const WORKSPACES = ['schemas', 'server', 'agent', 'cli']
export type PackageName = (typeof PACKAGES)[number]

/** The tests' own Node first on the PATH, as on a machine where it is installed. */
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`

/** npm as this machine is set up for it: its way to the registry is in the user's settings and variables. */
export async function npm(args: readonly string[], cwd: string): Promise<Ended> {
  return await start('npm', args, { cwd, env: { ...(process.env as Record<string, string>), PATH } }).ended
}

/** Why nothing can be installed here; undefined where it can. */
export async function unreachable(): Promise<string | undefined> {
  const { code } = await npm(['ping', '--fetch-retries', '0', '--fetch-timeout', '5000'], tempFolder())
  if (code === 0) return undefined
  if (process.env.CI === 'true') throw new Error('npm cannot reach its registry, and with CI=true nothing is skipped')
  return 'npm cannot reach its registry'
}

/** Memory, where tests have their files, has no room for hundreds of megabytes, and no link leads there. */
const ON_DISK = existsSync('/tmp') ? '/tmp' : tmpdir()

export class Tarballs {
  readonly folder = tempFolder()
  /** What a trial of the release said. */
  said: Ended | undefined

  /** Packs and checks all four as a release does, and publishes nothing. */
  async pack(): Promise<void> {
    this.said = await start(process.execPath, ['.ci/release.ts', '--dry', '--to', this.folder], {
      env: { ...(process.env as Record<string, string>), PATH },
    }).ended
  }

  fileOf(name: PackageName): string {
    return join(this.folder, `${name.replace('@', '').replace('/', '-')}-${VERSION}.tgz`)
  }

  /** Installs packages in a new folder outside of the clone; more are named as npm takes them. */
  async install(names: readonly PackageName[], ...more: string[]): Promise<string> {
    const folder = tempFolder(ON_DISK)
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
    if (names.length > 0) layOut(WORKSPACES, folder)
    // No package needs its install scripts: better-sqlite3 and canvas come with binaries.
    const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', '--loglevel=error']
    // With its name before it: npm unpacks a file without one an extra time to learn it.
    const files = names.map((name) => `${name}@file:${this.fileOf(name)}`)
    const { code, stderr } = await npm([...args, ...files, ...more], folder)
    if (code !== 0) throw new Error(`npm install failed: ${stderr}`)
    return folder
  }
}

/** A bin as a person starts it in the folder where it is installed. */
export function npx(folder: string, args: readonly string[], options: RunOptions = {}): Program {
  return start('npx', args, { ...options, cwd: folder, env: { PATH, ...options.env } })
}
