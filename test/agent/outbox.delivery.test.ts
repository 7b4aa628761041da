import type { JobResult } from '@mkt/schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Connection } from '../../agent/src/connection.ts'
import { createLog } from '../../agent/src/log.ts'
import { MAX_BODY_BYTES, MAX_ENTRIES, MAX_TOKENS_PER_ENTRY, Outbox } from '../../agent/src/outbox.ts'
import { Marketplace } from './marketplace.ts'
import { virtualEffects } from './virtual-effects.ts'

function bench(seed = 1) {
  const effects = virtualEffects(seed)
  const market = new Marketplace(effects)
  effects.fetch = market.fetch
  const log = createLog({ write: () => undefined })
  const connection = new Connection({ server: 'http://market.test', effects, log })
  const outbox = new Outbox({ connection, effects, log, host_id: 'host_01', instance: 'i1' })
  const stop = new AbortController()
  const working = outbox.run(stop.signal)
  const claim = () => {
    const job = market.submit()
    Object.assign(job, { state: 'running', attempt: 1, instance: 'i1' })
    return { job, delivery: outbox.open(job) }
  }
  return { effects, market, outbox, claim, stop, working }
}

const calls = (market: Marketplace) =>
  market.paths('/hosts/results').map(({ at, body }) => ({ at, results: body.results as JobResult[] }))

