import { HANDED_BACK } from '@mkt/schemas'
import { describe, expect, test } from 'vitest'
import { RefusedError } from '../../agent/src/connection.ts'
import { RegistrationError } from '../../agent/src/enlist.ts'
import { bench, SERVER } from './agent-under-test.ts'
import { thenSilent, threePieces } from './scripted-backend.ts'

describe('a start', () => {
  test('registers what the configuration says, once, and a later start is the same host', async () => {
    const { market, effects, start, state } = bench()
    const first = start({ max_tokens: 2048, models: [{ name: 'tiny', engineModel: 'llama' }] })
    await effects.until(() => market.paths('/hosts/next-job').length > 0)
    expect(market.registered).toEqual([
      expect.objectContaining({
        gpu: 'NVIDIA H100',
        models: ['tiny'],
        price_per_token: 1_000_000n,
        backend: 'worker',
        max_tokens: 2048,
      }),
    ])
    expect(state.saved.get(SERVER)).toMatchObject({ host_id: 'host_01', api_key: 'mkt_h_key_of_host_1' })
    first.kill()
    market.calls.length = 0
    start()
    await effects.until(() => market.paths('/hosts/next-job').length > 0)
    expect(market.registered).toHaveLength(1)
    expect(market.calls.at(-1)?.authorization).toBe('Bearer mkt_h_key_of_host_1')
  })

  test('registers with the token of a user, and speaks with the key of the host from then on', async () => {
    const { market, effects, start } = bench()
    start({ user_token: 'mkt_u_of_alice' })
    await effects.until(() => market.paths('/hosts/heartbeat').length > 0)
    expect(market.paths('/hosts/register')[0]?.authorization).toBe('Bearer mkt_u_of_alice')
    expect(market.paths('/hosts/heartbeat')[0]?.authorization).toBe('Bearer mkt_h_key_of_host_1')
  })

  test('says in one line what differs from the registration, and registers again only when told', async () => {
    const { market, effects, start, lines, state } = bench()
    const first = start()
    await effects.until(() => market.paths('/hosts/next-job').length > 0)
    first.kill()
    const second = start({ max_tokens: 99 })
    await effects.until(() => market.paths('/hosts/next-job').length > 1)
    expect(lines.filter(({ msg }) => msg.includes('max_tokens 4096 (now 99)'))).toHaveLength(1)
    expect(market.registered).toHaveLength(1)
    second.kill()
    start({ price_nano: 2_000_000n }, true)
    await effects.until(() => market.registered.length === 2)
    await effects.until(() => state.saved.get(SERVER)?.api_key === 'mkt_h_key_of_host_2')
    expect(state.archived[0]?.api_key).toBe('mkt_h_key_of_host_1')
  })

  test('hands back the jobs of the start before it, as that start, before it claims anything', async () => {
    const { market, effects, start, backend } = bench()
    backend.script = thenSilent('a')
    const first = start()
    const job = market.submit()
    await effects.until(() => job.pieces.length === 1)
    const dead = job.instance
    first.kill()
    market.calls.length = 0
    start()
    await effects.until(() => market.paths('/hosts/next-job').length > 0)
    const results = market.paths('/hosts/results')[0]
    expect(results?.body).toMatchObject({
      instance: dead,
      results: [{ job_id: job.job_id, attempt: 1, tokens: [], error: { code: HANDED_BACK, retryable: true } }],
    })
    expect(market.calls.indexOf(results as never)).toBeLessThan(
      market.calls.findIndex((call) => call.path === '/hosts/next-job'),
    )
    expect(job.pieces).toEqual(['a'])
  })

  test('leaves alone the jobs of other instances, and those of another machine with the same state', async () => {
    const { market, effects, start, backend, state } = bench()
    backend.script = thenSilent('a')
    const first = start()
    const job = market.submit()
    await effects.until(() => job.pieces.length === 1)
    first.kill()
    state.machine = 'another-machine'
    market.calls.length = 0
    start()
    await effects.until(() => market.paths('/hosts/next-job').length > 0)
    expect(market.paths('/hosts/results')).toHaveLength(0)
    expect(job.state).toBe('running')
  })

  test('whose key the server refuses ends with what to do', async () => {
    const { market, effects, start } = bench()
    const first = start()
    await effects.until(() => market.paths('/hosts/next-job').length > 0)
    first.kill()
    market.answerTo = () => ({ status: 401, body: { error: 'unauthorized', message: 'unknown key' } })
    const second = start()
    let ended: unknown
    second.done.catch((error) => {
      ended = error
    })
    await effects.until(() => ended !== undefined)
    expect(ended).toBeInstanceOf(RefusedError)
    expect(String(ended)).toContain('--register-again')
  })

  const ODD = ['gpu', 'price_per_token', 'models.0'].map((name) => ({ path: `body.${name}`, message: 'is odd' }))

  test('whose registration is refused for its content ends with the reasons', async () => {
    const { market, effects, start } = bench()
    market.answerTo = () => ({
      status: 400,
      body: { error: 'invalid_request', message: 'no', details: ODD },
    })
    let ended: unknown
    start().done.catch((error) => {
      ended = error
    })
    await effects.until(() => ended !== undefined)
    expect(ended).toBeInstanceOf(RegistrationError)
    // By the flags, which is how they were given.
    expect(String(ended)).toContain('does not take this registration: --gpu is odd; --price is odd; --model is odd;')
  })
})

