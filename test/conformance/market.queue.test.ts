import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimIn } from '../../server/src/market/broker/claim.ts'
import { takeHeartbeat } from '../../server/src/market/hosts/heartbeat.ts'
import { hostById } from '../../server/src/market/hosts/store.ts'
import { jobPage } from '../../server/src/market/jobs/list-store.ts'
import { EXCLUSION_MS } from '../../server/src/market/jobs/machine.ts'
import { queuePosition } from '../../server/src/market/jobs/queue-store.ts'
import { ALL_DAYS } from '../../server/src/market/reports/search.ts'
import { startJobExpiry } from '../../server/src/market/upkeep/job-expiry.ts'
import { onEveryDialect } from './databases.ts'
import { type Floor, openFloor } from './market-floor.ts'

const FINISH = { offset: 0, tokens: ['a'], finish_reason: 'stop' as const }

await onEveryDialect((databases) => {
  let floor: Floor
  beforeAll(async () => {
    floor = await openFloor(await databases.fresh())
  })
  afterAll(() => floor.close())

  /** Claims until the host gets nothing more; the jobs in the order in which it got them. */
  async function drain(host: string): Promise<string[]> {
    const got: string[] = []
    for (let offer = await floor.next(host); offer; offer = await floor.next(host)) {
      got.push(offer.job_id)
      await floor.results(host, { job_id: offer.job_id, ...FINISH })
    }
    return got
  }
  const submit = async (user: string, model: string) => (await floor.submit(user, { model })).job_id

  test('users take turns, and each gets the oldest of their own jobs, whatever its model', async () => {
    const host = await floor.host({ models: ['a1', 'a2'] })
    const [one, two, three] = [await floor.user(), await floor.user(), await floor.user()]
    const first = [await submit(one, 'a2'), await submit(one, 'a1'), await submit(one, 'a2')]
    const second = [await submit(two, 'a1'), await submit(two, 'a2')]
    const third = [await submit(three, 'a2')]
    const order = await drain(host)
    expect(order).toHaveLength(6)
    for (const own of [first, second, third]) expect(order.filter((job) => own.includes(job))).toEqual(own)
    const owners = order.map((job) => (first.includes(job) ? 1 : second.includes(job) ? 2 : 3))
    expect(new Set(owners.slice(0, 3))).toEqual(new Set([1, 2, 3]))
    expect(new Set(owners.slice(3, 5))).toEqual(new Set([1, 2]))
  })

  test('a user who comes later waits for one turn of another who has many jobs', async () => {
    const host = await floor.host({ models: ['b'] })
    const [many, single] = [await floor.user(), await floor.user()]
    for (let count = 0; count < 40; count++) await submit(many, 'b')
    for (let served = 0; served < 3; served++)
      await floor.results(host, { job_id: (await floor.next(host))?.job_id ?? '', ...FINISH })
    const job = await submit(single, 'b')
    const next = [(await floor.next(host))?.job_id, (await floor.next(host))?.job_id]
    expect(next).toContain(job)
  })

  test('a new model is no way past the others: its user has had a turn', async () => {
    const host = await floor.host({ models: ['n0', 'n1', 'n2'] })
    const [greedy, modest] = [await floor.user(), await floor.user()]
    await submit(greedy, 'n0')
    await submit(modest, 'n0')
    await drain(host)
    const waiting = await submit(modest, 'n0')
    await submit(greedy, 'n1')
    const served = [(await floor.next(host))?.job_id]
    if (served[0] !== waiting) await submit(greedy, 'n2')
    served.push((await floor.next(host))?.job_id)
    expect(served).toContain(waiting)
    for (const job_id of served) await floor.results(host, { job_id: job_id ?? '', ...FINISH })
    await drain(host)
  })

  test('the oldest job counts also where a user waits for more models than one look takes in', async () => {
    const models = Array.from({ length: 40 }, (_, index) => `d${String(index).padStart(2, '0')}`)
    const host = await floor.host({ models })
    const user = await floor.user()
    const jobs: string[] = []
    for (const model of models.toReversed()) jobs.push(await submit(user, model))
    expect(await drain(host)).toEqual(jobs)
  })

  test('of a model that the host serves no more it gets no job, whatever was believed before', async () => {
    const host = await floor.host({ models: ['r1', 'r2'] })
    const user = await floor.user()
    for (const model of ['r1', 'r2']) await submit(user, model)
    const row = await hostById(floor.market.database, host)
    if (!row) throw new Error('the host is not there')
    const claimant = { host: row, instance: null, rivals: () => [], probation: new Set<string>() }
    const handed = (model: string) =>
      floor.market.database.transaction((tx) => claimIn(tx, floor.market, claimant, { models: [model], own: [] }))
    await takeHeartbeat(floor.market, { host_id: host, gpu_utilization: 0, available_models: ['r2'] })
    expect(await handed('r1')).toBeUndefined()
    expect(await handed('r2')).toMatchObject({ model: 'r2' })
    await drain(host)
  })

  test('many users are all served, each in turn, however many stand before a host that may run little', async () => {
    const host = await floor.host({ models: ['e'], max_tokens: 5 })
    await floor.host({ models: ['e'] })
    for (let count = 0; count < 70; count++) await submit(await floor.user(), 'e')
    const small = await floor.user()
    const { job_id } = await floor.submit(small, { model: 'e', max_tokens: 5 })
    expect(await drain(host)).toEqual([job_id])
  })

  test('a host gets a job only if its price, max_tokens, models and the job’s target allow it', async () => {
    const owner = await floor.user()
    const cheap = await floor.host({ models: ['f'], price: 2n })
    const dear = await floor.host({ models: ['f'], price: 5n })
    const short = await floor.host({ models: ['f'], price: 1n, max_tokens: 9 })
    const other = await floor.host({ models: ['g'], price: 1n })
    const own = await floor.host({ models: ['f'], price: 2n, owner })
    const { job_id } = await floor.submit(owner, { model: 'f', max_tokens: 10, max_price_per_token: 4n })
    for (const host of [dear, short, other]) expect(await floor.next(host)).toBeUndefined()
    expect((await floor.next(cheap))?.job_id).toBe(job_id)
    const test = await floor.submit(owner, { model: 'f', max_tokens: 10, host_id: own })
    expect(await floor.next(cheap)).toBeUndefined()
    expect((await floor.next(own))?.job_id).toBe(test.job_id)
    expect(await floor.job(test.job_id)).toMatchObject({ price_nano: 2n, reserved_nano: 20n, attempt: 1 })
  })

  test('a host that failed a job does not get it again, another does; one that handed it back may', async () => {
    const [bad, good] = [await floor.host({ models: ['h'] }), await floor.host({ models: ['h'] })]
    const job_id = await submit(await floor.user(), 'h')
    await floor.next(bad)
    await floor.results(bad, { job_id, error: { code: 'host_error', message: '', retryable: true } })
    expect(await floor.next(bad)).toBeUndefined()
    expect(await floor.next(good)).toMatchObject({ job_id, attempt: 2 })
    await floor.results(good, { job_id, error: { code: 'handed_back', message: '', retryable: true } })
    expect(await floor.next(good)).toMatchObject({ job_id, attempt: 3 })
    expect(await floor.results(bad, { job_id, ...FINISH })).toMatchObject({ state: 'lost' })
    expect(await floor.results(good, { job_id, attempt: 3, ...FINISH })).toMatchObject({ state: 'completed' })
    expect(await floor.job(job_id)).toMatchObject({ failures: 1, attempt: 3, state: 'completed' })
  })

  test('a host that failed a job may have it again after a minute; its parked poll gets it then', async () => {
    const only = await floor.host({ models: ['back'] })
    const job_id = await submit(await floor.user(), 'back')
    await floor.next(only)
    await floor.results(only, { job_id, error: { code: 'host_error', message: '', retryable: true } })
    floor.clock.advance(EXCLUSION_MS - 1)
    expect(await floor.next(only)).toBeUndefined()
    const poll = floor.next(only, 30_000)
    await expect.poll(() => floor.market.waiting.ofHost(only).filter(({ busy }) => !busy).length).toBe(1)
    floor.clock.advance(1001)
    expect(await poll).toMatchObject({ job_id, attempt: 2 })
    await floor.results(only, { job_id, error: { code: 'host_error', message: '', retryable: true } })
    expect(await floor.next(only)).toBeUndefined()
    floor.clock.advance(EXCLUSION_MS)
    expect(await floor.next(only)).toMatchObject({ job_id, attempt: 3 })
    await floor.results(only, { job_id, attempt: 3, ...FINISH })
  })

  test('an exclusion that the wall clock was set back behind does not count, and is made anew', async () => {
    const only = await floor.host({ models: ['jump'] })
    const job_id = await submit(await floor.user(), 'jump')
    const fails = () => floor.results(only, { job_id, error: { code: 'host_error', message: '', retryable: true } })
    await floor.next(only)
    await fails()
    floor.clock.jump(-EXCLUSION_MS)
    try {
      expect(await floor.next(only)).toMatchObject({ job_id, attempt: 2 })
      await fails()
      expect(await floor.next(only)).toBeUndefined()
      floor.clock.advance(EXCLUSION_MS)
      expect(await floor.next(only)).toMatchObject({ job_id, attempt: 3 })
      await floor.results(only, { job_id, attempt: 3, ...FINISH })
    } finally {
      floor.clock.jump(EXCLUSION_MS)
    }
  })

  test('a model that the last heartbeat does not name is not served until one names it', async () => {
    const host_id = await floor.host({ models: ['i', 'j'] })
    const job = await submit(await floor.user(), 'i')
    await takeHeartbeat(floor.market, { host_id, gpu_utilization: 0.5, available_models: ['j', 'unknown'] })
    expect(await floor.next(host_id)).toBeUndefined()
    await takeHeartbeat(floor.market, { host_id, gpu_utilization: 0.5, available_models: ['i'] })
    expect((await floor.next(host_id))?.job_id).toBe(job)
  })

  test('the place in the queue counts own older jobs and one turn of each other user', async () => {
    await floor.host({ models: ['k'] })
    const [one, two] = [await floor.user(), await floor.user()]
    const mine = [await submit(one, 'k'), await submit(one, 'k'), await submit(one, 'k')]
    await submit(two, 'k')
    const places = await Promise.all(mine.map(async (id) => queuePosition(floor.market.database, await floor.job(id))))
    expect(places).toEqual([1, 2, 3])
  })

  test('only time without a host that may run the job ages it', async () => {
    await floor.host({ models: ['l'], price: 5n })
    const user = await floor.user()
    const open = (await floor.submit(user, { model: 'l' })).job_id
    const stuck = (await floor.submit(user, { model: 'l', max_price_per_token: 4n })).job_id
    // What earlier tests left to happen has happened.
    floor.clock.advance(EXCLUSION_MS + 1000)
    const stop = startJobExpiry(floor.market)
    const since = floor.clock.monotonic()
    const { armed } = floor.clock
    while ((await floor.job(stuck)).state === 'queued') {
      expect(floor.clock.monotonic() - since).toBeLessThan(3_600_000)
      floor.clock.advance(15_000)
      // The round that this set off writes to a real disk, whose time is not the clock's.
      await expect.poll(() => floor.clock.armed, { interval: 1 }).toBe(armed)
    }
    await stop()
    expect(floor.clock.monotonic() - since).toBeGreaterThanOrEqual(600_000)
    expect(await floor.job(stuck)).toMatchObject({ state: 'failed', error: 'expired', charged_nano: 0n })
    expect(await floor.job(open)).toMatchObject({ state: 'queued', unserved_ms: 0 })
  })

  test('lists are newest first, by state, in pages that neither lose nor repeat', async () => {
    const host = await floor.host({ models: ['p'] })
    const user = await floor.user()
    const jobs: string[] = []
    for (let count = 0; count < 7; count++) jobs.push(await submit(user, 'p'))
    for (let count = 0; count < 3; count++) {
      const offer = await floor.next(host)
      if (count < 2) await floor.results(host, { job_id: offer?.job_id ?? '', ...FINISH })
    }
    const page = (state: 'queued' | 'running' | 'completed' | undefined, limit: number, offset: number) =>
      jobPage(floor.market.database, { user_id: user, state, model: undefined, ...ALL_DAYS }, { limit, offset })
    const ids = async (...of: Parameters<typeof page>) => (await page(...of)).jobs.map((row) => row.job_id)
    expect((await page(undefined, 3, 0)).total).toBe(7)
    const all = [...(await ids(undefined, 3, 0)), ...(await ids(undefined, 3, 3)), ...(await ids(undefined, 3, 6))]
    expect(all).toEqual(jobs.toReversed())
    expect(await ids('completed', 10, 0)).toEqual([jobs[1], jobs[0]])
    expect(await ids('running', 10, 0)).toEqual([jobs[2]])
    expect((await page('queued', 1, 1)).total).toBe(4)
    expect(await ids('queued', 1, 1)).toEqual([jobs[5]])
    expect(await ids(undefined, 3, 7)).toEqual([])
  })
})
