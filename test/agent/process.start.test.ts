import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { realEffects } from '../../agent/src/effects.ts'
import { openState } from '../../agent/src/state.ts'
import { BIN, type Run, serve, mktAgent as spawnAgent, until } from './agent-process.ts'
import { type Engine, SENTENCE, startEngine } from './engine.ts'
import { Marketplace } from './marketplace.ts'

let engine: Engine
let market: Marketplace
let url: string
/** The server answers nothing any more. */
let silent = false
const cleanups: (() => unknown)[] = []

beforeEach(async () => {
  engine = await startEngine()
  market = new Marketplace(realEffects())
  silent = false
  const usual = market.answer.bind(market)
  market.answer = (...call) => (silent ? new Promise(() => undefined) : usual(...call))
  const served = await serve(market)
  url = served.url
  cleanups.push(() => engine.close(), served.close)
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function mktAgent(args: string[], env: Record<string, string> = {}): Run {
  const run = spawnAgent(args, env)
  cleanups.push(() => run.child.exitCode ?? run.child.kill('SIGKILL'))
  return run
}

const stateDir = () => mkdtempSync(join(tmpdir(), 'mkt-agent-process-'))

function start(state: string, ...more: string[]): Run {
  const args = [
    '--server',
    url,
    '--backend',
    'worker',
    '--endpoint-url',
    engine.url,
    '--model',
    'tiny',
    '--price',
    '0.001',
    '--state',
    state,
  ]
  return mktAgent(['start', ...args, ...more])
}

describe('mkt-agent start', () => {
  test('runs a job on the engine, locks its state, and ends with 0 on SIGTERM', async () => {
    const state = stateDir()
    const job = market.submit('Say it.')
    const first = start(state, '--gpu', 'a test GPU')
    await until(() => job.state === 'completed')
    expect(job.pieces).toEqual(SENTENCE)
    expect(job.end?.usage?.completion_tokens).toBe(9)
    const second = start(state)
    expect(await second.code).toBe(4)
    expect(second.output()).toMatch(/another agent, pid \d+, already runs with the state directory/)
    const asked = performance.now()
    first.child.kill('SIGTERM')
    expect(await first.code).toBe(0)
    expect(performance.now() - asked).toBeLessThan(5000)
    const lines = first
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ msg }) => msg)).toContain('job completed')
    expect(first.output()).not.toContain('mkt_h_')
    expect(first.output()).not.toContain('Say it.')
  })

  test('killed in the middle of a job hands it back when it starts again', async () => {
    const state = stateDir()
    engine.script = { pieces: ['a'], after: 'hang' }
    const job = market.submit()
    const first = start(state)
    await until(() => job.pieces.length === 1)
    first.child.kill('SIGKILL')
    await first.code
    const second = start(state)
    await until(() => job.state === 'failed')
    expect(job.end?.error?.code).toBe('handed_back')
    second.child.kill('SIGTERM')
    expect(await second.code).toBe(0)
  })

  test('hands back what runs on a second signal, at once, and leaves nothing to a next start', async () => {
    engine.script = { pieces: ['a'], after: 'hang' }
    const job = market.submit()
    const state = stateDir()
    const run = start(state)
    await until(() => job.pieces.length === 1)
    run.child.kill('SIGINT')
    await until(() => run.output().includes('no further job is claimed'))
    const asked = performance.now()
    run.child.kill('SIGINT')
    expect(await run.code).toBe(130)
    expect(performance.now() - asked).toBeLessThan(3000)
    expect(job.end?.error).toMatchObject({ code: 'handed_back', retryable: true })
    expect(run.output()).toContain('handed back 1 job"')
    expect(openState(state).all()).toMatchObject([{ instances: [] }])
  })

  test('waits for at most 2 s of a silent server on a second signal, and the next start hands back', async () => {
    engine.script = { pieces: ['a'], after: 'hang' }
    const job = market.submit()
    const state = stateDir()
    const run = start(state)
    await until(() => job.pieces.length === 1)
    silent = true
    run.child.kill('SIGTERM')
    await until(() => run.output().includes('no further job is claimed'))
    const asked = performance.now()
    run.child.kill('SIGTERM')
    expect(await run.code).toBe(143)
    expect(performance.now() - asked).toBeGreaterThan(1900)
    expect(openState(state).all()[0]?.instances).toHaveLength(1)
    silent = false
    const next = start(state)
    await until(() => job.state === 'failed')
    expect(job.end?.error?.code).toBe('handed_back')
    next.child.kill('SIGTERM')
    await next.code
  })

  test('ends at once on a third signal', async () => {
    engine.script = { pieces: ['a'], after: 'hang' }
    const job = market.submit()
    const run = start(stateDir())
    await until(() => job.pieces.length === 1)
    silent = true
    run.child.kill('SIGINT')
    await until(() => run.output().includes('no further job is claimed'))
    run.child.kill('SIGINT')
    await until(() => run.output().includes('SIGINT again'))
    const asked = performance.now()
    run.child.kill('SIGINT')
    expect(await run.code).toBe(130)
    expect(performance.now() - asked).toBeLessThan(1500)
  })

  test.each([
    ['an engine', (address: string) => ['--endpoint-url', address]],
    ['a server', (address: string) => ['--server', address]],
  ])('stopped while it waits for %s that accepts and says nothing, ends at once', async (_what, given) => {
    const mute = createServer().listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const held: Set<{ destroy(): unknown }> = new Set()
    mute.on('connection', (socket) => held.add(socket))
    cleanups.push(() => {
      for (const socket of held) socket.destroy()
      mute.close()
    })
    const run = start(stateDir(), ...given(`http://127.0.0.1:${(mute.address() as AddressInfo).port}`))
    await until(() => held.size > 0)
    const asked = performance.now()
    run.child.kill('SIGTERM')
    expect(await run.code).toBe(0)
    expect(performance.now() - asked).toBeLessThan(5000)
    expect(run.output()).toContain('"stopped"')
    expect(market.registered).toEqual([])
  })

  test('with a key that the server refuses ends with 3', async () => {
    market.answerTo = (path) =>
      path === '/hosts/register' ? undefined : { status: 401, body: { error: 'unauthorized', message: 'unknown key' } }
    const run = start(stateDir())
    expect(await run.code).toBe(3)
    expect(run.output()).toContain('refuses the key of this host with \\"unknown key\\"')
  })

  test('with a file of two engines sells the models of both, each by its own way', async () => {
    engine.models = ['tiny']
    const state = stateDir()
    const path = join(state, 'mkt-agent.json')
    const engines = [
      { name: 'one', backend: 'worker', endpoint_url: engine.url, models: 'all' },
      { name: 'two', backend: 'huggingface', endpoint_url: engine.url, models: ['second=tiny'], mode: 'completion' },
    ]
    writeFileSync(path, JSON.stringify({ server: url, price: 0.001, state, gpu: 'x', engines }))
    const jobs = ['tiny', 'second'].map((model) => market.submit('Say it.', { model }))
    const run = mktAgent(['start', '--config', path])
    await until(() => jobs.every((job) => job.state === 'completed'))
    expect(engine.requests.map((request) => request.path).sort()).toEqual(['/v1/chat/completions', '/v1/completions'])
    expect(market.registered).toEqual([expect.objectContaining({ backend: 'worker', models: ['tiny', 'second'] })])
    run.child.kill('SIGTERM')
    expect(await run.code).toBe(0)
  })

  test('tells status which model is off sale, and why', async () => {
    engine.models = ['tiny', 'big']
    const state = stateDir()
    const run = start(state, '--model', 'absent', '--gpu', 'x')
    await until(() => market.paths('/hosts/heartbeat').length > 0)
    const told = async () => {
      const { code, output } = mktAgent(['status', '--server', url, '--state', state])
      expect(await code).toBe(0)
      return output()
    }
    await expect.poll(told, { timeout: 20_000 }).toMatch(/- absent is off sale.*does not list absent; it has tiny, big/)
    run.child.kill('SIGTERM')
    expect(await run.code).toBe(0)
    expect(await told()).not.toContain('off sale')
  })

  test('without --model and without a terminal ends with 2 and what the engine lists', async () => {
    const given = ['--server', url, '--endpoint-url', engine.url, '--price', '0.001', '--state', stateDir()]
    const run = mktAgent(['start', ...given])
    expect(await run.code).toBe(2)
    expect(run.output()).toMatch(/--model is missing: the engine lists tiny[\s\S]*--model tiny[\s\S]*--model all/)
  })

  test('with a state directory that cannot be says so and ends with 1', async () => {
    const run = start('/proc/no/such/place')
    expect(await run.code).toBe(1)
    expect(run.output()).toContain('give another with --state DIR')
  })

  test('with a wrong configuration ends with 2 and all faults', async () => {
    const run = mktAgent(['start', '--backend', 'worker'], { MKT_AGENT_PRICE: 'much', MKT_AGENT_MODEL: '=x' })
    expect(await run.code).toBe(2)
    for (const flag of ['--server', '--model', '--price', '--endpoint-url']) expect(run.output()).toContain(flag)
  })
})