describe('a server that is away', () => {
  test('is waited out with growing, jittered waits of at most 30 s, and said once', async () => {
    const { market, effects, start, lines } = bench()
    start()
    await effects.until(() => market.paths('/hosts/next-job').length > 0)
    market.away = true
    market.restart()
    const tries: number[] = []
    const { fetch } = effects
    effects.fetch = (url, init) => {
      if (url.endsWith('next-job')) tries.push(effects.monotonic())
      return fetch(url, init)
    }
    await effects.pass(1_800_000)
    const waits = tries.slice(1).map((at, i) => at - (tries[i] as number))
    expect(Math.max(...waits)).toBeLessThanOrEqual(30_000)
    expect(Math.max(...waits.slice(6))).toBeGreaterThan(5_000)
    expect(new Set(waits).size).toBeGreaterThan(waits.length / 2)
    expect(lines.filter(({ msg }) => msg.includes('cannot reach'))).toHaveLength(1)
    market.away = false
    const job = market.submit()
    await effects.until(() => job.state === 'completed')
    expect(lines.filter(({ msg }) => msg.includes('is back'))).toHaveLength(1)
  })

  test('in the middle of a job loses and doubles no piece, also when it has forgotten them', async () => {
    const { market, effects, start, backend } = bench()
    const gate = Promise.withResolvers<void>()
    backend.script = async function* () {
      yield { text: 'a' }
      yield { text: 'b' }
      await gate.promise
      yield* threePieces()
    }
    start()
    const job = market.submit()
    await effects.until(() => job.pieces.length === 2)
    market.away = true
    gate.resolve()
    await effects.pass(60_000)
    market.restart()
    expect(job.pieces).toEqual([])
    market.away = false
    await effects.until(() => job.state === 'completed')
    expect(job.pieces).toEqual(['a', 'b', 'one', ' two', ' three'])
    expect(job.ends).toBe(1)
  })

  test('at the first start is waited for as well', async () => {
    const { market, effects, start } = bench()
    market.away = true
    start()
    await effects.pass(300_000)
    market.away = false
    await effects.until(() => market.registered.length === 1)
  })
})

describe('a drain', () => {
  test('of an idle agent ends at once', async () => {
    const { market, effects, start } = bench()
    const agent = start()
    await effects.until(() => market.paths('/hosts/next-job').length > 0)
    const began = effects.monotonic()
    agent.drain('SIGTERM')
    let ended = false
    void agent.done.then(() => {
      ended = true
    })
    await effects.until(() => ended)
    expect(effects.monotonic() - began).toBeLessThan(500)
  })

  test('lets a running job finish, claims no other, and ends when its end is acknowledged', async () => {
    const { market, effects, start, backend } = bench()
    const gate = Promise.withResolvers<void>()
    backend.script = async function* () {
      yield { text: 'zero ' }
      await gate.promise
      yield* threePieces()
    }
    const agent = start()
    const job = market.submit()
    await effects.until(() => job.pieces.length === 1)
    const waiting = market.submit()
    agent.drain('SIGTERM')
    await effects.pass(10_000)
    gate.resolve()
    let ended = false
    void agent.done.then(() => {
      ended = true
    })
    await effects.until(() => ended)
    expect(job.state).toBe('completed')
    expect(waiting.state).toBe('queued')
  })

  test('hands back what is not finished after 30 s, and leaves nothing for the next start', async () => {
    const { market, effects, start, backend, state } = bench()
    backend.script = thenSilent('a')
    const agent = start()
    const job = market.submit()
    await effects.until(() => job.pieces.length === 1)
    const began = effects.monotonic()
    agent.drain('SIGTERM')
    let ended = false
    void agent.done.then(() => {
      ended = true
    })
    await effects.until(() => ended)
    expect(effects.monotonic() - began).toBeGreaterThanOrEqual(30_000)
    expect(effects.monotonic() - began).toBeLessThan(32_000)
    expect(job.end?.error).toMatchObject({ code: HANDED_BACK, retryable: true })
    expect(backend.requests[0]?.signal.aborted).toBe(true)
    expect(state.saved.get(SERVER)?.instances).toEqual([])
  })

  test('while the server is away is bounded, and the next start hands back', async () => {
    const { market, effects, start, backend, state } = bench()
    backend.script = thenSilent('a')
    const agent = start()
    const job = market.submit()
    await effects.until(() => job.pieces.length === 1)
    market.away = true
    const began = effects.monotonic()
    agent.drain('SIGTERM')
    let ended = false
    void agent.done.then(() => {
      ended = true
    })
    await effects.until(() => ended)
    expect(effects.monotonic() - began).toBeLessThan(45_000)
    expect(state.saved.get(SERVER)?.instances).toHaveLength(1)
    market.away = false
    start()
    await effects.until(() => job.state === 'failed')
    expect(job.end?.error?.code).toBe(HANDED_BACK)
  })

  test('hands back a job that was claimed by a poll at the moment of its abort', async () => {
    const { market, effects, start } = bench()
    const agent = start()
    await effects.until(() => market.paths('/hosts/next-job').length > 0)
    const instance = market.paths('/hosts/next-job')[0]?.body.instance as string
    agent.drain('SIGTERM')
    const job = market.submit()
    Object.assign(job, { state: 'running', instance, attempt: 1 })
    let ended = false
    void agent.done.then(() => {
      ended = true
    })
    await effects.until(() => ended)
    expect(job.end?.error?.code).toBe(HANDED_BACK)
  })
})
