import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { BINS, type Bin, cleanUp, REPOSITORY, runBin, start, tempFolder, untilGone } from './bins.ts'
import { serve } from './market.ts'

afterAll(cleanUp)

const BIN_NAMES: readonly Bin[] = ['mkt-server', 'mkt-agent', 'mkt']

/** The system's own Node, where it is too old for the sources. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
  if (!existsSync(path)) return false
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  const major = Number(/^v(\d+)/.exec(stdout)?.[1])
  return major >= 14 && major < 24
})

/** This Node, made to say that it is Node 20: enough for what the bins look at. */
function pretendOld(): string[] {
  const file = join(tempFolder(), 'old.mjs')
  writeFileSync(
    file,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.11.1' } })\n",
  )
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

  test('on an old Node with no other beside it says in one line what it needs', async () => {
    const folder = tempFolder()
    const schemas = join(folder, 'node_modules/@mkt/schemas')
    const program = join(folder, 'node_modules/@mkt', bin)
    for (const made of [join(schemas, 'bin'), join(program, 'bin'), join(program, 'src')]) {
      mkdirSync(made, { recursive: true })
    }
    for (const file of ['package.json', 'bin/launch.js', 'bin/end-with-parent.js']) {
      copyFileSync(join(REPOSITORY, 'schemas', file), join(schemas, file))
    }
    writeFileSync(join(program, 'package.json'), '{"type":"module"}')
    writeFileSync(join(program, 'src/main.ts'), 'let x: number = 1')
    copyFileSync(join(BINS, bin), join(program, 'bin', `${bin}.js`))
    const args = [join(program, 'bin', `${bin}.js`), '--help']
    const runs = [start(process.execPath, [...pretendOld(), ...args]).ended]
    if (oldNode) runs.push(start(oldNode, args).ended)
    for (const { code, stdout, stderr } of await Promise.all(runs)) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^\S+ needs Node 24 or newer and this is Node \d+\.\d+\.\d+: .+\n$/)
    }
  })
})

test('exit codes pass through', async () => {
  const codes = await Promise.all([
    runBin('mkt-server', ['serve', '--market-port', 'x']),
    runBin('mkt-agent', ['start']),
    runBin('mkt', ['whoami'], { env: { MKT_SERVER: 'http://127.0.0.1:1', MKT_TOKEN: 'mkt_u_x' } }),
    runBin('mkt', ['--help']),
  ])
  expect(codes.map(({ code }) => code)).toEqual([1, 2, 6, 0])
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