test.each([
  { args: ['--help'], code: 0, says: 'start' },
  { args: ['--version'], code: 0, says: '0.' },
  { args: ['start', '--help'], code: 0, says: '--endpoint-url' },
  { args: ['help'], code: 0, says: 'Commands:' },
  { args: [], code: 2, says: 'Commands:' },
  { args: ['service'], code: 2, says: 'install' },
  { args: ['set', '--price'], code: 2, says: 'argument missing' },
  { args: ['completion', 'csh'], code: 2, says: 'Allowed choices are bash, zsh, fish' },
  { args: ['start', '--nonsense'], code: 2, says: 'unknown option' },
  { args: ['dance'], code: 2, says: 'unknown command' },
])('mkt-agent $args ends with $code', async ({ args, code, says }) => {
  const run = mktAgent(args)
  expect(await run.code).toBe(code)
  expect(run.output()).toContain(says)
})

test('help for a command that does nothing by itself goes to standard error, so that a pipe stays empty', async () => {
  const run = mktAgent([])
  expect(await run.code).toBe(2)
  expect(run.stdout()).toBe('')
})

test.skipIf(!existsSync('/dev/full')).each([['completion', 'bash'], ['config'], ['--help']])(
  '%s that cannot be written says so in one line and ends with 1',
  (...args) => {
    const full = openSync('/dev/full', 'w')
    const ended = spawnSync(process.execPath, [BIN, ...args], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' })
    closeSync(full)
    expect(ended.stderr).toBe('mkt-agent: the output cannot be written: no space is left on the disk\n')
    expect(ended.status).toBe(1)
  },
)

test('a reader that leaves is no failure', () => {
  const command = `'${process.execPath}' '${BIN}' config | head -c 1; echo " \${PIPESTATUS[0]}"`
  const ended = spawnSync('bash', ['-c', command], { encoding: 'utf8' })
  expect(ended).toMatchObject({ stdout: '/ 0\n', stderr: '' })
})
