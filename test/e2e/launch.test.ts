import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { BINS, type Bin, cleanUp, REPOSITORY, runBin, start, tempFolder, untilGone } from './bins.ts'
import { type ServeOptions, serve as serveAs } from './market.ts'

afterAll(cleanUp)

/** Through the bin: that is what this is about. */
const serve = (options?: ServeOptions) => serveAs({ ...options, launched: true })
const launched = true

const BIN_NAMES: readonly Bin[] = ['mkt-server', 'mkt-agent', 'mkt']

/** The system's own Node, where it is too old for the sources. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
  if (!existsSync(path)) return false
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  const major = Number(/^v(\d+)/.exec(stdout)?.[1])
  return major >= 14 && major < 24
})

/** This Node, made to say that it is Node 20: enough for what the bins and npm look at. */
function pretendOld(): string[] {
  const file = join(tempFolder(), 'old.mjs')
  const versions = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.1' } })"
  writeFileSync(file, `${versions}\nObject.defineProperty(process, 'version', { value: 'v20.11.1' })\n`)
  return ['--import', pathToFileURL(file).href]
}

/** The process that a bin runs its program in. */
function programOf(launcher: number): number {
  return Number(readFileSync(`/proc/${launcher}/task/${launcher}/children`, 'utf8').trim().split(' ')[0])
}

describe.each(BIN_NAMES)('%s', (bin) => {
  test('on an old Node runs on the one that npm ci brought', async () => {
    const { code, stdout } = await start(process.execPath, [...pretendOld(), join(BINS, bin), '--help']).ended
    expect(code).toBe(0)
    expect(stdout).toContain(`Usage: ${bin}`)
  })

  test('on a really old Node, too', async (context) => {
    if (!oldNode) return context.skip('this machine has no Node below 24')
    const { code, stdout } = await start(oldNode, [join(BINS, bin), '--help']).ended
    expect(code).toBe(0)
    expect(stdout).toContain(`Usage: ${bin}`)
  })

  test('on an old Node with no other beside it says in one line what to do', async () => {
    const folder = tempFolder()
    const schemas = join(folder, 'node_modules/@mkt/schemas')
    const program = join(folder, 'node_modules', bin)
    mkdirSync(schemas, { recursive: true })
    cpSync(join(REPOSITORY, 'schemas/bin'), join(schemas, 'bin'), { recursive: true })
    copyFileSync(join(REPOSITORY, 'schemas/package.json'), join(schemas, 'package.json'))
    const workspace = dirname(dirname(realpathSync(join(BINS, bin))))
    cpSync(join(workspace, 'bin'), join(program, 'bin'), { recursive: true })
    copyFileSync(join(workspace, 'package.json'), join(program, 'package.json'))
    const published = await adviceOf(join(program, 'bin', `${bin}.js`))
    expect(published).toBe(
      `install Node 24 from https://nodejs.org, or let npx bring it: npx -p node@24 -p ${bin} ${bin}`,
    )
    // A node beside it that is too old as well is no help.
    const node = join(folder, 'node_modules/node')
    mkdirSync(join(node, 'bin'), { recursive: true })
    writeFileSync(join(node, 'package.json'), '{"version":"18.20.8"}')
    writeFileSync(join(node, 'bin/node'), '')
    expect(await adviceOf(join(program, 'bin', `${bin}.js`))).toBe(published)
    writeFileSync(join(program, 'tsconfig.json'), '{}')
    const cloned = await adviceOf(join(program, 'bin', `${bin}.js`))
    const clone = realpathSync(join(folder, 'node_modules'))
    expect(cloned).toBe(`run npm ci in ${clone}, which brings Node 24, or install Node 24 from https://nodejs.org`)
  })
})

/** What a bin advises on a Node that is too old for it, pretended and, where there is one, real. */
async function adviceOf(file: string): Promise<string | undefined> {
  const runs = [start(process.execPath, [...pretendOld(), file, '--help']).ended]
  if (oldNode) runs.push(start(oldNode, [file, '--help']).ended)
  const said = (await Promise.all(runs)).map(({ code, stdout, stderr }) => {
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    const [, advice] = /^\S+ cannot run on Node \d+\.\d+\.\d+: (.+)\n$/.exec(stderr) ?? []
    expect(advice, stderr).toBeDefined()
    return advice
  })
  expect(new Set(said).size).toBe(1)
  return said[0]
}

test.each([
  ['24.15.0', '>=24.15.0', true],
  ['24.14.9', '>=24.15.0', false],
  ['25.0.0', '>=24.15.0', true],
  ['20.20.2', '>=24.15.0', false],
  ['22.22.2', '^22.22.2 || ^24.15.0 || >=26.0.0', true],
  ['22.22.1', '^22.22.2 || ^24.15.0 || >=26.0.0', false],
  ['23.11.0', '^22.22.2 || ^24.15.0 || >=26.0.0', false],
  ['24.21.0', '^22.22.2 || ^24.15.0 || >=26.0.0', true],
  ['26.1.0', '^22.22.2 || ^24.15.0 || >=26.0.0', true],
  ['26.0.0-nightly20260401', '>=26.0.0', true],
])('Node %s for %s: %s', async (version, range, expected) => {
  const { fits } = await import(pathToFileURL(join(REPOSITORY, 'schemas/bin/fitting-node.js')).href)
  expect(fits(version, range)).toBe(expected)
})

