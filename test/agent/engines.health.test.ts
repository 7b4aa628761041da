import { describe, expect, test } from 'vitest'
import type { Generated } from '../../agent/src/backends/backend.ts'
import { EngineError } from '../../agent/src/backends/engine-error.ts'
import type { GenerateRequest } from '../../agent/src/backends/generate-request.ts'
import { bench } from './agent-under-test.ts'
import { ScriptedBackend, thenSilent, threePieces } from './scripted-backend.ts'

const broken = new EngineError('engine_error', 'out of memory')
// biome-ignore lint/correctness/useYield: it fails before its first chunk
async function* fails(): AsyncGenerator<Generated> {
  throw broken
}

function watched(world: ReturnType<typeof bench>) {
  return {
    /** What the server was told last. */
    sold: () => world.market.paths('/hosts/heartbeat').at(-1)?.body.available_models,
    said: (text: string) => world.lines.filter(({ msg }) => msg.includes(text)).length,
  }
}

describe('a model', () => {
  test('is asked for 4 tokens, the likeliest ones, before it is sold', async () => {
    const world = bench()
    world.start()
    await world.effects.until(() => watched(world).sold() !== undefined)
    expect(world.backend.probes[0]).toMatchObject({ model: 'tiny', max_tokens: 4, temperature: 0 })
    expect(watched(world).sold()).toEqual(['tiny'])
    // An engine that works is left alone, once it was seen what else it can do.
    await world.effects.pass(1_800_000)
    expect(world.backend.probes.map(({ max_tokens }) => max_tokens)).toEqual([4, 8, 200, 200, 2, 2, 2, 4, 4])
  })

  test('that fails keeps a new host from being registered, and is tried until it works', async () => {
    const world = bench()
    world.backend.probeScript = fails
    world.start()
    await world.effects.pass(60_000)
    expect(world.market.registered).toEqual([])
    const { said } = watched(world)
    expect(said('tiny is not on sale: out of memory; it is tried again by itself')).toBe(1)
    expect(said('the host is registered as soon as one does')).toBe(1)
    world.backend.probeScript = threePieces
    await world.effects.until(() => world.market.registered.length === 1)
    const job = world.market.submit()
    await world.effects.until(() => job.state === 'completed')
  })

  test('that does not answer a probe is not waited for longer than for a first token', async () => {
    const world = bench()
    world.backend.probeScript = thenSilent()
    world.start({ first_token_timeout_ms: 20_000 })
    await world.effects.pass(21_000)
    expect(watched(world).said('the engine gave no answer within 20 s')).toBe(1)
  })

  test('that fails beside one that works is the only one not to be sold', async () => {
    const world = bench()
    world.backend.models = ['tiny', 'big']
    world.backend.probeScript = ({ model }) => (model === 'big' ? fails() : threePieces())
    const agent = world.start({ models: [{ name: 'tiny' }, { name: 'big' }] })
    const { sold } = watched(world)
    await world.effects.until(() => sold() !== undefined)
    expect(sold()).toEqual(['tiny'])
    expect(agent.offSale).toEqual([{ model: 'big', reason: 'out of memory' }])
    world.backend.probeScript = threePieces
    const fixed = world.effects.monotonic()
    await world.effects.until(() => JSON.stringify(sold()) === '["tiny","big"]')
    expect(world.effects.monotonic() - fixed).toBeLessThanOrEqual(300_000)
    expect(agent.offSale).toEqual([])
  })

  test('of which 5 jobs failed in a row goes off sale, and comes back when it works again', async () => {
    const world = bench()
    world.backend.models = ['tiny', 'big']
    world.backend.script = ({ model }) => (model === 'big' ? fails() : threePieces())
    world.backend.probeScript = world.backend.script
    world.start({ models: [{ name: 'tiny' }, { name: 'big' }] })
    world.backend.probeScript = threePieces
    const { sold, said } = watched(world)
    await world.effects.until(() => sold() !== undefined)
    const jobs = [1, 2, 3, 4, 5].map(() => world.market.submit('x', { model: 'big' }))
    await world.effects.until(() => jobs.every(({ state }) => state === 'failed'))
    world.backend.probeScript = ({ model }) => (model === 'big' ? fails() : threePieces())
    await world.effects.pass(1000)
    expect(said('big is off sale: 5 jobs failed in a row; it is tried again by itself')).toBe(1)
    expect(sold()).toEqual(['tiny'])
    // The other one goes on, at once.
    const other = world.market.submit('x', { model: 'tiny' })
    const asked = world.effects.monotonic()
    await world.effects.until(() => other.state === 'completed')
    expect(world.effects.monotonic() - asked).toBeLessThan(1000)
    world.backend.script = threePieces
    world.backend.probeScript = threePieces
    await world.effects.until(() => said('big works, and is on sale') > 1)
    const again = world.market.submit('x', { model: 'big' })
    await world.effects.until(() => again.state === 'completed')
  })

  test('that fails 3 probes after a failed job goes off sale', async () => {
    const world = bench()
    world.start()
    const { sold, said } = watched(world)
    await world.effects.until(() => sold() !== undefined)
    world.backend.probeScript = fails
    world.backend.script = fails
    const job = world.market.submit()
    await world.effects.until(() => job.state === 'failed')
    const probed = world.backend.probes.length
    await world.effects.until(
      () => said('tiny is off sale: 3 probes failed in a row, the last with: out of memory;') === 1,
    )
    expect(world.backend.probes.length - probed).toBeLessThanOrEqual(3)
    await world.effects.pass(100)
    expect(sold()).toEqual([])
  })

  test('whose buyers ask for what it refuses stays on sale', async () => {
    const world = bench()
    world.start()
    const tooLong = new EngineError('engine_error', 'too long', { retryable: false, status: 400 })
    // biome-ignore lint/correctness/useYield: it fails before its first chunk
    world.backend.script = async function* () {
      throw tooLong
    }
    const jobs = Array.from({ length: 7 }, () => world.market.submit())
    await world.effects.until(() => jobs.every(({ state }) => state === 'failed'))
    expect(watched(world).sold()).toEqual(['tiny'])
    expect(world.backend.probes.filter(isFirst)).toHaveLength(1)
  })
})

