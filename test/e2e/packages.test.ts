import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startEngine } from '../agent/engine.ts'
import { Chance } from '../documents/chance.ts'
import { t4 } from '../documents/t4.generator.ts'
import { analyzed } from '../server/documents-service.ts'
import { cleanUp, REPOSITORY, start, tempFolder, untilGone } from './bins.ts'
import { CONSUMER } from './consumer.ts'
import { closureOf } from './lock-file.ts'
import { signUp } from './market.ts'
import { npx, PACKAGES, type PackageName, Tarballs, unreachable } from './tarballs.ts'

afterAll(cleanUp)

const HEAVY = /^(better-sqlite3|pg|kysely|koa|pdfjs-dist|tesseract\.js|@napi-rs\/canvas|node-llama-cpp)$/

const BINS = ['mkt-server', 'mkt-agent', 'mkt'] as const

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

const INSTALL_MS = 400_000
const tarballs = new Tarballs()
let reason: string | undefined
let folder = ''
let folderOf22 = ''

beforeAll(async () => {
  ;[reason] = await Promise.all([unreachable(), tarballs.pack()])
  if (reason) return // Apart from the others, because it brings a command `node`.
  ;[folder, folderOf22] = await Promise.all([tarballs.install(PACKAGES), tarballs.install([], `${NODE_22}@22`)])
}, INSTALL_MS)

/** The package that holds nothing but the binary, for this machine. */
const NODE_22 = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const node22 = () => join(folderOf22, 'node_modules', NODE_22, 'bin/node')

describe('a trial of the release', () => {
  test('finds nothing wrong with the packages and would publish the contract first', () => {
    const { stdout = '', stderr } = tarballs.said ?? {}
    expect(stdout, stderr).toContain('publint and attw find nothing.')
    const published = [...stdout.matchAll(/^would run: npm publish (\S+) (.+)$/gm)]
    expect(published.map(([, file]) => file)).toEqual(PACKAGES.map((name) => tarballs.fileOf(name)))
    for (const [, , flags] of published) expect(flags).toBe('--access public --provenance --tag latest')
  })

  test('with nobody who says that the tests passed, it refuses', () => {
    expect(tarballs.said).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing is published, because') })
    expect(tarballs.said?.stderr).toMatch(/nobody says that the tests of [0-9a-f]{40} passed/)
  })
})

