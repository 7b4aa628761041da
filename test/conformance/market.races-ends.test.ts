import { expect, test } from 'vitest'
import { HOST_SILENT, loseAttempt } from '../../server/src/market/attempts/lose.ts'
import { onEveryDialect } from './databases.ts'
import { lanesOn, refusals } from './market-lanes.ts'

const PRICE = 1_000_000n
const FINISH = { offset: 0, tokens: ['a', 'b', 'c'], finish_reason: 'stop' as const }

await onEveryDialect((databases) => {
  const { on, race, running, rounds, manyRaces } = lanesOn(databases)

  const ends = new Set<string>()
  manyRaces(
    'cancel against completion: one end, paid once',
    async (lane) => {
      const { random, buyer, host } = lane
      const job_id = await running(lane)
      const outcomes = await race<unknown>(random, [
        () => on.floor.cancel(buyer, job_id),
        () => on.floor.results(host, { job_id, ...FINISH }),
      ])
      expect(refusals(outcomes)).toEqual([])
      const job = await on.floor.job(job_id)
      ends.add(job.state)
      const delivered = job.state === 'completed' || job.tokens_generated > 0
      expect(job).toMatchObject({
        charged_nano: delivered ? 3n * PRICE : 0n,
        error: job.state === 'failed' ? 'cancelled' : null,
      })
      return [job_id]
    },
    () => expect(ends).toEqual(new Set(['completed', 'failed'])),
  )

  test('cancel on another replica against completion: the guards in the database alone make one end of it', async () => {
    const ends = new Set<string>()
    await rounds(async (lane) => {
      const { random, buyer, host } = lane
      const job_id = await running(lane)
      const outcomes = await race<unknown>(random, [
        () => on.other.cancel(buyer, job_id),
        () => on.floor.results(host, { job_id, ...FINISH }),
      ])
      expect(refusals(outcomes)).toEqual([])
      const { state, charged_nano } = await on.floor.job(job_id)
      ends.add(state)
      expect([0n, 3n * PRICE]).toContain(charged_nano)
      if (state === 'completed') expect(charged_nano).toBe(3n * PRICE)
      await on.floor.forget(job_id)
      return [job_id]
    })
    expect(ends).toEqual(new Set(['completed', 'failed']))
  })

  const states = new Set<string>()
  manyRaces(
    'a lost lease against completion: completed, or queued again and never both',
    async ({ random, buyer, model }) => {
      const fresh = await on.floor.host({ models: [model] })
      const { job_id } = await on.floor.submit(buyer, { model })
      await on.floor.next(fresh)
      const stream = await on.floor.market.streams.find(job_id)
      if (!stream) throw new Error('a claim opens a stream')
      const outcomes = await race<unknown>(random, [
        () => loseAttempt(on.floor.market, stream, HOST_SILENT),
        () => on.floor.results(fresh, { job_id, ...FINISH }),
      ])
      expect(refusals(outcomes)).toEqual([])
      const { state } = await on.floor.job(job_id)
      states.add(state)
      if (state === 'queued')
        expect(await on.floor.results(fresh, { job_id, ...FINISH })).toMatchObject({ state: 'lost' })
      if (state === 'queued') await on.floor.cancel(buyer, job_id)
      return [job_id]
    },
    () => expect(states).toEqual(new Set(['queued', 'completed'])),
  )

  test('a results call that is sent many times at once earns once', async () => {
    await rounds(async (lane) => {
      const { random, host } = lane
      const job_id = await running(lane)
      const send = () => on.floor.results(host, { job_id, ...FINISH })
      const outcomes = await race(random, [send, send, send, send])
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({ value: { state: 'completed', next_offset: 3, credits_earned: 2_640_000n } })
      }
      return [job_id]
    })
  })

  test('pieces that come in pieces, twice and out of order, are one text', async () => {
    await rounds(async (lane) => {
      const { random, host } = lane
      const job_id = await running(lane)
      const parts = [
        { offset: 0, tokens: ['a', 'b'] },
        { offset: 0, tokens: ['a', 'b', 'c'] },
        { offset: 1, tokens: ['b', 'c', 'd'] },
      ]
      await race(
        random,
        parts.map((part) => () => on.floor.results(host, { job_id, ...part })),
      )
      const known = (await on.floor.market.streams.find(job_id))?.length ?? 0
      const rest = ['a', 'b', 'c', 'd'].slice(known)
      await on.floor.results(host, { job_id, offset: known, tokens: rest, finish_reason: 'stop' })
      expect(await on.floor.job(job_id)).toMatchObject({
        state: 'completed',
        tokens_generated: 4,
        charged_nano: 4n * PRICE,
      })
      return [job_id]
    })
  })

  test('a hand-back against cancel: cancelled at last, free, and not in the queue', async () => {
    await rounds(async (lane) => {
      const { random, buyer, model } = lane
      // A host that hands back more than a few gets no more jobs.
      const host = await on.floor.host({ models: [model] })
      const job_id = await running({ ...lane, host })
      const error = { code: 'handed_back', message: '', retryable: true } as const
      const outcomes = await race<unknown>(random, [
        () => on.floor.results(host, { job_id, error }),
        () => on.floor.cancel(buyer, job_id),
      ])
      expect(refusals(outcomes)).toEqual([])
      expect(await on.floor.job(job_id)).toMatchObject({ state: 'failed', error: 'cancelled', charged_nano: 0n })
      return [job_id]
    })
  })

  test('a hand-back against another claim: the job runs again as its second attempt, on one host', async () => {
    await rounds(async (lane) => {
      const { random, model, hosts } = lane
      const second = hosts[1] as string
      const host = await on.floor.host({ models: [model] })
      const job_id = await running({ ...lane, host })
      const error = { code: 'handed_back', message: '', retryable: true } as const
      const outcomes = await race<unknown>(random, [
        () => on.floor.results(host, { job_id, error }),
        () => on.floor.next(second, 60_000),
      ])
      expect(refusals(outcomes)).toEqual([])
      expect(await on.floor.job(job_id)).toMatchObject({ state: 'running', host_id: second, attempt: 2, failures: 0 })
      expect(await on.floor.results(second, { job_id, ...FINISH })).toMatchObject({ state: 'completed' })
      return [job_id]
    })
  })
})
