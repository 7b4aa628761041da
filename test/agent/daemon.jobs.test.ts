import { describe, expect, test } from 'vitest'
import type { Generated } from '../../agent/src/backends/backend.ts'
import { EngineError } from '../../agent/src/backends/engine-error.ts'
import { bench, config } from './agent-under-test.ts'
import { thenSilent, threePieces } from './scripted-backend.ts'

describe('a job', () => {
  test('comes back whole, with its end and the usage of the engine', async () => {
    const { market, effects, start, backend } = bench()
    start()
    const job = market.submit('Say three.')
    await effects.until(() => job.state === 'completed')
    expect(job.pieces).toEqual(['one', ' two', ' three'])
    expect(job.end).toMatchObject({ finish_reason: 'stop', usage: { prompt_tokens: 1, completion_tokens: 3 } })
    expect(backend.requests[0]).toMatchObject({
      model: 'tiny',
      input_text: 'Say three.',
      max_tokens: 64,
      temperature: 0.7,
    })
  })

  test('takes to the engine all that its buyer asked for', async () => {
    const { market, effects, start, backend } = bench()
    start()
    const asked = { messages: [{ role: 'user' as const, content: 'Hi' }], stop: ['END'], top_p: 0.9, seed: 3 }
    const job = market.submit('user: Hi', asked)
    await effects.until(() => job.state === 'completed')
    expect(backend.requests[0]).toMatchObject({ input_text: 'user: Hi', ...asked })
  })

  test.each(['END', 'not asked for'])('says where its engine stopped, where its buyer asked: %s', async (said) => {
    const { market, effects, start, backend } = bench()
    backend.script = async function* () {
      yield { text: 'a' }
      yield { finish_reason: 'stop' as const, stop_sequence: said }
    }
    start()
    const job = market.submit('Hi', { stop: ['END'] })
    await effects.until(() => job.state === 'completed')
    expect(job.end?.stop_sequence).toBe(said === 'END' ? said : undefined)
  })

  test('empty chunks are no pieces', async () => {
    const { market, effects, start, backend } = bench()
    backend.script = async function* () {
      yield { text: '' }
      yield { text: 'a' }
      yield { text: '' }
      yield { finish_reason: 'length' as const }
    }
    start()
    const job = market.submit()
    await effects.until(() => job.state === 'completed')
    expect(job.pieces).toEqual(['a'])
    expect(job.end).toMatchObject({ finish_reason: 'length' })
  })

  test('runs as many at a time as there are slots', async () => {
    const { market, effects, start, backend } = bench()
    backend.script = thenSilent('a')
    start({ concurrency: 3 })
    for (let i = 0; i < 5; i++) market.submit()
    await effects.pass(5000)
    expect(backend.requests).toHaveLength(3)
  })

  test('is kept alive while its engine thinks, within the lease', async () => {
    const { market, effects, start, backend } = bench()
    backend.script = thenSilent()
    start()
    const job = market.submit()
    await effects.until(() => job.state === 'running')
    for (let i = 0; i < 7; i++) {
      await effects.pass(15_000)
      expect(effects.monotonic() - job.named_ms).toBeLessThanOrEqual(15_000)
    }
    expect(job.state).toBe('running')
  })

  test.each(['cancelled', 'lost', 'failed'] as const)(
    'that is %s at the server stops the engine and frees the slot',
    async (state) => {
      const { market, effects, start, backend } = bench()
      backend.script = thenSilent('a')
      start()
      const job = market.submit()
      await effects.until(() => job.pieces.length === 1)
      job.state = state
      const ended = effects.monotonic()
      await effects.until(() => backend.requests[0]?.signal.aborted === true)
      // Heard of with the next sign of life, not when the engine has been silent for too long.
      expect(effects.monotonic() - ended).toBeLessThan(15_000)
      backend.script = threePieces
      const next = market.submit()
      await effects.until(() => next.state === 'completed')
    },
  )
})

