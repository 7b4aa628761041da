import { expect, test } from 'vitest'
import { expire } from '../../server/src/market/attempts/expire.ts'
import { closingWith } from '../../server/src/market/close-account.ts'
import { onEveryDialect } from './databases.ts'
import { openFloor } from './market-floor.ts'
import { chance, lanesOn, refusals } from './market-lanes.ts'

const PRICE = 1_000_000n
const FINISH = { offset: 0, tokens: ['a', 'b', 'c'], finish_reason: 'stop' as const }

await onEveryDialect((databases) => {
  const { on, ROUNDS, location, race, rounds, manyRaces } = lanesOn(databases)

  manyRaces(
    'two hosts or more and one job: one gets it, and the others leave it alone',
    async ({ random, buyer, model, hosts }) => {
      const some = hosts.slice(0, 2 + Math.floor(3 * random()))
      const replica = (one: string) => (one === some[1] ? on.other : on.floor)
      const { job_id } = await on.floor.submit(buyer, { model })
      const outcomes = await race(
        random,
        some.map((one) => () => replica(one).next(one)),
      )
      expect(refusals(outcomes)).toEqual([])
      const won = outcomes.flatMap((one, index) =>
        one.status === 'fulfilled' && one.value ? [hosts[index] as string] : [],
      )
      expect(won).toHaveLength(1)
      expect((await on.floor.job(job_id)).attempt).toBe(1)
      await replica(won[0] as string).results(won[0] as string, { job_id, ...FINISH })
      return [job_id]
    },
  )

  test('as many jobs of one user as hosts: no poll goes empty because another was faster', async () => {
    await rounds(async ({ random, buyer, model, hosts }) => {
      const jobs = await Promise.all(hosts.map(() => on.floor.submit(buyer, { model })))
      const outcomes = await race(
        random,
        hosts.map((one) => () => on.floor.next(one)),
      )
      const won = outcomes.map((one) => (one.status === 'fulfilled' ? one.value?.job_id : undefined))
      expect(new Set(won)).toEqual(new Set(jobs.map((job) => job.job_id)))
      await Promise.all(
        won.map((job_id, index) => on.floor.results(hosts[index] as string, { job_id: job_id as string, ...FINISH })),
      )
      return jobs.map((job) => job.job_id)
    })
  })

  test('claims of one user through different models do not wait for each other in a circle', async () => {
    await rounds(async ({ random, buyer, model, left, right }) => {
      const jobs = [
        await on.floor.submit(buyer, { model: `${model}-left` }),
        await on.floor.submit(buyer, { model: `${model}-right` }),
      ].map((job) => job.job_id)
      const outcomes = await race<unknown>(random, [
        () => on.floor.next(left),
        () => on.other.next(right),
        () => on.floor.submit(buyer, { model }).then((job) => on.floor.cancel(buyer, job.job_id)),
      ])
      expect(refusals(outcomes)).toEqual([])
      for (const job_id of jobs) {
        expect((await on.floor.job(job_id)).state).toBe('running')
        await on.floor.cancel(buyer, job_id)
        // A replica keeps the stream of what another one ended until its lease is over.
        await on.other.forget(job_id)
      }
      return jobs
    })
  })

  // Before, on Postgres: whoever closed an account while a host claimed of it was answered 500.
  manyRaces(
    'the end of an account against a claim: its job is cancelled or runs, and the end is never refused',
    async (lane) => {
      const leaver = await on.floor.user(100n * PRICE)
      const { job_id } = await on.floor.submit(leaver, { model: lane.model })
      const { finish } = closingWith(on.floor.market)
      const outcomes = await race<unknown>(lane.random, [
        () => on.floor.market.database.transaction((tx) => finish(tx, leaver)),
        () => on.other.next(lane.host),
      ])
      expect(refusals(outcomes)).toEqual([])
      const { state, error } = await on.floor.job(job_id)
      expect([state, error]).toEqual(state === 'running' ? ['running', null] : ['failed', 'cancelled'])
      if (state === 'running') await on.other.results(lane.host, { job_id, ...FINISH })
      return [job_id]
    },
  )

  manyRaces('two submissions against the last credit: one is queued, the other refused', async ({ random, model }) => {
    const poor = await on.floor.user(10n * PRICE)
    const outcomes = await race(random, [
      () => on.floor.submit(poor, { model }),
      () => on.other.submit(poor, { model }),
      () => on.floor.submit(poor, { model }),
    ])
    const queued = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.job_id] : []))
    expect(queued).toHaveLength(1)
    for (const reason of refusals(outcomes)) expect(reason).toMatchObject({ code: 'insufficient_credits' })
    expect(await on.floor.credits(poor)).toBe(0n)
    await on.floor.cancel(poor, queued[0] as string)
    expect(await on.floor.credits(poor)).toBe(10n * PRICE)
    return queued
  })

  const states = new Set<string>()
  manyRaces(
    'expiry against claim: expired and free, or running',
    async ({ random, buyer, model, host }) => {
      const { job_id } = await on.floor.submit(buyer, { model })
      const outcomes = await race<unknown>(random, [() => expire(on.floor.market, job_id), () => on.floor.next(host)])
      expect(refusals(outcomes)).toEqual([])
      const { state } = await on.floor.job(job_id)
      states.add(state)
      if (state === 'running') await on.floor.results(host, { job_id, ...FINISH })
      else expect(await on.floor.job(job_id)).toMatchObject({ state: 'failed', error: 'expired', charged_nano: 0n })
      return [job_id]
    },
    () => expect(states).toEqual(new Set(['running', 'failed'])),
  )

  test('cancel, expiry and claim of one queued job at once', async () => {
    await rounds(async ({ random, buyer, model, host }) => {
      const { job_id } = await on.floor.submit(buyer, { model })
      const outcomes = await race<unknown>(random, [
        () => on.floor.cancel(buyer, job_id),
        () => expire(on.floor.market, job_id),
        () => on.floor.next(host),
      ])
      expect(refusals(outcomes)).toEqual([])
      expect(await on.floor.job(job_id)).toMatchObject({ state: 'failed', charged_nano: 0n })
      return [job_id]
    })
  })

  test('the limit of queued jobs holds under submissions at once', async () => {
    const tight = await openFloor(location(), { queued_jobs: 3 })
    try {
      for (let number = 1; number <= 5; number++) {
        const eager = await tight.user()
        const outcomes = await race(
          chance(number),
          Array.from({ length: 8 }, () => () => tight.submit(eager, { model: 'm1' })),
        )
        const queued = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.job_id] : []))
        expect(queued).toHaveLength(3)
        for (const reason of refusals(outcomes)) expect(reason).toMatchObject({ code: 'too_many_queued' })
        for (const job_id of queued) await tight.cancel(eager, job_id)
      }
    } finally {
      await tight.close()
    }
  })

  test('everything at once, by many users on many hosts: the books are right at the end', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => on.floor.user()))
    const hosts = await Promise.all(Array.from({ length: 5 }, () => on.floor.host({ models: ['all'] })))
    const jobs: string[] = []
    const random = chance(2026)
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
    const act = async (): Promise<void> => {
      const roll = random()
      if (roll < 0.4) jobs.push((await on.floor.submit(pick(users), { model: 'all' })).job_id)
      else if (roll < 0.5 && jobs.length > 0) {
        const job_id = pick(jobs)
        await on.floor.cancel((await on.floor.job(job_id)).user_id, job_id)
      } else if (roll < 0.55 && jobs.length > 0) await expire(on.floor.market, pick(jobs))
      else {
        const one = pick(hosts)
        const offer = await on.floor.next(one)
        if (!offer) return
        const { job_id, attempt } = offer
        const error =
          random() < 0.2 ? { code: 'host_error' as const, message: '', retryable: random() < 0.7 } : undefined
        await on.floor.results(one, { job_id, attempt, ...(error ? { error } : FINISH) })
      }
    }
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let step = 0; step < 2 * ROUNDS; step++) await act()
      }),
    )
    for (const job_id of jobs) await on.floor.cancel((await on.floor.job(job_id)).user_id, job_id)
    expect(await on.floor.faults(jobs)).toEqual([])
    for (const user of users) expect(await on.floor.reserved(user)).toBe(0n)
    expect(new Set(await Promise.all(jobs.map(async (id) => (await on.floor.job(id)).state)))).toEqual(
      new Set(['completed', 'failed']),
    )
  })
})
