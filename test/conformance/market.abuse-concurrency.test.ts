import { expect, test } from 'vitest'
import { onEveryDialect } from './databases.ts'
import { lanesOn, refusals } from './market-lanes.ts'

const FINISH = { offset: 0, tokens: ['a', 'b', 'c'], finish_reason: 'stop' as const }
const MOST = 3

await onEveryDialect((databases) => {
  const { on, race, rounds } = lanesOn(databases)

  // Before: one host claimed 300 of 300 jobs in 0.85 s.
  test('however many of its slots ask at once, at whichever replica, a host holds no more than it says', async () => {
    await rounds(async ({ random, buyer, model }) => {
      const host = await on.floor.host({ models: [`${model}-few`], concurrency: MOST })
      const made = Array.from({ length: 8 }, () => on.floor.submit(buyer, { model: `${model}-few` }))
      const jobs = (await Promise.all(made)).map(({ job_id }) => job_id)
      const claimed = new Map<string, typeof on.floor>()
      /** Eight slots ask at once; answers how many got a job. */
      const ask = async () => {
        const slots = Array.from({ length: 8 }, (_, slot) => (slot % 2 === 0 ? on.floor : on.other))
        const outcomes = await race(
          random,
          slots.map((replica) => () => replica.next(host)),
        )
        expect(refusals(outcomes)).toEqual([])
        const got = outcomes.flatMap((one, slot) =>
          one.status === 'fulfilled' && one.value ? [[one.value.job_id, slots[slot] as typeof on.floor] as const] : [],
        )
        for (const [job_id, replica] of got) claimed.set(job_id, replica)
        return got.length
      }
      expect(await ask()).toBe(MOST)
      expect(await ask()).toBe(0)
      for (const [job_id, replica] of [...claimed].slice(0, 2)) await replica.results(host, { job_id, ...FINISH })
      expect(await ask()).toBe(2)
      for (const job_id of jobs) {
        await on.floor.cancel(buyer, job_id)
        await on.other.forget(job_id)
      }
      return jobs
    })
  })
})