describe('an engine', () => {
  test('without a first token by the timeout fails that job only', async () => {
    const { market, effects, start, backend } = bench()
    backend.script = thenSilent()
    start({ first_token_timeout_ms: 120_000 })
    const job = market.submit()
    await effects.until(() => job.state === 'running')
    const began = effects.monotonic()
    await effects.until(() => job.state === 'failed')
    expect(effects.monotonic() - began).toBeGreaterThanOrEqual(120_000)
    expect(job.end?.error).toMatchObject({ code: 'engine_timeout', retryable: true })
    expect(backend.requests[0]?.signal.aborted).toBe(true)
    backend.script = threePieces
    const next = market.submit()
    await effects.until(() => next.state === 'completed')
  })

  test('that falls silent is given the idle timeout, and its pieces arrived', async () => {
    const { market, effects, start, backend } = bench()
    backend.script = thenSilent('a', 'b')
    start({ idle_timeout_ms: 60_000 })
    const job = market.submit()
    await effects.until(() => job.pieces.length === 2)
    const silent = effects.monotonic()
    await effects.until(() => job.state === 'failed')
    expect(effects.monotonic() - silent).toBeLessThan(61_000)
    expect(job.end?.error).toMatchObject({ code: 'engine_timeout' })
  })

  test('that is too slow for the market is told of before the server gives the job up', async () => {
    const { market, effects, start, backend, lines } = bench()
    const deadlines = { first_piece_seconds: 120, next_piece_seconds: 60, end_seconds: 170, working_counts: false }
    // Signs of life without text do not count with strangers.
    backend.script = async function* () {
      for (let at = 0; at < 100; at++) {
        await new Promise<void>((resolve) => effects.timer(10_000, resolve))
        yield { text: '' }
      }
    }
    start({ first_token_timeout_ms: 600_000 })
    const began = effects.monotonic()
    const job = market.submit('Say it.', { deadlines })
    await effects.until(() => job.state === 'failed')
    expect(effects.monotonic() - began).toBeLessThan(120_000)
    expect(job.end?.error).toMatchObject({ code: 'engine_timeout', message: expect.stringContaining('too slow for') })
    expect(lines.some(({ msg }) => msg.includes('0 pieces of text in 115 s'))).toBe(true)
    backend.script = async function* () {
      for (let at = 0; at < 100; at++) {
        await new Promise<void>((resolve) => effects.timer(50_000, resolve))
        yield { text: 'a' }
      }
    }
    const slow = market.submit('Say it.', { deadlines })
    await effects.until(() => slow.state === 'failed')
    expect(slow.end?.error).toMatchObject({ message: expect.stringContaining('3 pieces of text in 165 s') })
  })

  test('that thinks without text says so with every naming of the job', async () => {
    const { market, effects, start, backend } = bench()
    backend.script = async function* () {
      for (let at = 0; at < 30; at++) {
        await new Promise<void>((resolve) => effects.timer(10_000, resolve))
        yield { text: '' }
      }
      yield* threePieces()
    }
    start()
    const deadlines = { first_piece_seconds: 120, next_piece_seconds: 60, end_seconds: 900, working_counts: true }
    const job = market.submit('Say it.', { deadlines })
    await effects.until(() => job.state === 'completed')
    const said = market.calls.flatMap(({ path, body }) =>
      path === '/hosts/results' ? (body.results as { working?: boolean }[]) : [],
    )
    expect(said.filter(({ working }) => working).length).toBeGreaterThan(20)
  })

  test('that is slow but goes on writing is waited for', async () => {
    const { market, effects, start, backend } = bench()
    backend.script = async function* () {
      for (const text of ['a', 'b', 'c', 'd']) {
        await new Promise<void>((resolve) => effects.timer(50_000, resolve))
        yield { text }
      }
      yield { finish_reason: 'stop' as const }
    }
    start({ first_token_timeout_ms: 120_000, idle_timeout_ms: 60_000 })
    const job = market.submit()
    await effects.until(() => job.state === 'completed' || job.state === 'failed')
    expect(job.pieces).toEqual(['a', 'b', 'c', 'd'])
  })

  test('that ignores aborts does not keep the slot', async () => {
    const { market, effects, start, backend } = bench()
    backend.script = () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) })
    start()
    const job = market.submit()
    await effects.until(() => job.state === 'failed')
    backend.script = threePieces
    const next = market.submit()
    await effects.until(() => next.state === 'completed')
  })

  test("says with its own error's code how the job failed", async () => {
    const { market, effects, start, backend } = bench()
    backend.script = fails(new EngineError('engine_error', 'too long', { retryable: false, status: 400 }))
    start()
    const job = market.submit()
    await effects.until(() => job.state === 'failed')
    expect(job.end?.error).toEqual({ code: 'engine_error', message: 'too long', retryable: false })
  })

  test('that fails three jobs in a row makes the host pause, longer each time, and go on', async () => {
    const { market, effects, start, backend } = bench()
    backend.script = fails(new EngineError('engine_bad_stream', 'broken'))
    start()
    const claims = () => market.calls.filter((call) => call.path === '/hosts/next-job').map((call) => call.at)
    for (let i = 0; i < 5; i++) market.submit()
    const ends = () => [...market.jobs.values()].filter((job) => job.state === 'failed').length
    await effects.until(() => ends() === 5)
    const [first, second, third, fourth, fifth] = claims() as [number, number, number, number, number]
    expect(third - first).toBeLessThan(1000)
    expect(second).toBeLessThanOrEqual(third)
    expect(fourth - third).toBeGreaterThanOrEqual(5000)
    expect(fifth - fourth).toBeGreaterThanOrEqual(10_000)
    backend.script = threePieces
    const next = market.submit()
    await effects.until(() => next.state === 'completed')
    const after = market.submit()
    const asked = effects.monotonic()
    await effects.until(() => after.state === 'completed')
    expect(effects.monotonic() - asked).toBeLessThan(1000)
  })

  test('that refuses what buyers ask for does not make the host pause', async () => {
    const { market, effects, start, backend } = bench()
    backend.script = fails(new EngineError('engine_error', 'too long', { retryable: false, status: 400 }))
    start()
    const jobs = [1, 2, 3, 4, 5].map(() => market.submit())
    await effects.until(() => jobs.every((job) => job.state === 'failed'))
    expect(effects.monotonic()).toBeLessThan(5000)
  })
})

function fails(error: EngineError) {
  // biome-ignore lint/correctness/useYield: it fails before its first chunk
  return async function* (): AsyncGenerator<Generated> {
    throw error
  }
}

test('keys that would travel unencrypted to another machine are warned of, not those for this one', async () => {
  const { effects, market, start, lines } = bench()
  const engines = ['http://127.0.0.1:8000', 'http://127.example:8000', 'https://gpu-box', 'http://gpu-box:8000'].map(
    (endpoint_url) => ({ ...config(), endpoint_url, engine_key: 'secret', name: undefined, choice: 'named' as const }),
  )
  start({ engines: [...engines, { ...engines[3], engine_key: undefined } as never] })
  await effects.until(() => market.paths('/hosts/heartbeat').length > 0)
  const warned = lines.map(({ msg }) => msg).filter((msg) => msg.includes('is not encrypted'))
  expect(warned).toEqual([
    expect.stringContaining('http://market.test is not encrypted: the key of the host'),
    expect.stringContaining('http://127.example:8000 is not encrypted: the key of the engine'),
    expect.stringContaining('http://gpu-box:8000 is not encrypted: the key of the engine'),
  ])
})
