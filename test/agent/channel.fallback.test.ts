import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Generated } from '../../agent/src/backends/backend.ts'
import { pause } from '../../agent/src/effects.ts'
import { bench } from './agent-under-test.ts'
import { MemoryChannels } from './memory-channel.ts'
import { thenSilent } from './scripted-backend.ts'

/** An agent's world in which there are channels, with its requests counted. */
function withChannels() {
  const world = bench()
  const channels = new MemoryChannels(world.market, world.effects)
  const requests: string[] = []
  const { fetch } = world.effects
  world.effects.connect = channels.connect
  world.effects.fetch = (url, init) => {
    requests.push(new URL(url).pathname)
    return fetch(url, init)
  }
  const callsByRequest = () => requests.filter((path) => /next-job|results|heartbeat/.test(path))
  /** A piece a second. */
  const slow = (count: number) =>
    async function* (): AsyncGenerator<Generated> {
      for (let at = 0; at < count; at++) {
        await pause(world.effects, 1000)
        yield { text: ` w${at}` }
      }
      yield { finish_reason: 'stop' }
    }
  return { ...world, channels, callsByRequest, slow }
}

const words = (count: number) => Array.from({ length: count }, (_, at) => ` w${at}`)

describe('with a channel', () => {
  test('all calls go over it, with the key of the host', async () => {
    const { effects, market, channels, start, callsByRequest } = withChannels()
    const agent = start()
    const job = market.submit()
    await effects.until(() => job.state === 'completed')
    expect(job.pieces).toEqual(['one', ' two', ' three'])
    expect(callsByRequest()).toEqual([])
    expect(channels.asked).toEqual([expect.stringMatching(/^Bearer /)])
    expect(new Set(channels.frames.flatMap((frame) => (frame.type === 'call' ? frame.call : [])))).toEqual(
      new Set(['heartbeat', 'next-job', 'results']),
    )
    expect(channels.frames).toContainEqual({ type: 'received', id: expect.any(Number) })
    expect(agent.way).toEqual({ way: 'channel' })
  })

  test('pieces go as they come, without waiting for a batch', async () => {
    const { effects, market, start, backend, slow } = withChannels()
    backend.script = slow(3)
    start()
    const job = market.submit()
    await effects.until(() => job.pieces.length === 1)
    const first_ms = effects.monotonic()
    await effects.until(() => job.pieces.length === 2)
    expect(effects.monotonic() - first_ms).toBeLessThanOrEqual(1005)
  })

  test('a job that ends elsewhere is given up at once', async () => {
    const { effects, market, channels, start, backend } = withChannels()
    backend.script = thenSilent('a')
    const agent = start()
    const job = market.submit()
    await effects.until(() => job.pieces.length === 1)
    const { job_id } = job
    channels.tellEnded([{ job_id, attempt: 7, state: 'cancelled', next_offset: 1 }])
    await effects.pass(500)
    expect(agent.tally.busy).toBe(1)
    job.state = 'cancelled'
    channels.tellEnded([{ job_id, attempt: 1, state: 'cancelled', next_offset: 1, credits_earned: 5n }])
    await effects.until(() => agent.tally.busy === 0)
    expect(agent.tally.earned_nano).toBe(5n)
  })
})

describe('on a channel', () => {
  test.each([{ 'retry-after': '20' }, undefined])(
    'a refusal is waited out, with its time where it says one',
    async (headers) => {
      const { effects, market, channels, start } = withChannels()
      let refused_ms: number | undefined
      market.answerTo = (path) => {
        if (path !== '/hosts/next-job' || refused_ms !== undefined || !channels.open) return undefined
        refused_ms = effects.monotonic()
        return { status: 503, body: { error: 'unavailable', message: 'soon' }, ...(headers ? { headers } : {}) }
      }
      start({ concurrency: 1 })
      const job = market.submit()
      await effects.until(() => job.state === 'completed')
      expect(refused_ms).toBeDefined()
      expect(effects.monotonic() - (refused_ms ?? 0)).toBeGreaterThanOrEqual(headers ? 20_000 : 0)
    },
  )

  test('a server that is not well is left: another one behind the same address may be', async () => {
    const { effects, market, channels, start, callsByRequest, slow, backend } = withChannels()
    backend.script = slow(3)
    start({ concurrency: 1 })
    const job = market.submit()
    await effects.until(() => job.pieces.length === 1)
    const unwell = { status: 503, body: { error: 'internal_error', message: 'cut off' } }
    market.answerTo = (path) => (path === '/hosts/results' && channels.open ? unwell : undefined)
    await effects.until(() => job.state === 'completed')
    expect(job.attempt).toBe(1)
    expect(callsByRequest()).toContain('/hosts/results')
  })

  test('an offer that nobody waits for any more is not run', async () => {
    const { effects, market, channels, start, backend } = withChannels()
    channels.delay_ms = 50
    const agent = start()
    await effects.until(() => channels.frames.some((frame) => frame.type === 'call' && frame.call === 'next-job'))
    const job = market.submit()
    agent.drain('a test')
    let over = false
    void agent.done.then(() => {
      over = true
    })
    await effects.until(() => over)
    expect(backend.requests).toEqual([])
    expect(job.state).toBe('queued')
  })
})

