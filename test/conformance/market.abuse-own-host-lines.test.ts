import { afterAll, beforeAll, expect, test } from 'vitest'
import { expire } from '../../server/src/market/attempts/expire.ts'
import { FRONT, usersInTurn } from '../../server/src/market/broker/turn-store.ts'
import { hostWithWork } from '../../server/src/market/broker/work-store.ts'
import { waitingByModel } from '../../server/src/market/figures-store.ts'
import { hostById } from '../../server/src/market/hosts/store.ts'
import { queuedJobs, queuePosition } from '../../server/src/market/jobs/queue-store.ts'
import { statement } from '../../server/src/storage/statement.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const shorten = statement<{ host_id: string }>()((q, p) =>
  q.updateTable('hosts').set({ max_tokens: 10 }).where('host_id', '=', p('host_id')),
)

await onEveryDialect((databases) => {
  let floor: Floor
  let serial = 0
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())

  /** A model of its own, with an honest host and one of somebody who aims jobs at it. */
  async function scene(price = 1_000_000n) {
    const model = `m${++serial}`
    const crook = await floor.user()
    const honest = await floor.host({ models: [model] })
    const own = await floor.host({ models: [model], owner: crook, price })
    const aim = () => floor.submit(crook, { model, host_id: own })
    return { model, crook, honest, own, aim }
  }

  test('jobs for a host of their own are no part of what another host looks through, nor a reason to look', async () => {
    const { model, crook, honest, own, aim } = await scene()
    for (let at = 0; at < 5; at++) await aim()
    const reader = floor.market.database
    expect(await hostWithWork(reader, honest)).toMatchObject({ models: [], own: [] })
    expect(await hostWithWork(reader, own)).toMatchObject({ models: [model], own: [model] })
    const buyer = await floor.user()
    const { job_id } = await floor.submit(buyer, { model })
    const host = await hostById(reader, honest)
    if (!host) throw new Error('there is no such host')
    const inTurn = await usersInTurn(reader, {
      host: { ...host, may: -1 },
      models: [model],
      probation: new Set<string>(),
      after: FRONT,
      limit: 10,
    })
    expect(inTurn.map(({ user_id }) => user_id)).toEqual([buyer])
    expect((await floor.next(honest))?.job_id).toBe(job_id)
    expect(await floor.next(honest)).toBeUndefined()
    await floor.cancel(buyer, job_id)
    expect((await floor.job((await floor.next(own))?.job_id ?? '')).user_id).toBe(crook)
  })

  test('a host takes what its owner aims at it first, oldest first, and then what others want', async () => {
    const { model, honest, own, aim } = await scene()
    const buyer = await floor.user()
    const other = await floor.submit(buyer, { model })
    const mine = [await aim(), await aim()]
    expect(await queuePosition(floor.market.database, await floor.job(mine[1]?.job_id ?? ''))).toBe(1)
    const got = [await floor.next(own), await floor.next(own), await floor.next(own)]
    expect(got.map((job) => job?.job_id)).toEqual([mine[0]?.job_id, mine[1]?.job_id, other.job_id])
    expect(await floor.next(honest)).toBeUndefined()
    expect((await floor.audit()).faults).toEqual([])
  })

  test('a parked poll of the host is handed such a job, one of another host is not', async () => {
    const { honest, own, aim } = await scene()
    const [apart, waiting] = [floor.next(honest, 60_000), floor.next(own, 60_000)]
    await expect.poll(() => floor.market.waiting.ofHost(own).length).toBe(1)
    const { job_id } = await aim()
    expect((await waiting)?.job_id).toBe(job_id)
    expect(floor.market.waiting.ofHost(honest).length).toBe(1)
    floor.market.waiting.dismiss()
    expect(await apart).toBeUndefined()
  })

  test('they leave their line however they end, come back to it, and count as queued jobs', async () => {
    const { crook, own, aim } = await scene()
    const before = await queuedJobs(floor.market.database)
    const [cancelled, expired, returned] = [await aim(), await aim(), await aim()]
    expect((await queuedJobs(floor.market.database)).value).toBe(before.value + 3)
    expect((await waitingByModel(floor.market.database)).filter((row) => row.model.includes(own))).toEqual([])
    await floor.cancel(crook, cancelled.job_id)
    await expire(floor.market, expired.job_id)
    expect((await floor.next(own))?.job_id).toBe(returned.job_id)
    const error = { code: 'handed_back', message: '', retryable: true }
    await floor.results(own, { job_id: returned.job_id, error })
    expect((await floor.audit()).faults).toEqual([])
    expect((await floor.next(own))?.job_id).toBe(returned.job_id)
    await floor.results(own, { job_id: returned.job_id, tokens: ['a'], finish_reason: 'stop' })
    expect((await floor.faults([cancelled.job_id, expired.job_id, returned.job_id])).filter(Boolean)).toEqual([])
    expect((await queuedJobs(floor.market.database)).value).toBe(before.value)
  })

  test('an owner with very many jobs that the host may not run costs a poll as much as one with few', async () => {
    const { model, crook, own } = await scene(0n)
    const long = () => floor.submit(crook, { model, host_id: own, max_tokens: 4096 })
    for (let at = 0; at < 70; at++) await long()
    await floor.market.database.transaction((tx) => tx.run(shorten, { host_id: own }))
    const { job_id } = await floor.submit(crook, { model, host_id: own, max_tokens: 5 })
    // Beyond the bound of what is looked at: it comes to its turn as those before it expire.
    expect(await floor.next(own)).toBeUndefined()
    expect((await floor.job(job_id)).state).toBe('queued')
  })
})
