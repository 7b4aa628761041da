import { chmodSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createHttp, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Flags } from '../../agent/src/config.ts'
import { realEffects } from '../../agent/src/effects.ts'
import { lockState } from '../../agent/src/lock.ts'
import { doctor } from '../../agent/src/operations/doctor.ts'
import { SERVER } from './agent-under-test.ts'
import { type Engine, startEngine } from './engine.ts'
import { type IoUnderTest, ioUnderTest } from './io-under-test.ts'
import { startListedEngine } from './listed-engine.ts'

let engine: Engine
let bench: IoUnderTest
beforeEach(async () => {
  engine = await startEngine()
  bench = ioUnderTest()
  const { fetch } = realEffects()
  bench.effects.fetch = (url, init) => (url.startsWith(SERVER) ? bench.market.fetch(url, init) : fetch(url, init))
  bench.effects.run = async () => '35, NVIDIA H100\n'
})
afterEach(() => engine.close())

interface Check {
  check: string
  state: string
  found: string
  fix?: string
}

async function examine(changes: Flags = {}): Promise<{ code: number; checks: Check[]; of(name: string): Check }> {
  const flags = {
    server: SERVER,
    backend: 'worker',
    endpoint_url: engine.url,
    model: ['tiny'],
    price: '0.001',
    ...changes,
  }
  bench.out.length = 0
  const code = await bench.run((io, place) => doctor(io, { ...place, ...flags, json: true }))
  const { ok, checks } = JSON.parse(bench.out.join('')) as { ok: boolean; checks: Check[] }
  expect(ok).toBe(code === 0)
  expect(checks.filter(({ state, fix }) => (state === 'ok') !== (fix === undefined))).toEqual([])
  return { code, checks, of: (name) => checks.find(({ check }) => check === name) ?? expect.fail(`no ${name}`) }
}

test('fewer bits under the name of the model are told of: checks would refuse the host', async () => {
  bench.register()
  const engineModel = 'tiny-Q4_K_M'
  const { of } = await examine({ model: [`tiny=${engineModel}`] })
  expect(of('bits')).toMatchObject({ state: 'warn', found: expect.stringContaining(engineModel) })
  expect(of('bits').fix).toContain(`--model tiny@q4=${engineModel}`)
  const { checks } = await examine({ model: [`tiny@q4=${engineModel}`] })
  expect(checks.filter(({ check }) => check === 'bits')).toEqual([])
})

test('a machine with all that it needs is well', async () => {
  bench.register()
  const { code, checks } = await examine()
  expect(code).toBe(0)
  expect(checks.map(({ check, state }) => [check, state])).toEqual([
    ...[
      ['state', 'ok'],
      ['lock', 'ok'],
      ['server', 'ok'],
      ['encryption', 'warn'],
      ['clock', 'ok'],
      ['key', 'ok'],
    ],
    ...[
      ['gpu', 'ok'],
      ['engine', 'ok'],
      ['models', 'ok'],
      ['answers', 'ok'],
      ['prefix', 'ok'],
      ['abilities', 'ok'],
      ['price', 'ok'],
    ],
  ])
  expect(checks.map(({ found }) => found)).toEqual(
    expect.arrayContaining(['test market 1.2.3 at http://market.test', 'NVIDIA H100, busy: 35 %', 'tiny']),
  )
})

test('says it in lines, each fault with a fix', async () => {
  expect(await bench.run((io, place) => doctor(io, { ...place, server: SERVER }))).toBe(0)
  expect(bench.out).toContain('ok    server      test market 1.2.3 at http://market.test')
  expect(bench.out).toContain('warn  engine      not looked at')
  expect(bench.out).toContain('                  -> mkt-agent start registers it')
})

test('a server that is away, or is something else, fails', async () => {
  bench.register()
  bench.market.away = true
  const away = await examine()
  expect(away.code).toBe(1)
  expect(away.of('server')).toMatchObject({ state: 'fail', found: expect.stringContaining('ECONNREFUSED') })
  expect(away.of('key').state).toBe('warn')
  const other = await examine({ server: engine.url })
  expect(other.of('server').found).toContain('not as a marketplace')
})