describe('without a channel', () => {
  test('the owner may want none', async () => {
    const { effects, market, channels, start } = withChannels()
    const agent = start({ channel: 'off' })
    const job = market.submit()
    await effects.until(() => job.state === 'completed')
    expect(channels.asked).toEqual([])
    expect(agent.way).toEqual({ way: 'calls', why: 'it is switched off with --channel off' })
  })

  test.each([
    [404, 'the server is older than channels'],
    [426, 'something between here and the server lets no WebSocket through'],
    [400, 'something between here and the server lets no WebSocket through'],
    [302, 'the server, or something before it, answers 302'],
  ])('a refusal with %i is lived with, said once, and looked at again later', async (status, why) => {
    const { effects, market, channels, start, callsByRequest, lines } = withChannels()
    channels.refusal = status
    const agent = start()
    const job = market.submit()
    await effects.until(() => job.state === 'completed')
    expect(callsByRequest()).toContain('/hosts/results')
    expect(agent.way).toEqual({ way: 'calls', why })
    await effects.pass(1_900_000)
    expect(channels.asked.length).toBeGreaterThan(1)
    expect(channels.asked.length).toBeLessThan(6)
    expect(lines.filter(({ msg }) => msg.includes(why))).toHaveLength(1)
    channels.refusal = undefined
    await effects.until(() => channels.open)
    expect(agent.way).toEqual({ way: 'channel' })
  })

  test('a server that is away is asked again soon', async () => {
    const { effects, market, channels, start } = withChannels()
    const agent = start()
    await effects.until(() => channels.open)
    market.away = true
    channels.cut()
    await effects.pass(60_000)
    market.away = false
    const back_ms = effects.monotonic()
    await effects.until(() => agent.way.way === 'channel')
    expect(effects.monotonic() - back_ms).toBeLessThan(130_000)
    expect(channels.asked.length).toBeGreaterThan(2)
  })
})

describe('a channel that ends', () => {
  test('what was under way is asked again by requests at once, and the next channel takes over', async () => {
    const { effects, market, channels, start, backend, slow, callsByRequest } = withChannels()
    backend.script = slow(30)
    start()
    const job = market.submit()
    await effects.until(() => job.pieces.length === 5)
    channels.refusal = 503
    channels.cut()
    const cut_ms = effects.monotonic()
    await effects.until(() => job.pieces.length === 7)
    expect(effects.monotonic() - cut_ms).toBeLessThan(3000)
    expect(callsByRequest()).toContain('/hosts/results')
    channels.refusal = undefined
    await effects.until(() => channels.open)
    await effects.until(() => job.state === 'completed')
    expect(job.pieces).toEqual(words(30))
    expect(job.ends).toBe(1)
  })

  test('what runs is named by a request at once, though there is nothing new of it', async () => {
    const { effects, market, channels, start, backend, callsByRequest } = withChannels()
    backend.script = thenSilent('a')
    start()
    const job = market.submit()
    await effects.until(() => job.pieces.length === 1)
    await effects.pass(1000)
    channels.refusal = 503
    channels.cut()
    const cut_ms = effects.monotonic()
    await effects.until(() => callsByRequest().includes('/hosts/results'))
    expect(effects.monotonic() - cut_ms).toBeLessThan(50)
  })

  test('one that is dead without a word is noticed within fifteen seconds of something to say', async () => {
    const { effects, market, channels, start, backend, slow } = withChannels()
    backend.script = slow(60)
    start()
    const job = market.submit()
    await effects.until(() => job.pieces.length === 5)
    channels.dead = true
    channels.refusal = 503
    const dead_ms = effects.monotonic()
    await effects.until(() => job.pieces.length > 6)
    expect(effects.monotonic() - dead_ms).toBeLessThan(15_000)
    await effects.until(() => job.state === 'completed')
    expect(job.pieces).toEqual(words(60))
  })
})

describe('a channel', () => {
  test('one that is quiet and alive stays', async () => {
    const { effects, channels, start } = withChannels()
    start()
    await effects.until(() => channels.open)
    await effects.pass(600_000)
    expect(channels.asked).toHaveLength(1)
  })

  test('a server that stops is left, and found again', async () => {
    const { effects, market, channels, start } = withChannels()
    const agent = start()
    await effects.until(() => channels.open)
    channels.cut(1012, 'the server is stopping')
    await effects.until(() => channels.open)
    expect(channels.asked).toHaveLength(2)
    const job = market.submit()
    await effects.until(() => job.state === 'completed')
    expect(agent.away).toBe(false)
  })

  test('texts are whole and once, wherever channels are cut', async () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(cuts, fc.integer({ min: 0, max: 300 }), fc.boolean(), async (pauses, delay_ms, dies) => {
        const { effects, market, channels, start, backend, slow } = withChannels()
        channels.delay_ms = delay_ms
        backend.script = slow(12)
        start({ concurrency: 2 })
        const jobs = [market.submit('one'), market.submit('two'), market.submit('three')]
        for (const ms of pauses) {
          await effects.pass(ms)
          if (dies) channels.dead = true
          else channels.cut()
        }
        await effects.until(() => jobs.every(({ state }) => state === 'completed'))
        for (const job of jobs) expect([job.pieces, job.ends]).toEqual([words(12), 1])
      }),
      { numRuns: 60 },
    )
  })
})
