import type { Job } from '@mkt/schemas'
import { Response } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CommandIo, perform } from '../../agent/src/command-io.ts'
import { realEffects } from '../../agent/src/effects.ts'
import { rotateKey } from '../../agent/src/operations/rotate-key.ts'
import { selftest } from '../../agent/src/operations/selftest.ts'
import { withdraw } from '../../agent/src/operations/withdraw.ts'
import { cleanUp, type Program, startBin, tempFolder } from '../e2e/bins.ts'
import { type Server, serve, signUp, type User } from '../e2e/market.ts'
import { type Engine, SENTENCE, startEngine } from './engine.ts'
import { type IoUnderTest, ioUnderTest } from './io-under-test.ts'

const limits = { maxTokens: 32, timeout: 20 }

describe('mkt-agent selftest on a real server', () => {
  let engine: Engine
  let server: Server
  let owner: User
  let agent: Program
  const state = tempFolder()

  beforeAll(async () => {
    engine = await startEngine()
    server = await serve()
    owner = await signUp(server)
    const settings = ['--backend', 'worker', '--endpoint-url', engine.url, '--model', 'tiny', '--price', '0.01']
    const args = ['start', '--server', server.url, '--state', state, '--gpu', 'none', ...settings]
    agent = startBin('mkt-agent', args, { env: { MKT_TOKEN: owner.token } })
    await agent.says(/"ready for jobs"/)
  })
  afterAll(async () => {
    await engine.close()
    await cleanUp()
  })

  async function run(
    operation: (io: CommandIo, flags: { state: string }) => Promise<number | undefined>,
    token?: string,
  ) {
    const [out, err]: [string[], string[]] = [[], []]
    const env = token === undefined ? {} : { MKT_TOKEN: token }
    const io = {
      effects: realEffects(),
      env,
      print: (line: string) => void out.push(line),
      tell: (line: string) => void err.push(line),
    }
    const code = await perform((given) => operation(given, { state }), io)
    return { code, out: out.join('\n'), err: err.join('\n') }
  }

  test('runs a job of the owner through the whole path, and shows what it brought', async () => {
    const { code, out } = await run((io, flags) => selftest(io, { ...flags, ...limits }), owner.token)
    expect(code).toBe(0)
    expect(out).toContain(SENTENCE.join(''))
    // The engine says 9 tokens: 9 x 0.01, of which the host has 88 %.
    expect(out).toMatch(/tokens +9, ended by stop/)
    expect(out).toMatch(/cost +0\.09 credits/)
    expect(out).toMatch(/earned +0\.0792 credits/)
    expect(out).toMatch(/time +\d+\.\d\d s until taken, \d+\.\d\d s until done/)
  })

  test('with the token of another user says who owns a host', async () => {
    const other = await signUp(server, 'eve')
    const { code, err } = await run((io, flags) => selftest(io, { ...flags, ...limits }), other.token)
    expect(code).toBe(3)
    expect(err).toContain('does not own host_')
  })

  test('leaves the earnings of an owned host to its owner', async () => {
    const { code, err } = await run((io, flags) => withdraw(io, { ...flags, amount: '0.01', to: 'me' }))
    expect(code).toBe(3)
    expect(err).toContain('mkt withdraw --host host_')
  })

  test('beside no agent says that nothing takes the job, and its key rotates only then', async () => {
    const beside = await run(rotateKey)
    expect(beside.code).toBe(4)
    // A clean stop would take the host off sale.
    await agent.stop('SIGKILL')
    expect((await run(rotateKey)).code).toBe(0)
    const { code, err } = await run((io, flags) => selftest(io, { ...flags, ...limits, timeout: 1 }), owner.token)
    expect(code).toBe(1)
    expect(err).toMatch(/did not take the job within 1 s; it is cancelled/)
  })
})