describe('all four, installed outside of the clone', () => {
  beforeEach((context) => (reason ? context.skip(reason) : undefined))

  test.each(['mkt-agent', 'mkt'])('%s brought no database, PDF or OCR', (name) => {
    const closure = closureOf(`node_modules/${name}`, join(folder, 'node_modules/.package-lock.json'))
    expect(closure).toContain('zod')
    expect([...closure].filter((installed) => HEAVY.test(installed))).toEqual([])
  })

  test.each(BINS)('%s runs', async (bin) => {
    const { code, stdout } = await npx(folder, [bin, '--help']).ended
    expect(stdout).toContain(`Usage: ${bin}`)
    expect(code).toBe(0)
  })

  test.each(BINS)('%s on Node 22 runs, or says that it needs Node 24', async (bin) => {
    const file = join(folder, 'node_modules', bin, 'bin', `${bin}.js`)
    const { code, stdout, stderr } = await start(node22(), [file, '--help'], { cwd: folder }).ended
    if (bin === 'mkt-server') {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^mkt-server cannot run on Node 22\.\d+\.\d+: install Node 24 from .*\n$/)
    } else {
      expect(stderr).toBe('')
      expect(stdout).toContain(`Usage: ${bin}`)
    }
  })

  test.each(PACKAGES)('%s says what it is, and its source maps lead to sources', (name) => {
    const at = join(folder, 'node_modules', name)
    const manifest = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({ license: 'MIT', description: expect.any(String), keywords: expect.any(Array) })
    expect(readFileSync(join(at, 'README.md'), 'utf8')).toContain(`# ${name}\n`)
    expect(readFileSync(join(at, 'LICENSE'), 'utf8')).toContain('MIT License')
    const files = readdirSync(at, { recursive: true, encoding: 'utf8' })
    const maps = files.filter((file) => file.endsWith('.js.map'))
    expect(maps.length).toBeGreaterThan(10)
    for (const map of maps) {
      const { sources } = JSON.parse(readFileSync(join(at, map), 'utf8')) as { sources: string[] }
      expect(sources.map((source) => existsSync(join(at, dirname(map), source)))).toEqual([true])
      expect(files).toContain(map.replace(/\.map$/, ''))
    }
    expect(files.filter((file) => /tsbuildinfo|tsconfig|\.test\.|(^|\/)test\//.test(file))).toEqual([])
  })

  test('a strict TypeScript program can use all that they export', async () => {
    writeFileSync(join(folder, 'consumer.ts'), CONSUMER)
    const options = { module: 'nodenext', target: 'es2024', strict: true, exactOptionalPropertyTypes: true }
    const types = { types: ['node'], typeRoots: [join(REPOSITORY, 'node_modules/@types')], skipLibCheck: true }
    const config = { compilerOptions: { ...options, ...types, noEmit: true }, files: ['consumer.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const compiler = join(REPOSITORY, 'node_modules/typescript/bin/tsc')
    expect(await start(process.execPath, [compiler, '-p', folder], { cwd: folder }).ended).toMatchObject({
      stdout: '',
      code: 0,
    })
  })

  test('the READMEs show programs that work: a server, and an agent with an engine of its own that earns', async () => {
    const shown = readmePrograms(folder)
    writeFileSync(join(folder, 'server.js'), `${shown['mkt-server']}`.replace('await server.stop()', STOP_ON_SIGTERM))
    const server = start(process.execPath, ['server.js'], { cwd: folder })
    const [, url = ''] = await server.says(/^(http:\S+)$/m)
    writeFileSync(join(folder, 'schemas.js'), `${shown['@mkt/schemas']}`.replace(/http:[^']+/, url))
    writeFileSync(join(folder, 'agent.js'), `${shown['mkt-agent']}`.replace(/https:[^']+/, url))
    const agent = start(process.execPath, ['agent.js'], { cwd: folder, env: { XDG_DATA_HOME: tempFolder() } })
    await agent.says(/ready for jobs/)
    const user = await signUp({ url })
    const job = await user.end(await user.submit({ model: 'echo', input_text: 'Hello' }))
    expect(job).toMatchObject({ status: 'completed', output_text: 'Hello' })
    const listed = await start(process.execPath, ['schemas.js'], { cwd: folder }).ended
    expect(listed.stdout, listed.stderr).toContain('echo')
    expect((await agent.stop()).code).toBe(0)
    expect((await server.stop()).code).toBe(0)
  })

  test('the server reads a document, with the words of all languages and the outlines of figures', async () => {
    const data = tempFolder()
    const ports = ['--market-port', '0', '--documents-port', '0']
    const server = npx(folder, ['mkt-server', 'serve', '--data', data, ...ports])
    const [, url = ''] = await server.says(/"documents":"([^"]+)"/)
    const made = await npx(folder, ['mkt-server', 'keys', 'create', '--user', 'ada', '--data', data, '--json']).ended
    const as = `Bearer ${JSON.parse(made.stdout).key}`
    const { bytes, truth } = await t4(new Chance(3))
    const { document_type, extraction } = await analyzed(url, bytes, { as })
    expect(document_type).toBe(truth.document_type)
    expect(Object.keys(extraction.fields).length).toBeGreaterThan(5)
    process.kill(server.pid)
    await untilGone(url, folder)
  })

  test('a person with a GPU and nothing but Node earns the first credit in 3 commands', async () => {
    const engine = await startEngine()
    const usage = { prompt_tokens: 3, completion_tokens: 4 }
    engine.script = { pieces: ['Four', ' words', ' of', ' text'], finish: 'stop', usage }
    const data = ['--data', tempFolder(), '--market-port', '0', '--services', 'market']
    const server = npx(folder, ['mkt-server', 'serve', ...data])
    const [, url = ''] = await server.says(/"market":"([^"]+)"/)
    const user = await signUp({ url })
    const env = { XDG_DATA_HOME: tempFolder(), MKT_TOKEN: user.token }
    const sold = ['--backend', 'huggingface', '--endpoint-url', engine.url, '--model', 'tiny', '--price', '0.001']
    // 1. Is all in order? (npm install is not counted: npx brings a package along.)
    const doctor = await npx(folder, ['mkt-agent', 'doctor', '--server', url, ...sold, '--gpu', 'a GPU'], { env }).ended
    expect(doctor.stdout, doctor.stderr).toMatch(/^ok +engine/m)
    // 2. Sell.
    const agent = npx(folder, ['mkt-agent', 'start', '--server', url, ...sold, '--gpu', 'a GPU'], { env })
    await agent.says(/ready for jobs/)
    const job = await user.end(await user.submit({ model: 'tiny', input_text: 'Say it.' }))
    expect(job).toMatchObject({ status: 'completed', output_text: 'Four words of text' })
    // 3. What was earned? 88 % of 4 tokens at 0.001.
    const status = await npx(folder, ['mkt-agent', 'status', '--server', url], { env }).ended
    expect(status.stdout, status.stderr).toContain('0.00352')
    process.kill(agent.pid)
    process.kill(server.pid)
    await untilGone(url, folder)
    await engine.close()
  })
})

const STOP_ON_SIGTERM = "process.once('SIGTERM', () => server.stop())"

/** The JavaScript that the README of each package shows. */
function readmePrograms(at: string): Partial<Record<PackageName, string>> {
  const programs = PACKAGES.map((name) => {
    const text = readFileSync(join(at, 'node_modules', name, 'README.md'), 'utf8')
    return [name, /```js\n(.*?)```/s.exec(text)?.[1]]
  })
  return Object.fromEntries(programs)
}
