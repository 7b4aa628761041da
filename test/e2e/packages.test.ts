import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bin, cleanUp, type Ended, REPOSITORY, start, tempFolder } from './bins.ts'

afterAll(cleanUp)

const HEAVY = /^(better-sqlite3|pg|kysely|koa|pdfjs-dist|tesseract\.js|@napi-rs\/canvas|node-llama-cpp)$/

interface Locked {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  link?: boolean
  resolved?: string
}

/** The names of all packages that npm installs for a workspace, from the lock file. */
function closureOf(workspace: string): Set<string> {
  const { packages } = JSON.parse(readFileSync(join(REPOSITORY, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const visited = new Set<string>()
  const visit = (path: string) => {
    const at = packages[path]
    if (!at || visited.has(path)) return
    visited.add(path)
    if (at.link) return visit(at.resolved ?? '')
    const peers = Object.keys(at.peerDependencies ?? {}).filter((name) => !at.peerDependenciesMeta?.[name]?.optional)
    for (const name of [...Object.keys({ ...at.dependencies, ...at.optionalDependencies }), ...peers]) {
      const found = lookUp(packages, path, name)
      if (found !== undefined) visit(found)
    }
  }
  visit(workspace)
  return new Set([...visited].map((path) => path.replace(/^.*node_modules\//, '')))
}

/** As Node looks for it: in the node_modules of the package, then in those of the folders above. */
function lookUp(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  for (
    let at = from;
    ;
    at = at.includes('/node_modules/') ? at.replace(/\/node_modules\/(?!.*\/node_modules\/).*$/, '') : ''
  ) {
    const candidate = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (candidate in packages) return candidate
    if (at === '') return undefined
  }
}

describe('what a workspace brings with it, by the lock file', () => {
  test.each(['agent', 'cli', 'schemas'])('%s has no database, PDF, OCR or web server in it', (workspace) => {
    const closure = closureOf(workspace)
    expect(closure).toContain('zod')
    expect([...closure].filter((name) => HEAVY.test(name))).toEqual([])
  })

  test('the server has, so a look would find them', () => {
    expect([...closureOf('server')].filter((name) => HEAVY.test(name)).sort()).toContain('better-sqlite3')
  })
})

const INSTALL_MS = 90_000
const VERSION = '0.1.0'
const WORKSPACES: [workspace: string, bin: Bin][] = [
  ['agent', 'mkt-agent'],
  ['cli', 'mkt'],
  ['server', 'mkt-server'],
]

/** npm as this machine is set up for it: its way to the registry is in the user's settings and variables. */
async function npm(args: string[], cwd: string): Promise<Ended> {
  return await start('npm', args, { cwd, env: process.env as Record<string, string> }).ended
}

const tarballs = tempFolder()
let unreachable: string | undefined

beforeAll(async () => {
  const workspaces = ['schemas', ...WORKSPACES.map(([workspace]) => workspace)].flatMap((name) => ['-w', name])
  const [packed, ping] = await Promise.all([
    npm(['pack', '--pack-destination', tarballs, ...workspaces], REPOSITORY),
    npm(['ping', '--fetch-retries', '0', '--fetch-timeout', '5000'], tarballs),
  ])
  expect(packed.code, packed.stderr).toBe(0)
  if (ping.code !== 0) unreachable = 'npm cannot reach its registry'
}, INSTALL_MS)

for (const [workspace, bin] of WORKSPACES) {
  test(`${workspace}, packed and installed alone, runs`, { timeout: INSTALL_MS }, async (context) => {
    const reason = unreachable ?? neverEnds(workspace)
    if (reason) return context.skip(reason)
    const folder = tempFolder()
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    const files = [workspace, 'schemas'].map((name) => join(tarballs, `mkt-${name}-${VERSION}.tgz`))
    const quick = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts']
    const installed = await npm(['install', ...quick, ...files], folder)
    expect(installed.code, installed.stderr).toBe(0)
    const names = readdirSync(join(folder, 'node_modules'))
    if (workspace !== 'server') expect(names.filter((name) => HEAVY.test(name))).toEqual([])
    const { code, stdout } = await start(process.execPath, [join(folder, 'node_modules/.bin', bin), '--help']).ended
    expect(code).toBe(0)
    expect(stdout).toContain(`Usage: ${bin}`)
  })
}

/** Without these pins of its own, npm compares versions of langchain's peers without end where ours are not in force. */
function neverEnds(workspace: string): string | undefined {
  const { dependencies } = JSON.parse(readFileSync(join(REPOSITORY, workspace, 'package.json'), 'utf8'))
  if (!('langchain' in dependencies) || '@langchain/langgraph' in dependencies) return undefined
  return `npm does not end resolving langchain: ${workspace}/package.json does not pin @langchain/langgraph`
}