describe('mkt-agent selftest', () => {
  let bench: IoUnderTest
  let submitted: Record<string, unknown>[]
  let reply: { status: number; body: object }
  let job: Partial<Job>
  beforeEach(() => {
    bench = ioUnderTest()
    bench.register()
    bench.env.MKT_TOKEN = 'mkt_u_token_of_the_owner'
    submitted = []
    job = { status: 'completed', output_text: 'Hi.', tokens_generated: 2, finish_reason: 'stop' }
    const job_id = `job_${'0'.repeat(26)}`
    const created_at = '2026-01-01T00:00:00.000Z'
    reply = { status: 202, body: { job_id, status: 'queued', model: 'tiny', credits_reserved: 1, created_at } }
    const whole = () => ({
      ...{ job_id, model: 'tiny', created_at, input_text: 'x', max_tokens: 32, temperature: 0.7, output_text: null },
      ...{
        tokens_generated: 0,
        credits_reserved: 0,
        credits_used: 0.002,
        host_id: null,
        attempts: 1,
        finish_reason: null,
      },
      ...{ error: null, queue_position: null, started_at: null, finished_at: null, routing: null, ...job },
    })
    bench.effects.fetch = async (url, init) => {
      const { pathname } = new URL(url)
      if (pathname.startsWith('/hosts')) return await bench.market.fetch(url, init)
      if (pathname === '/run/model') submitted.push(JSON.parse(String(init?.body)))
      if (pathname.endsWith('/cancel')) job = { status: 'failed', error: 'cancelled' }
      // A long poll takes its time.
      if (job.status === 'queued' || job.status === 'running') await bench.effects.pass(10_000)
      const { status, body } = pathname === '/run/model' ? reply : { status: 200, body: whole() }
      return new Response(JSON.stringify(body), { status })
    }
  })
  const run = (more = {}) => bench.run((io, flags) => selftest(io, { ...flags, ...limits, ...more }))
  const said = () => bench.err.join('\n')

  test('submits to this host only, and gives scripts the job', async () => {
    expect(await run({ json: true, prompt: 'Hello?' })).toBe(0)
    expect(submitted).toEqual([{ model: 'tiny', input_text: 'Hello?', max_tokens: 32, host_id: 'host_01' }])
    expect(JSON.parse(bench.out[0] as string)).toMatchObject({ status: 'completed', credits_earned: null })
  })

  test('without MKT_TOKEN, of an unknown model, or of a paused or silent host, submits nothing', async () => {
    delete bench.env.MKT_TOKEN
    expect(await run()).toBe(2)
    expect(said()).toContain('mkt tokens create selftest')
    bench.env.MKT_TOKEN = 'mkt_u_token_of_the_owner'
    expect(await run({ model: 'big' })).toBe(2)
    bench.market.account.host.paused = true
    expect(await run()).toBe(1)
    expect(said()).toContain('mkt-agent resume')
    bench.market.account.host.status = 'inactive'
    expect(await run()).toBe(1)
    expect(said()).toContain('its agent does not run')
    expect(submitted).toEqual([])
  })

  test.each([
    [401, 'unauthorized', 3, 'does not take MKT_TOKEN'],
    [404, 'not_found', 3, 'does not own host_01'],
    [503, 'no_host_available', 1, 'does not run tiny now'],
    [402, 'insufficient_credits', 1, 'A smaller --max-tokens reserves less'],
  ])('refused with %i says why', async (status, error, code, says) => {
    reply = { status, body: { error, message: 'no' } }
    expect(await run()).toBe(code)
    expect(said()).toContain(says)
  })

  test.each([
    ['queued' as const, 'the host did not take the job within 20 s'],
    ['running' as const, 'the job was not done within 20 s'],
  ])('of a job that stays %s cancels it', async (status, says) => {
    job = { status }
    expect(await run()).toBe(1)
    expect(said()).toContain(says)
    expect(job.error).toBe('cancelled')
  })

  test('of a job that fails ends with 1', async () => {
    job = { status: 'failed', error: 'engine_error' }
    expect(await run()).toBe(1)
    expect(bench.out[0]).toBe('failed: engine_error')
  })
})