test.each([
  [-2, 'ok', /behind/],
  [3, 'ok', /ahead/],
  [60, 'warn', /60 s ahead of the server/],
  [-3600, 'fail', /3600 s behind the server/],
])('a clock %i s off is %s', async (off_s, state, says) => {
  bench.market.date = new Date(bench.effects.now() - off_s * 1000).toUTCString()
  expect((await examine()).of('clock')).toMatchObject({ state, found: expect.stringMatching(says) })
})

test('a key that the server does not take fails, a paused host is a warning', async () => {
  bench.register()
  bench.market.account.host.paused = true
  expect((await examine()).of('key')).toMatchObject({ state: 'warn', fix: 'mkt-agent resume' })
  bench.market.account.key = 'another'
  const refused = await examine()
  expect(refused.code).toBe(1)
  expect(refused.of('key')).toMatchObject({ state: 'fail', fix: expect.stringContaining('--register-again') })
})

test('an engine that is away fails, one without a model of several is a warning', async () => {
  expect((await examine({ model: ['tiny', 'big'] })).of('models')).toMatchObject({
    state: 'warn',
    found: 'the engine does not list big; it has tiny',
  })
  engine.models = ['one', 'two']
  expect((await examine()).of('models').state).toBe('fail')
  await engine.close()
  const { code, of } = await examine()
  expect(code).toBe(1)
  expect(of('engine').found).toContain('cannot reach the engine')
})

test('a machine without nvidia-smi is warned, a broken driver fails', async () => {
  bench.effects.run = () => Promise.reject(Object.assign(new Error('spawn nvidia-smi ENOENT'), { code: 'ENOENT' }))
  expect((await examine()).of('gpu').state).toBe('warn')
  bench.effects.run = () => Promise.reject(Object.assign(new Error('Driver/library version mismatch'), { code: 18 }))
  expect((await examine()).of('gpu')).toMatchObject({ state: 'fail', found: expect.stringContaining('mismatch') })
})

test('a state directory that others may read is a warning, a damaged one fails', async () => {
  bench.register()
  const path = bench.state.where(SERVER)
  chmodSync(path, 0o644)
  expect((await examine()).of('state').found).toContain(`others may read ${path}`)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  writeFileSync(path, '{')
  const { code, of } = await examine()
  expect(code).toBe(1)
  expect(of('key').found).toContain('is damaged')
})

test('a state directory that is none fails, one that is not there yet is a warning', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'mkt-agent-doctor-'))
  const file = join(parent, 'file')
  writeFileSync(file, '')
  const state = async (dir: string) =>
    (await bench.run((io) => doctor(io, { state: dir, server: SERVER }))) + bench.out.splice(0).join()
  expect(await state(file)).toMatch(/^1.*is no directory/)
  expect(await state(join(file, 'below'))).toMatch(/^1.*cannot be made/)
  expect(await state(join(parent, 'a', 'b'))).toMatch(/^0.*is not there yet/)
})

test('tells which agent has the lock', async () => {
  const lock = await lockState(bench.dir)
  expect((await examine()).of('lock').found).toBe(`held by the agent with pid ${process.pid}`)
  await lock.release()
})

test('faults of the settings are told, and the rest is looked at all the same', async () => {
  const { code, of } = await examine({ price: 'much', concurrency: '0' })
  expect(code).toBe(1)
  expect(of('settings').found).toMatch(
    /--price must be.*; --concurrency must be|--concurrency must be.*; --price must be/,
  )
  expect(of('server').state).toBe('ok')
  expect((await examine({ server: 'nowhere' })).checks).toHaveLength(1)
})

test('knows the only server of the state directory', async () => {
  bench.register()
  expect(await bench.run((io, place) => doctor(io, place))).toBe(0)
  expect(bench.out.join('\n')).toContain('valid; host_01 is active')
})

test('a model that is listed and does not generate fails, beside one that does it is a warning', async () => {
  engine.probe = { status: 500 }
  const { code, of } = await examine()
  expect(code).toBe(1)
  expect(of('models').state).toBe('ok')
  expect(of('answers')).toMatchObject({ state: 'fail', found: 'tiny: the engine answered 500: the engine says no' })
  engine.probe = { pieces: [], finish: 'length' }
  expect((await examine()).of('answers')).toMatchObject({
    state: 'warn',
    found: expect.stringContaining('none of them text'),
  })
})