test('what the packages say that they run on is what their bins look at', async () => {
  const { fits } = await import(pathToFileURL(join(REPOSITORY, 'schemas/bin/fitting-node.js')).href)
  for (const workspace of ['schemas', 'server', 'agent', 'cli']) {
    const { engines } = JSON.parse(readFileSync(join(REPOSITORY, workspace, 'package.json'), 'utf8'))
    expect(fits('24.15.0', engines.node)).toBe(true)
    expect(fits('20.20.2', engines.node)).toBe(false)
  }
})

test('exit codes pass through', async () => {
  const codes = await Promise.all([
    runBin('mkt-server', ['serve', '--market-port', 'x'], { launched }),
    runBin('mkt-agent', ['start'], { launched }),
    runBin('mkt', ['whoami'], {
      env: { MKT_SERVER: 'http://127.0.0.1:1', MKT_TOKEN: 'mkt_u_x' },
      launched,
    }),
    runBin('mkt', ['--help'], { launched }),
  ])
  expect(codes.map(({ code }) => code)).toEqual([2, 2, 6, 0])
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s is passed on, and the program ends as it does by itself',
  async (signal) => {
    const { url, program } = await serve()
    const { code } = await program.stop(signal)
    expect(code).toBe(0)
    expect(program.stderr()).toContain('mkt-server stops')
    await expect(fetch(url)).rejects.toThrow()
  },
)

test.each(['SIGTERM', 'SIGINT'] as const)('%s to the whole group is one signal, not two', async (signal) => {
  const { program } = await serve({ group: true })
  process.kill(-program.pid, signal)
  const { code, stderr } = await program.ended
  expect(stderr).not.toContain('second')
  expect(code).toBe(0)
})

test.skipIf(process.platform !== 'linux')(
  'a program that is killed makes its bin end with 128 and the signal',
  async () => {
    const { program } = await serve()
    process.kill(programOf(program.pid), 'SIGKILL')
    expect((await program.ended).code).toBe(137)
  },
)

test('a bin that is killed takes its program with it, and the data directory is free again', async () => {
  const server = await serve()
  await server.program.stop('SIGKILL')
  await untilGone(server.url, server.data)
  await serve({ data: server.data })
})

test('a bin whose parent holds a channel to it ends when the channel closes', async () => {
  const server = await serve()
  server.program.process.disconnect()
  expect((await server.program.ended).signal).toBe('SIGKILL')
  await untilGone(server.url, server.data)
})

test('npm ci in a clone says nothing of the Node that it runs on, and shows errors', async () => {
  const env = { NODE_OPTIONS: pretendOld().join('='), HOME: tempFolder() }
  const npm = (...args: string[]) => start('npm', args, { env }).ended
  const [quiet, loud, wrong] = await Promise.all([
    npm('ci', '--dry-run', '--offline'),
    npm('ci', '--dry-run', '--offline', '--loglevel', 'warn'),
    npm('ci', '--dry-run', '--offline', '-w', 'no-such-workspace'),
  ])
  expect(quiet).toMatchObject({ code: 0, stderr: '' })
  expect(quiet.stdout).not.toContain('EBADENGINE')
  expect(loud.stderr).toContain('EBADENGINE')
  expect(wrong.code).not.toBe(0)
  expect(wrong.stderr).toContain('npm error')
})

/** `npx mkt-server serve`, as a person starts it: npm, its shell, the bin and the program. */
async function serveWithNpx() {
  const data = tempFolder()
  const ports = ['--market-port', '0', '--services', 'market']
  const npx = start('npx', ['mkt-server', 'serve', '--data', data, ...ports])
  const [, url] = await npx.says(/"market":"(http:[^"]+)"/)
  return { npx, data, url: url as string }
}

test.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGKILL'] as const)(
  '%s to npx alone stops the server that it started',
  async (signal) => {
    const { npx, data, url } = await serveWithNpx()
    process.kill(npx.pid, signal)
    await untilGone(url, data)
    expect(npx.stderr()).toContain('mkt-server stops')
    // Its lock on the data directory is gone too.
    await serve({ data })
  },
)

test.skipIf(process.platform === 'win32')('Ctrl-C under npx is one signal to the program, not two', async () => {
  const data = tempFolder()
  const args = ['mkt-server', 'serve', '--data', data, '--market-port', '0', '--services', 'market']
  const npx = start('npx', args, { group: true })
  const [, url] = await npx.says(/"market":"(http:[^"]+)"/)
  process.kill(-npx.pid, 'SIGINT')
  await untilGone(url as string, data)
  expect(npx.stderr()).toContain('mkt-server stops')
  expect(npx.stderr()).not.toContain('second')
})
