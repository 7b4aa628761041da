import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { realEffects } from '../../agent/src/effects.ts'
import { type Run, serve, mktAgent as spawnAgent, until } from './agent-process.ts'
import { type Engine, SENTENCE, startEngine } from './engine.ts'
import { Marketplace } from './marketplace.ts'

let engine: Engine
let market: Marketplace
let url: string
const cleanups: (() => unknown)[] = []

beforeEach(async () => {
  engine = await startEngine()
  market = new Marketplace(realEffects())
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
    expect(second.output()).toMatch(/another agent \(pid \d+\) already runs with the state directory/)
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

  test('stops at once on a second signal', async () => {
    engine.script = { pieces: ['a'], after: 'hang' }
    const job = market.submit()
    const run = start(stateDir())
    await until(() => job.pieces.length === 1)
    run.child.kill('SIGTERM')
    await until(() => run.output().includes('no further job is claimed'))
    run.child.kill('SIGTERM')
    expect(await run.code).toBe(143)
  })

  test('with a key that the server refuses ends with 3', async () => {
    market.answerTo = (path) =>
      path === '/hosts/register' ? undefined : { status: 401, body: { error: 'unauthorized', message: 'unknown key' } }
    const run = start(stateDir())
    expect(await run.code).toBe(3)
    expect(run.output()).toContain('refuses the key of this host (unknown key)')
  })

  test('with a state directory that cannot be says so and ends with 1', async () => {
    const run = start('/proc/no/such/place')
    expect(await run.code).toBe(1)
    expect(run.output()).toContain('give another with --state DIR')
  })

  test('with a wrong configuration ends with 2 and all faults', async () => {
    const run = mktAgent(['start', '--backend', 'worker'], { MKT_AGENT_PRICE: 'much' })
    expect(await run.code).toBe(2)
    for (const flag of ['--server', '--model', '--price', '--endpoint-url']) expect(run.output()).toContain(flag)
  })
})

test.each([
  { args: ['--help'], code: 0, says: 'start' },
  { args: ['--version'], code: 0, says: '0.' },
  { args: ['start', '--help'], code: 0, says: '--endpoint-url' },
  { args: [], code: 0, says: 'Commands:' },
  { args: ['start', '--nonsense'], code: 2, says: 'unknown option' },
  { args: ['dance'], code: 2, says: 'unknown command' },
])('mkt-agent $args ends with $code', async ({ args, code, says }) => {
  const run = mktAgent(args)
  expect(await run.code).toBe(code)
  expect(run.output()).toContain(says)
})