const isFirst = ({ max_tokens, embed, rerank }: GenerateRequest) => max_tokens === 4 && !embed && !rerank

describe('of two engines', () => {
  const two = () => {
    const world = bench()
    const [first, second] = [new ScriptedBackend(), new ScriptedBackend()]
    first.models = ['a']
    second.models = ['b']
    return { world, first, second, engines: [engine('one', first), engine('two', second)] }
  }
  const engine = (name: string, backend: ScriptedBackend) => ({ name, backend, models: backend.models })

  test('each gets the jobs of its models, and one that is full gets no more', async () => {
    const { world, first, second, engines } = two()
    first.script = thenSilent('slow')
    world.startWith(engines)
    const jobs = ['a', 'a', 'b', 'b'].map((model) => world.market.submit('x', { model }))
    await world.effects.until(() => jobs[3]?.state === 'completed' && jobs[0]?.state === 'running')
    expect(jobs.map(({ state }) => state)).toEqual(['running', 'queued', 'completed', 'completed'])
    expect(first.requests.map(({ model }) => model)).toEqual(['a'])
    expect(second.requests.map(({ model }) => model)).toEqual(['b', 'b'])
  })

  test('one that is away takes nothing of the other off sale', async () => {
    const { world, first, engines } = two()
    const agent = world.startWith(engines)
    const { sold, said } = watched(world)
    await world.effects.until(() => JSON.stringify(sold()) === '["a","b"]')
    first.availableModels = () => Promise.reject(new EngineError('engine_unreachable', 'cannot reach the engine'))
    await world.effects.until(() => JSON.stringify(sold()) === '["b"]')
    expect(said('one: cannot reach the engine; no jobs are taken until it works')).toBe(1)
    expect(agent.offSale).toEqual([{ model: 'a', reason: expect.stringContaining('cannot reach the engine') }])
    // Back, it has to show that it works before it is sold again.
    const away_ms = world.effects.monotonic()
    first.probeScript = fails
    first.availableModels = async () => ['a']
    await world.effects.pass(40_000)
    const since = world.market.paths('/hosts/heartbeat').filter(({ at }) => at >= away_ms)
    expect(new Set(since.map(({ body }) => String(body.available_models)))).toEqual(new Set(['b']))
  })
})

describe('a poll that names the models of now', () => {
  /** An agent whose `big` does not work; its slot asks for jobs of `tiny` only. */
  const halfWell = async () => {
    const world = bench()
    world.backend.models = ['tiny', 'big']
    world.backend.probeScript = ({ model }) => (model === 'big' ? fails() : threePieces())
    world.start({ models: [{ name: 'tiny' }, { name: 'big' }] })
    const polls = () => world.market.paths('/hosts/next-job')
    await world.effects.until(() => polls().length > 0)
    return { world, polls }
  }

  /** Lets a job of `big` come just behind the event; the poll that was open then would have gone on for longer. */
  const comesBehind = async ({ world, polls }: Awaited<ReturnType<typeof halfWell>>, happened: () => boolean) => {
    await world.effects.until(happened)
    const open = polls().findLast(({ at }) => at < world.effects.monotonic())
    expect(open?.body.models).toEqual(['tiny'])
    expect(world.effects.monotonic() - (open?.at ?? 0)).toBeLessThan(25_000)
    const job = world.market.submit('x', { model: 'big' })
    await world.effects.pass(1000)
    return job
  }

  test('ends where another one has shown that it works', async () => {
    const half = await halfWell()
    half.world.backend.probeScript = threePieces
    const { said } = watched(half.world)
    const job = await comesBehind(half, () => said('big works, and is on sale') === 1)
    expect(job.state).toBe('completed')
  })

  test('ends where the wait after failed jobs of another one is over', async () => {
    const { world, polls } = await halfWell()
    world.backend.probeScript = threePieces
    await world.effects.until(() => polls().some(({ body }) => body.models === undefined))
    world.backend.script = ({ model }) => (model === 'big' ? fails() : threePieces())
    const jobs = [1, 2, 3].map(() => world.market.submit('x', { model: 'big' }))
    await world.effects.until(() => jobs.every(({ state }) => state === 'failed'))
    const failed_ms = world.effects.monotonic()
    world.backend.script = threePieces
    await world.effects.until(() => polls().at(-1)?.body.models !== undefined)
    const job = world.market.submit('x', { model: 'big' })
    await world.effects.until(() => job.state === 'completed')
    // The wait is 10 s at most; the poll that began in it would have gone on for 30 s.
    expect(world.effects.monotonic() - failed_ms).toBeLessThan(12_000)
  })

  test('is not asked again for a model that it names already', async () => {
    const { world, polls } = await halfWell()
    const before = polls().length
    await world.effects.pass(29_000)
    expect(polls().length).toBe(before)
  })
})