describe('the outbox', () => {
  test('sends a first piece at once and batches what follows', async () => {
    const { effects, market, outbox, claim } = bench()
    const { job, delivery } = claim()
    delivery.push('a')
    outbox.notify()
    await effects.until(() => job.pieces.length === 1)
    expect(effects.monotonic()).toBe(0)
    for (const piece of ['b', 'c', 'd']) {
      delivery.push(piece)
      outbox.notify()
    }
    await effects.until(() => job.pieces.length === 4)
    expect(effects.monotonic()).toBe(25)
    expect(calls(market)).toHaveLength(2)
  })

  test('a first piece does not wait for the batch of other jobs, and takes along what there is of them', async () => {
    const { effects, market, outbox, claim } = bench()
    const [running, starting] = [claim(), claim()]
    running.delivery.push('a')
    outbox.notify()
    await effects.until(() => running.job.pieces.length === 1)
    running.delivery.push('b')
    starting.delivery.push('first')
    outbox.notify()
    await effects.until(() => starting.job.pieces.length === 1)
    expect(effects.monotonic()).toBe(4)
    expect(running.job.pieces).toHaveLength(2)
    starting.delivery.push('second')
    outbox.notify()
    await effects.until(() => starting.job.pieces.length === 2)
    expect(effects.monotonic()).toBe(29)
    expect(calls(market)).toHaveLength(3)
  })

  test('one call carries all jobs', async () => {
    const { effects, market, outbox, claim } = bench()
    const claims = Array.from({ length: 20 }, claim)
    for (const { delivery } of claims) delivery.push('a')
    outbox.notify()
    await effects.until(() => claims.every(({ job }) => job.pieces.length === 1))
    expect(calls(market)).toHaveLength(1)
  })

  test('has a job in one call at a time', async () => {
    const { effects, outbox, claim, market } = bench()
    const { delivery, job } = claim()
    let under = 0
    let most = 0
    const { fetch } = effects
    effects.fetch = async (url, init) => {
      most = Math.max(most, ++under)
      await new Promise<void>((resolve) => effects.timer(200, resolve))
      under--
      return fetch(url, init)
    }
    for (let i = 0; i < 20; i++) {
      delivery.push(`${i} `)
      outbox.notify()
      await effects.pass(30)
    }
    await effects.until(() => job.pieces.length === 20)
    expect(most).toBe(1)
    expect(calls(market).length).toBeLessThan(10)
  })

  test('a first piece goes past a call that takes long, and takes along no other pieces', async () => {
    const { effects, market, outbox, claim } = bench()
    const slow = claim()
    const starting = Array.from({ length: 7 }, claim)
    const { fetch } = effects
    let under = 0
    let most = 0
    effects.fetch = async (url, init) => {
      most = Math.max(most, ++under)
      const answer = await fetch(url, init)
      await new Promise<void>((resolve) => effects.timer(1000, resolve))
      under--
      return answer
    }
    slow.delivery.push('a')
    outbox.notify(slow.delivery)
    await effects.pass(1)
    slow.delivery.push('b')
    for (const { delivery } of starting) {
      for (const piece of ['first', 'second']) {
        delivery.push(piece)
        outbox.notify(delivery)
        await effects.pass(10)
      }
    }
    // Three calls beside the first are all that there may be: the others wait for one to be over.
    expect(starting.map(({ job }) => job.pieces.length)).toEqual([1, 1, 1, 0, 0, 0, 0])
    expect(slow.job.pieces).toEqual(['a'])
    await effects.pass(3000)
    for (const { job } of starting) expect(job.pieces).toEqual(['first', 'second'])
    expect(slow.job.pieces).toEqual(['a', 'b'])
    expect(most).toBe(4)
    // No job is in two calls at a time: each piece was sent once.
    const sent = calls(market).flatMap(({ results }) => results.flatMap(({ tokens }) => tokens))
    expect(sent).toHaveLength(16)
  })

  test('calls for first pieces do not hold up the pieces that follow', async () => {
    const { effects, outbox, claim } = bench()
    const running = claim()
    const { fetch } = effects
    effects.fetch = async (url, init) => {
      await new Promise<void>((resolve) => effects.timer(30, resolve))
      return await fetch(url, init)
    }
    running.delivery.push('a')
    outbox.notify(running.delivery)
    for (let turn = 0; turn < 20; turn++) {
      running.delivery.push('b')
      const { delivery } = claim()
      delivery.push('first')
      outbox.notify(delivery)
      await effects.pass(10)
    }
    expect(running.job.pieces.length).toBeGreaterThan(10)
  })

  test('resends from where the server stands, also from 0 after it has forgotten', async () => {
    const { effects, outbox, claim, market } = bench()
    const { delivery, job } = claim()
    for (const piece of ['a', 'b', 'c']) delivery.push(piece)
    outbox.notify()
    await effects.until(() => job.pieces.length === 3)
    market.restart()
    delivery.push('d')
    delivery.end({ finish_reason: 'stop' })
    outbox.notify()
    expect(await settled(delivery, effects)).toBe('completed')
    expect(job.pieces).toEqual(['a', 'b', 'c', 'd'])
    expect(calls(market).map(({ results }) => results[0]?.offset)).toEqual([0, 3, 0])
  })

  test('splits what is too large for one call, and ends with the last piece', async () => {
    const { effects, outbox, claim, market } = bench()
    const { delivery, job } = claim()
    const long = claim()
    const bodies: number[] = []
    const { fetch } = effects
    effects.fetch = (url, init) => {
      bodies.push(Buffer.byteLength(String(init?.body)))
      return fetch(url, init)
    }
    for (let i = 0; i < 12_000; i++) delivery.push('x')
    const text = '\u{1f98a}\u0001é'.repeat(200_000)
    long.delivery.push(text)
    delivery.end({ finish_reason: 'length' })
    long.delivery.end({ finish_reason: 'stop' })
    outbox.notify()
    await effects.until(() => job.state === 'completed' && long.job.state === 'completed')
    expect(job.pieces).toHaveLength(12_000)
    expect(long.job.pieces.join('')).toBe(text)
    expect(Math.max(...bodies)).toBeLessThanOrEqual(MAX_BODY_BYTES)
    for (const { results } of calls(market)) {
      for (const { tokens } of results) expect(tokens.length).toBeLessThanOrEqual(MAX_TOKENS_PER_ENTRY)
    }
  })

  test('more jobs than a call has room for share the calls', async () => {
    const { effects, outbox, claim, market } = bench()
    const claims = Array.from({ length: MAX_ENTRIES + 200 }, claim)
    for (const { delivery } of claims) delivery.push('a')
    outbox.notify()
    await effects.until(() => claims.every(({ job }) => job.pieces.length === 1))
    for (const { results } of calls(market)) expect(results.length).toBeLessThanOrEqual(MAX_ENTRIES)
  })

  test('joins the halves of a character that two chunks share', async () => {
    const { effects, outbox, claim } = bench()
    const { delivery, job } = claim()
    delivery.push('a\ud83e')
    delivery.push('\udd8a!')
    delivery.end({ finish_reason: 'stop' })
    outbox.notify()
    await effects.until(() => job.state === 'completed')
    expect(job.pieces).toEqual(['a', '\u{1f98a}!'])
  })

  test('drops only the entry that the server refuses', async () => {
    const { effects, outbox, claim, market } = bench()
    const good = claim()
    const bad = claim()
    market.answerTo = (_path, body) =>
      JSON.stringify(body).includes('poison')
        ? { status: 400, body: { error: 'invalid_request', message: 'no' } }
        : undefined
    good.delivery.push('a')
    bad.delivery.push('poison')
    outbox.notify()
    expect(await settled(bad.delivery, effects)).toBe('dropped')
    good.delivery.end({ finish_reason: 'stop' })
    outbox.notify()
    expect(await settled(good.delivery, effects)).toBe('completed')
    expect(good.job.pieces).toEqual(['a'])
  })

  test('a server that makes no progress is not asked in a hot loop', async () => {
    const { effects, outbox, claim, market } = bench()
    const { delivery, job } = claim()
    market.answerTo = () => ({
      status: 200,
      body: { results: [{ job_id: job.job_id, state: 'running', next_offset: 0 }] },
    })
    delivery.push('a')
    outbox.notify()
    await effects.pass(60_000)
    expect(calls(market).length).toBeLessThan(20)
  })

  test('an answer that leaves a job out is not a hot loop either', async () => {
    const { effects, outbox, claim, market } = bench()
    claim()
    market.answerTo = () => ({ status: 200, body: { results: [] } })
    outbox.notify()
    await effects.pass(60_000)
    expect(calls(market).length).toBeLessThan(20)
  })

  test('whatever calls and answers are lost or doubled, the server has the pieces once and in order', async () => {
    const fate = fc.constantFrom(
      'ok',
      'ok',
      'ok',
      'call lost',
      'answer lost',
      'doubled',
      'late copy',
      'server restarts',
      'busy' as const,
    )
    const jobs = fc.array(fc.array(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 12 }), {
      minLength: 1,
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(
        jobs,
        fc.array(fate, { maxLength: 25 }),
        fc.integer({ min: 1, max: 1e6 }),
        async (texts, fates, seed) => {
          const { effects, market, outbox, claim, stop, working } = bench(seed)
          effects.fetch = unreliable(market, fates)
          const claims = texts.map((pieces) => ({ ...claim(), pieces: pieces.map((piece) => piece.toWellFormed()) }))
          const most = Math.max(...texts.map((pieces) => pieces.length))
          for (let i = 0; i < most; i++) {
            for (const { delivery, pieces } of claims) delivery.push(pieces[i] ?? '')
            outbox.notify()
            await effects.pass(40)
          }
          for (const { delivery } of claims) delivery.end({ finish_reason: 'stop' })
          outbox.notify()
          await effects.until(() => claims.every(({ delivery }) => delivery.outcome !== undefined))
          for (const { job, pieces, delivery } of claims) {
            expect(delivery.outcome).toBe('completed')
            expect(job.pieces).toEqual(pieces)
            expect(job.ends).toBe(1)
          }
          expect(outbox.deliveries()).toEqual([])
          stop.abort()
          await working
        },
      ),
      { numRuns: 60 },
    )
  })
})

async function settled(delivery: { outcome: string | undefined }, effects: { until(c: () => boolean): Promise<void> }) {
  await effects.until(() => delivery.outcome !== undefined)
  return delivery.outcome
}

/** A network that does to each next call what its fate says, and is sound once there are no fates left. */
function unreliable(market: Marketplace, fates: string[]): Marketplace['fetch'] {
  const late: (() => Promise<unknown>)[] = []
  let at = 0
  return async (url, init) => {
    const fate = fates[at++] ?? 'ok'
    if (fate === 'call lost') throw new TypeError('fetch failed')
    if (fate === 'busy') {
      market.answerTo = () => ({ status: 503, body: { error: 'internal_error', message: 'busy' } })
      return market.fetch(url, init).finally(() => {
        market.answerTo = () => undefined
      })
    }
    if (fate === 'server restarts') market.restart()
    if (fate === 'late copy') late.push(() => market.fetch(url, init))
    else for (const copy of late.splice(0)) await copy()
    const answer = await market.fetch(url, init)
    if (fate === 'doubled') await market.fetch(url, init)
    if (fate === 'answer lost') throw new TypeError('terminated')
    return answer
  }
}