test.each([
  ['ollama', { 'GET /v1/models': { data: [{ id: 'tiny' }] } }, 'openai'],
  ['openai', { 'GET /api/tags': { models: [{ name: 'tiny' }] } }, 'ollama'],
])('--provider %s at a server of the other one fails, and says which one it is', async (provider, answers, right) => {
  const other = await startListedEngine(answers)
  onTestFinished(() => other.close())
  for (const model of [['tiny'], ['all']]) {
    const { code, of } = await examine({ backend: 'langchain', provider, endpoint_url: other.url, model })
    expect(code).toBe(1)
    expect(of('engine')).toMatchObject({
      found: expect.stringMatching(`^the server at ${other.url} speaks .*; use --provider ${right}$`),
      fix: `--provider ${right}`,
    })
  }
})

test('an address of the other protocol is told with the right one, of the server and of the engine', async () => {
  const page = createHttp((_request, response) => {
    response.writeHead(400).end('<center>The plain HTTP request was sent to HTTPS port</center>')
  })
  const [http, https] = [await listening(createHttp()), await listening(page)]
  for (const [wrong, right, there, not] of [
    [`https://127.0.0.1:${http}`, `http://127.0.0.1:${http}`, 'http', 'https'],
    [`http://127.0.0.1:${https}`, `https://127.0.0.1:${https}`, 'https', 'http'],
  ]) {
    const { of } = await examine({ server: wrong as string, endpoint_url: wrong as string })
    const says = `it speaks ${there}, not ${not}; try ${right}`
    expect(of('server')).toMatchObject({ state: 'fail', fix: 'give the right address with --server' })
    expect(of('server').found).toMatch(new RegExp(`^cannot (reach|use) ${wrong}: ${says}$`))
    expect(of('engine').found).toMatch(new RegExp(`^cannot (reach|use) the engine at ${wrong}: ${says}$`))
  }
})

test('a key that goes to an engine on another machine over plain http is a warning', async () => {
  const { fetch } = bench.effects
  bench.effects.fetch = (url, init) => fetch(url.replace('http://gpu-box:8000', engine.url), init)
  const beside = (checks: Check[]) => checks.filter(({ check }) => check === 'encryption').map(({ found }) => found)
  const remote = { endpoint_url: 'http://gpu-box:8000' }
  expect(beside((await examine(remote)).checks)).toEqual([expect.stringMatching(/^http:\/\/market\.test is not/)])
  bench.env.MKT_AGENT_ENGINE_KEY = 'secret-key'
  expect(beside((await examine(remote)).checks)).toContain(
    'http://gpu-box:8000 is not encrypted: the key of the engine and the prompts can be read on the way',
  )
  expect(beside((await examine()).checks)).toHaveLength(1)
})

test('an address that redirects fails: the agent would not follow', async () => {
  const moved = createHttp((_request, response) => {
    response.writeHead(301, { location: 'https://elsewhere.example/' }).end()
  })
  const { of } = await examine({ server: `http://127.0.0.1:${await listening(moved)}` })
  expect(of('server').found).toContain('it redirects')
})

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('without --model looks at all that the engine lists', async () => {
  engine.models = ['one', 'two']
  const { checks, of } = await examine({ model: undefined as never })
  expect(of('models').found).toBe('one, two')
  expect(checks.filter(({ check, state }) => check === 'answers' && state === 'ok')).toHaveLength(2)
})

test('shows the price beside those of others, and one that looks like a slip is a warning', async () => {
  bench.market.rivals = [{ price: 1_000_000n }, { price: 2_000_000n }]
  expect((await examine()).of('price')).toMatchObject({
    ...{ state: 'ok', found: '0.001 credits a token; 2 other hosts ask 0.001 to 0.002 credits a token for tiny' },
  })
  expect((await examine({ price: '5000' })).of('price')).toMatchObject({
    ...{
      state: 'warn',
      found: expect.stringContaining('hardly anyone will buy'),
      fix: expect.stringContaining('--yes'),
    },
  })
  expect((await examine({ price: 'auto' })).of('price').found).toMatch(/^auto, from 0.002 credits a token; 2 other/)
  const bounded = await examine({ price: 'auto', price_min: '0.015' })
  expect(bounded.of('price').found).toMatch(/^auto, from 0.015 credits a token; 2 other/)
  bench.market.rivals = []
  expect((await examine({ price: 'market' })).of('price')).toMatchObject({
    state: 'fail',
    found: 'nobody else sells tiny now',
  })
})
